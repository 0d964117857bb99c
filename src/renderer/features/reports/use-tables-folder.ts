import { useCallback, useState } from 'react'
import type { OpenedFolder } from '../../../shared/features/reports/opened-tables.ts'
import { useAttempt } from '../../attempt.ts'
import { call } from '../../bridge.ts'

/** The folder of exported tables that is shown, and why one could not be. */
export function useTablesFolder() {
  const { attempt, failure, isUnderWay } = useAttempt()
  const [opened, setOpened] = useState<OpenedFolder | null>(null)
  const choose = useCallback(
    () => void attempt(async () => setOpened(await call.reports.openTables())),
    [attempt],
  )
  const close = useCallback(() => setOpened(null), [])
  return { opened, choose, close, failure, isUnderWay }
}
