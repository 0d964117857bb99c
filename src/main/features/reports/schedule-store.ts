import { DeskError } from '../../../shared/failure.ts'
import type {
  Schedule,
  ScheduledRun,
  ScheduleList,
} from '../../../shared/features/reports/schedule.ts'
import type { Database } from '../../database/database.ts'

type Kept = Omit<ScheduledRun, 'schedule_id' | 'due_at'>

/** Number of runs kept per schedule. */
const MOST_RUNS = 100

/** Report schedules and the outcome of each due time. Deleted with their account. */
export function makeReportScheduleVerbs(
  desk: Database,
  hasAccount: (account_id: string) => boolean,
) {
  const hasSchedule = (id: string) =>
    desk.first('SELECT 1 FROM report_schedules WHERE id = ?', id) !== null

  return {
    reportSchedules(): ScheduleList {
      const schedules = desk
        .all<[string]>('SELECT schedule FROM report_schedules ORDER BY rowid')
        .map(([text]) => JSON.parse(text) as Schedule)
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
      desk.transaction(() => {
        if (!hasAccount(schedule.account_id)) {
          throw new DeskError({ kind: 'not-found', text: 'This account is not on this computer.' })
        }
        const sql = `INSERT INTO report_schedules (id, account_id, schedule) VALUES (?, ?, ?)
          ON CONFLICT (id) DO UPDATE
          SET account_id = excluded.account_id, schedule = excluded.schedule`
        desk.run(sql, schedule.id, schedule.account_id, JSON.stringify(schedule))
      })
    },
    removeReportSchedule(id: string): void {
      desk.transaction(() => desk.run('DELETE FROM report_schedules WHERE id = ?', id))
    },
    /** Does nothing when the schedule, or its account, was removed meanwhile. */
    putReportRun({ schedule_id, due_at, ...run }: ScheduledRun): void {
      desk.transaction(() => {
        if (!hasSchedule(schedule_id)) return
        const sql = `INSERT INTO report_runs (schedule_id, due_at, run) VALUES (?, ?, ?)
          ON CONFLICT (schedule_id, due_at) DO UPDATE SET run = excluded.run`
        desk.run(sql, schedule_id, due_at, JSON.stringify(run))
        const old = `DELETE FROM report_runs WHERE schedule_id = ? AND due_at NOT IN (
          SELECT due_at FROM report_runs WHERE schedule_id = ? ORDER BY due_at DESC LIMIT ?)`
        desk.run(old, schedule_id, schedule_id, MOST_RUNS)
      })
    },
  }
}
