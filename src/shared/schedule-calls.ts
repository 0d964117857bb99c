import { z } from 'zod'
import { type ScheduleList, scheduleFields } from './model/schedule.ts'
import type { Operation } from './operation.ts'

const id = z.string().min(1).max(64)

/** What the window may ask of reports that are made by themselves. */
export const scheduleCalls = {
  list: { input: z.undefined(), output: z.custom<ScheduleList>() },
  /** Makes one, or with an id changes it. */
  save: {
    input: z.object({ id: id.nullable(), fields: scheduleFields }),
    output: z.custom<void>(),
  },
  /** With its runs; what they made stays. */
  remove: { input: z.object({ id }), output: z.custom<void>() },
  /** Makes the report of a due time now, whatever became of it; answers when that has ended. */
  make: { input: z.object({ id, due_at: z.int() }), output: z.custom<void>() },
  /** Asks into which folder; null when into none. */
  chooseFolder: { input: z.undefined(), output: z.custom<string | null>() },
} satisfies Record<string, Operation>
