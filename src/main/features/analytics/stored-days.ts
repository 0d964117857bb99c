import { daysDue } from '../../../shared/api/player.ts'
import { ADDITIVE, type Statistics } from '../../../shared/api/statistics.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import { periodOfQuery, zoneOfQuery } from '../../../shared/features/analytics/requests.ts'
import { sumMeasures } from '../../../shared/tables/measures.ts'
import { type Age, combinedAge, isFromBefore } from '../../../shared/time/age.ts'
import { addDays, dayCount, isSettled, type Period, todayIn } from '../../../shared/time/period.ts'
import type { Clock } from '../../clock.ts'
import type { Store } from '../../database/store.ts'
import type { StoredAnswer } from './answers.ts'
import { type AccountRequest, isUnlisted } from './completeness.ts'
import type { StoredDay } from './days.ts'

const BEFORE_ALL = '1970-01-01'

interface StoredDaysParts {
  store: Pick<Store, 'answer' | 'dayCover' | 'days' | 'listedPlayer'>
  clock: Pick<Clock, 'now'>
}

/** The stored days of a request; null when a day that the service would send is missing. */
export async function storedDays(
  parts: StoredDaysParts,
  account_id: string,
  input: Record<string, unknown>,
) {
  const stored = await completeDays(parts, account_id, input)
  if (!stored) return null
  const { days, age } = stored
  return { value: days.map(({ row }) => row), ...age, ...timesOf(days, age) }
}

async function completeDays(
  { store, clock }: StoredDaysParts,
  account_id: string,
  input: Record<string, unknown>,
) {
  const { player_id, pitch_time, video_duration } = dayParameters(input)
  const zone = zoneOfQuery(input)
  const period = periodOfQuery(input)
  const today = todayIn(zone, clock.now())
  if (today < period.start) return null
  const rows = await store.days(account_id, zone, player_id, period)
  const valid = rows.filter(
    (row) => row.pitch_time === pitch_time && row.video_duration === video_duration,
  )
  const listed = await store.listedPlayer(account_id, player_id)
  const possible = listed ? period : await periodOfUnlisted(store, { account_id, input }, rows)
  const due = daysDue(possible, listed && listed.player, { zone, now: clock.now() })
  const known = valid.filter(({ row }) => due && isWithin(due, row.date_key))
  if (known.length < (due ? dayCount(due) : 0)) return null
  // Each day has its own time of request, and is settled or not by that.
  const ages = valid.map(({ row, asOf }) => {
    return { asOf, isSettled: asOf <= clock.now() && isSettled(row.date_key, zone, asOf) }
  })
  // The list of players shows by the player's creation time that there are no days.
  const age = combinedAge(ages) ?? combinedAge([listed && { ...listed, isSettled: true }])
  // That a player did not exist earlier is a guess, which one more request confirms.
  const isSure = possible.start === period.start
  return age && { days: valid, age: { ...age, isSettled: age.isSettled && isSure } }
}

/**
 * Whether the settled days of a period, some of which were read after its settled figures, add up to others: sales may
 * arrive after figures were settled.
 */
export async function isCorrected(
  parts: StoredDaysParts,
  { account_id, name, input }: AccountRequest,
  answer: StoredAnswer,
) {
  if (name !== 'stats' || !answer.isSettled) return false
  const stored = await completeDays(parts, account_id, input)
  if (!stored?.age.isSettled) return false
  if (!stored.days.some((day) => isFromBefore(answer, day))) return false
  const figures = answer.value as Statistics
  const sums = sumMeasures(stored.days.map(({ row }) => row))
  return ADDITIVE.some((measure) => sums[measure] !== figures[measure])
}

/**
 * The period of a request about a player that left the list, from the player's first day. When it was created is no
 * longer known, but only other players have days before.
 */
async function periodOfUnlisted(
  store: StoredDaysParts['store'],
  { account_id, input }: Pick<AccountRequest, 'account_id' | 'input'>,
  rows: readonly StoredDay[],
): Promise<Period> {
  const { player_id } = dayParameters(input)
  const zone = zoneOfQuery(input)
  const period = periodOfQuery(input)
  const start = rows[0]?.row.date_key ?? period.start
  if (start === period.start || !(await isUnlisted(store, { account_id, input }))) return period
  const before = { start: BEFORE_ALL, end: addDays(start, -1) }
  if ((await store.days(account_id, zone, player_id, before)).length > 0) return period
  const firstDay = { start: period.start, end: period.start }
  const others = Object.values(await store.dayCover(account_id, zone, firstDay)).flat()
  // Days that were requested of others only later may never have been requested of this player.
  const newest = { asOf: Math.max(...rows.map(({ asOf }) => asOf)) }
  return others.some((run) => !isFromBefore(newest, run)) ? { ...period, start } : period
}

/** When each day was read whose time is not that of the answer; they matter while days can change. */
function timesOf(days: readonly StoredDay[], age: Age): Pick<Answer<unknown>, 'dayTimes'> {
  const apart = age.isSettled ? [] : days.filter(({ asOf }) => asOf !== age.asOf)
  if (apart.length === 0) return {}
  return { dayTimes: Object.fromEntries(apart.map(({ row, asOf }) => [row.date_key, asOf])) }
}

/** What the days of a query were counted with: those counted with other values are not reused. */
export function dayParameters(input: Record<string, unknown>) {
  return {
    player_id: String(input['player_id']),
    pitch_time: Number(input['pitch_time'] ?? 0),
    video_duration: Number(input['video_duration'] ?? 0),
  }
}

const isWithin = ({ start, end }: Period, day: string) => start <= day && day <= end
