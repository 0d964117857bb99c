import { z } from 'zod'
import { done, nothing, type Operation, returns } from '../../operation.ts'
import { type ChosenFolder, type ScheduleList, scheduleFields, scheduleId } from './schedule.ts'

/** What the window may ask of reports that are made by themselves. */
export const scheduleCalls = {
  list: { input: nothing, output: returns<ScheduleList>() },
  /** Makes one, or with an id changes it. `choice` is of `chooseFolder`; null keeps the folder that it has. */
  save: {
    input: z.object({
      id: scheduleId.nullable(),
      fields: scheduleFields,
      choice: z.uuid().nullable(),
    }),
    output: done,
  },
  /** With its runs; what they made stays. */
  remove: { input: z.object({ id: scheduleId }), output: done },
  /** Makes the report of a due time now, whatever became of it; answers when that has ended. */
  make: { input: z.object({ id: scheduleId, due_at: z.int() }), output: done },
  /** Asks into which folder; null when into none. Main keeps the place: no call names one. */
  chooseFolder: { input: nothing, output: returns<ChosenFolder | null>() },
} satisfies Record<string, Operation>
