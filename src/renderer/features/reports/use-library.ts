import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { ListedReport } from '../../../shared/features/reports/report.ts'
import { withKeys } from '../../../shared/maps.ts'
import { call } from '../../bridge.ts'
import { leavePage, makePageStore } from '../../kept-in-page.ts'
import { useMutation } from '../../mutation.ts'
import { useFormat } from '../../ui/format.ts'
import { prefer, useView } from '../../view.ts'
import {
  foundReports,
  makeSearchText,
  NO_FILTER,
  type ReportFilter,
  type ReportOrder,
  sortedReports,
} from './listed.ts'

const setOrder = (reportOrder: ReportOrder) => prefer({ reportOrder })

const changeFilter = (next: Partial<ReportFilter>) =>
  useLibraryPlace.setState(({ filter }) => ({ filter: { ...filter, ...next } }))

/** The reports to show, and their order. The order is stored; the filters last until the window closes. */
export function useFound(all: readonly ListedReport[]) {
  const filter = useLibraryPlace((place) => place.filter)
  const order = useView(({ preferences }) => preferences.reportOrder)
  const { date } = useFormat()
  const textOf = useMemo(() => makeSearchText(date), [date])
  // Deferred, so that typing is responsive with thousands of reports.
  const wanted = useDeferredValue(filter)
  const sorted = useMemo(() => sortedReports(all, order), [all, order])
  const shown = useMemo(() => foundReports(sorted, wanted, textOf), [sorted, wanted, textOf])
  useEffect(() => {
    // Fills the cache of searched texts while idle, so that the first keystroke is fast.
    const idle = requestIdleCallback(() => all.forEach(textOf))
    return () => cancelIdleCallback(idle)
  }, [all, textOf])
  return { shown, filter, change: changeFilter, order, setOrder }
}

/** The selection of reports for common actions. */
export function useSelection(all: readonly ListedReport[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(
    (id: string) => setIds((known) => withKeys(known, [id], !known.has(id))),
    [],
  )
  const clear = useCallback(() => setIds(new Set()), [])
  const select = useCallback(
    (reports: readonly ListedReport[]) => setIds(new Set(reports.map(({ id }) => id))),
    [],
  )
  const chosen = useMemo(() => all.filter(({ id }) => ids.has(id)), [all, ids])
  return { ids, chosen, toggle, clear, select }
}

export type Selection = ReturnType<typeof useSelection>

export function useLibraryActions(
  all: readonly ListedReport[],
  selection: Pick<Selection, 'ids' | 'clear' | 'toggle'>,
) {
  const last = useLastRemoved(all)
  const { mutate, failure, isPending } = useMutation()
  const [savedAs, setSavedAs] = useState<string | null>(null)
  const [tagsOf, setTagsOf] = useState<string | null>(null)
  const [coverOf, setCoverOf] = useState<string | null>(null)
  const { ids: selected, clear, toggle } = selection
  const open = useCallback(
    (id: string) => void mutate(() => leavePage(() => call.reports.open({ id }))),
    [mutate],
  )
  const save = useCallback(
    (id: string) => void mutate(async () => setSavedAs(await call.reports.save({ id }))),
    [mutate],
  )
  const remove = useCallback(
    (ids: string[]) =>
      void mutate(async () => {
        // Removing a selected report removes the whole selection.
        const isTogether = ids.some((id) => selected.has(id))
        const gone = isTogether ? [...selected] : ids
        await call.reports.remove({ ids: gone })
        noteRemoved(gone)
        if (isTogether) clear()
      }),
    [mutate, selected, clear],
  )
  const favour = useCallback(
    ({ id, isFavourite }: ListedReport) =>
      void mutate(() => call.reports.mark({ id, marks: { isFavourite: !isFavourite } })),
    [mutate],
  )
  const choose = useCallback(
    () =>
      void mutate(async () => {
        const id = await call.reports.choose()
        if (id !== null) await leavePage(() => call.reports.open({ id }))
      }),
    [mutate],
  )
  const restore = useCallback(
    (ids: string[]) =>
      void mutate(async () => {
        await call.reports.restore({ ids })
        forgetRemoved(ids)
      }),
    [mutate],
  )
  const undo = useCallback(() => {
    if (last) restore(last)
  }, [last, restore])
  const actions = useMemo(
    () => ({ open, save, remove, favour, toggle, editTags: setTagsOf, editCover: setCoverOf }),
    [open, save, remove, favour, toggle],
  )
  return {
    ...{
      actions,
      choose,
      last,
      restore,
      undo,
      savedAs,
      setSavedAs,
      tagsOf,
      setTagsOf,
      coverOf,
      setCoverOf,
    },
    ...{ failure, isPending },
  }
}

export type LibraryActions = ReturnType<typeof useLibraryActions>

interface LibraryPlace {
  filter: ReportFilter
  /** The row at the keyboard cursor. */
  active: number
}

export const useLibraryPlace = makePageStore<LibraryPlace>('library', {
  ...{ filter: NO_FILTER, active: 0 },
})

interface Removed {
  /** The reports of each removal, last first. Kept while other screens and reports are shown. */
  steps: readonly string[][]
}

const useRemoved = makePageStore<Removed>('removedReports', { steps: [] })

/** The last removal that can be undone; reports that were opened again from their file are present already. */
function useLastRemoved(all: readonly Pick<ListedReport, 'id'>[]) {
  const steps = useRemoved((removed) => removed.steps)
  return useMemo(() => {
    const present = new Set(all.map(({ id }) => id))
    return steps.find((step) => step.some((id) => !present.has(id)))
  }, [all, steps])
}

const noteRemoved = (ids: string[]) =>
  useRemoved.setState(({ steps }) => ({ steps: [ids, ...steps] }))

export const forgetRemoved = (ids: string[]) =>
  useRemoved.setState(({ steps }) => ({ steps: steps.filter((step) => step !== ids) }))
