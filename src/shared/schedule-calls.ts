import { z } from 'zod'
import { type ScheduleList, scheduleFields } from './model/schedule.ts'
import { done, nothing, type Operation, returns } from './operation.ts'

const id = z.string().min(1).max(64)

/** What the window may ask of reports that are made by themselves. */
export const scheduleCalls = {
  list: { input: nothing, output: returns<ScheduleList>() },
  /** Makes one, or with an id changes it. */
  save: {
    input: z.object({ id: id.nullable(), fields: scheduleFields }),
    output: done,
  },
  /** With its runs; what they made stays. */
  remove: { input: z.object({ id }), output: done },
  /** Makes the report of a due time now, whatever became of it; answers when that has ended. */
  make: { input: z.object({ id, due_at: z.int() }), output: done },
  /** Asks into which folder; null when into none. */
  chooseFolder: { input: nothing, output: returns<string | null>() },
} satisfies Record<string, Operation>
