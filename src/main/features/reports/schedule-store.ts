import { z } from 'zod'
import {
  type Schedule,
  type ScheduledRun,
  type ScheduleList,
  schedule,
  scheduledRun,
  scheduleId,
} from '../../../shared/features/reports/schedule.ts'
import { accountId } from '../../../shared/model/ids.ts'
import { instant } from '../../../shared/time/time.ts'
import { json } from '../../database/rows.ts'
import { jsonRows, upsert } from '../../database/statements.ts'
import type { StoreContext, Stored } from '../../database/stored.ts'

type Kept = Omit<ScheduledRun, 'schedule_id' | 'due_at'>

/** Number of runs kept per schedule. */
const MOST_RUNS = 100

/** Report schedules and the outcome of each due time. Deleted with their account. */
export const schedulesStored = {
  tables: {
    report_schedules: {
      alsoIn: 'copy',
      part: 'schedules',
      row: () => z.object({ id: scheduleId, account_id: accountId, schedule: json(schedule) }),
    },
    report_runs: {
      alsoIn: 'copy',
      row: () =>
        z.object({
          schedule_id: scheduleId,
          due_at: instant,
          run: json(scheduledRun.omit({ schedule_id: true, due_at: true })),
        }),
    },
  },
  migrations: {
    10: `
  -- What is made by itself, and what became of each time it was due.
  CREATE TABLE report_schedules (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    schedule TEXT NOT NULL CHECK (json_valid(schedule))
  ) STRICT;
  CREATE TABLE report_runs (
    schedule_id TEXT NOT NULL REFERENCES report_schedules ON DELETE CASCADE,
    due_at INTEGER NOT NULL,
    run TEXT NOT NULL CHECK (json_valid(run)),
    UNIQUE (schedule_id, due_at)
  ) STRICT;
  `,
  },
  verbs: makeScheduleVerbs,
} satisfies Stored<unknown>

function makeScheduleVerbs({ desk, write }: StoreContext) {
  const hasSchedule = (id: string) =>
    desk.first('SELECT 1 FROM report_schedules WHERE id = ?', id) !== null

  return {
    reportSchedules(): ScheduleList {
      const schedules = jsonRows<Schedule>(
        desk,
        'SELECT schedule FROM report_schedules ORDER BY rowid',
      )
      const runs = desk
        .all<[string, number, string]>(
          'SELECT schedule_id, due_at, run FROM report_runs ORDER BY due_at DESC',
        )
        .map(([schedule_id, due_at, text]) => ({
          schedule_id,
          due_at,
          ...(JSON.parse(text) as Kept),
        }))
      return { schedules, runs }
    },
    putReportSchedule(schedule: Schedule): void {
      const { id, account_id } = schedule
      write(account_id, () => {
        const others = { account_id, schedule: JSON.stringify(schedule) }
        upsert(desk, 'report_schedules', { id }, others)
      })
    },
    removeReportSchedule(id: string): void {
      desk.transaction(() => desk.run('DELETE FROM report_schedules WHERE id = ?', id))
    },
    /** Does nothing when the schedule, or its account, was removed meanwhile. */
    putReportRun({ schedule_id, due_at, ...run }: ScheduledRun): void {
      desk.transaction(() => {
        if (!hasSchedule(schedule_id)) return
        upsert(desk, 'report_runs', { schedule_id, due_at }, { run: JSON.stringify(run) })
        // Not by due time: runs of a clock that was ahead would leave no room for true ones.
        const old = `DELETE FROM report_runs WHERE schedule_id = ? AND due_at NOT IN (
          SELECT due_at FROM report_runs WHERE schedule_id = ? ORDER BY rowid DESC LIMIT ?)`
        desk.run(old, schedule_id, schedule_id, MOST_RUNS)
      })
    },
  }
}
