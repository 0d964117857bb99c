import type { Age } from '../../time/age.ts'
import { addDays, dayEndsAt, type Period } from '../../time/period.ts'
import type { OverviewFigures } from './overview.ts'
import { ageOf } from './table.ts'

/**
 * Whether a player's figures of a period were read during its last day, before that was over. Figures of
 * which some are older still have days that were read apart, so nothing is known of the last one.
 */
export function makeReadOnLastDay({ end }: Period, zone: string) {
  const from = dayEndsAt(addDays(end, -1), zone)
  const until = dayEndsAt(end, zone)
  const isOnIt = (age: Age | null) =>
    age !== null && !age.isSettled && age.asOf >= from && age.asOf < until
  return (figures: OverviewFigures | null) => figures !== null && isOnIt(ageOf(figures))
}
