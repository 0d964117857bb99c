import { z } from 'zod'
import { onAccount, playerId } from '../../model/ids.ts'
import { type Operation, returns, storedChange } from '../../operation.ts'
import { instant, wireDateTime } from '../../time/time.ts'

export const AB_METRICS = ['conversion_rate', 'play_rate', 'pitch_retention_rate'] as const
export type AbMetric = (typeof AB_METRICS)[number]

/** The minimum evidence required before a test result is stated. */
export const guardrails = z.object({
  /** Whole days that the test must have run. */
  days: z.int().min(1).max(365),
  /** Sales that each arm must have. */
  conversions: z.int().min(1).max(1_000_000),
  /** Required probability, in percent, that an arm is better. */
  probability: z.number().min(80).max(99.9),
  /** Lift in percent, up or down, below which a difference does not matter. */
  smallestLift: z.number().min(0.1).max(100),
  /** Maximum expected loss from a wrong choice, in percent of the rate. */
  loss: z.number().min(0.01).max(100),
})
export type Guardrails = z.output<typeof guardrails>

// Seven days include each weekday once; below a hundred sales, a difference of a tenth is chance.
export const DEFAULT_GUARDRAILS: Guardrails = {
  days: 7,
  conversions: 100,
  probability: 95,
  smallestLift: 5,
  loss: 1,
}

/** What the user chose for a test before reading it. */
export const abChoice = z.object({ primary: z.enum(AB_METRICS), guardrails })
export type AbChoice = z.output<typeof abChoice>

const words = z.string().trim().max(4000)

/** A decision on a test, with the result that the app showed at that moment. */
export const abDecided = z.object({
  hypothesis: words,
  who: words.min(1).max(200),
  why: words.min(1),
  primary: z.enum(AB_METRICS),
  guardrails,
  /** The two players compared. */
  arms: z.tuple([playerId, playerId]),
  /** The state shown, with the lift and its interval in percent. */
  state: z.enum(['invalid', 'collecting', 'none', 'leaning', 'decided']),
  lift: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  chance: z.number().nullable(),
  /** Epoch milliseconds of the figures shown. */
  asOf: z.number(),
})
export type AbDecided = z.output<typeof abDecided>

export interface AbDecision extends AbDecided {
  id: number
  /** Epoch milliseconds. */
  at: number
}

const count = z.int().nonnegative()

/** A proportion: `part` out of `whole`. */
const share = z.object({ part: count, whole: count })
export type Share = z.output<typeof share>

const abArm = z.object({
  player_id: playerId,
  /** Unique devices that loaded the player, and that started playing. */
  views: count,
  plays: count,
  /** Unique sessions with a sale. */
  conversions: count,
  /** In seconds; 0 without a pitch. Older snapshots do not have it. */
  pitch_time: count.optional(),
  /** Null where the service did not return the engagement data, or there is no pitch. */
  shares: z.record(z.enum(AB_METRICS), share.nullable()),
})
export type AbArm = z.output<typeof abArm>

/** The totals of two arms up to the end of a day, as the service returned them at `asOf`. */
export const abSnapshot = z.object({
  group_id: z.string(),
  /** `start`: wall-clock time from which both arms existed; `day`: the last day requested. */
  start: wireDateTime,
  day: z.iso.date(),
  asOf: instant,
  arms: z.tuple([abArm, abArm]),
})
export type AbSnapshot = z.output<typeof abSnapshot>

/** What is stored locally about a test. */
export interface StoredAbTest {
  choice: AbChoice | null
  /** Newest first. */
  decisions: AbDecision[]
  /** In the order of their days. In a list of tests, only the newest of each pair of arms. */
  snapshots: AbSnapshot[]
}

const onTest = onAccount.extend({ group_id: z.string().min(1).max(200) })

export const abTestsCalls = {
  /** The stored data of all tests of the account, by test id. Never calls a service. */
  list: { input: onAccount, output: returns<Record<string, StoredAbTest>>(), isStored: true },
  /** The same for one test, with all its snapshots. */
  test: { input: onTest, output: returns<StoredAbTest>(), isStored: true },
  /** Stores the metric and the guardrails chosen for a test. */
  choose: { input: onTest.extend({ choice: abChoice }), ...storedChange },
  /** Appends to the decision log, which is append-only. */
  decide: { input: onTest.extend({ decided: abDecided }), ...storedChange },
} satisfies Record<string, Operation>
