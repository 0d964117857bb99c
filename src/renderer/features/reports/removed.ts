import { useMemo } from 'react'
import type { ListedReport } from '../../../shared/features/reports/report.ts'
import { keptInPage } from '../../kept-in-page.ts'

interface Removed {
  /** What was removed together, the last first; kept while other screens and reports are looked at. */
  steps: readonly string[][]
}

const useRemoved = keptInPage<Removed>('removedReports', { steps: [] })

/** What can be brought back: a report that came back by itself, from its file, is not out any more. */
export function useLastRemoved(all: readonly Pick<ListedReport, 'id'>[]) {
  const steps = useRemoved((removed) => removed.steps)
  return useMemo(() => {
    const present = new Set(all.map(({ id }) => id))
    return steps.find((step) => step.some((id) => !present.has(id)))
  }, [all, steps])
}

export const noteRemoved = (ids: string[]) =>
  useRemoved.setState(({ steps }) => ({ steps: [ids, ...steps] }))

export const forgetRemoved = (ids: string[]) =>
  useRemoved.setState(({ steps }) => ({ steps: steps.filter((step) => step !== ids) }))
