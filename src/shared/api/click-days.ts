import { z } from 'zod'
import { looseCount } from './loose.ts'

/** Whether these counts are integers or strings is unproven: either is read. */
export const clickDays = z.looseObject({
  events_by_day: z.array(
    z.looseObject({
      day: z.iso.date(),
      total: looseCount,
      total_uniq_device: looseCount,
      total_uniq_session: looseCount,
    }),
  ),
  total_events: looseCount,
  total_uniq_device_events: looseCount,
  total_uniq_session_events: looseCount,
})
export type ClickDays = z.output<typeof clickDays>
