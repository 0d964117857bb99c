import { z } from 'zod'
import { onAccount, playerId } from '../../model/ids.ts'
import { done, type Operation, returns } from '../../operation.ts'
import { instant } from '../../time/time.ts'

export const AB_METRICS = ['conversion_rate', 'play_rate', 'pitch_retention_rate'] as const
export type AbMetric = (typeof AB_METRICS)[number]

/** What a reading must have before it is called anything. */
export const guardrails = z.object({
  /** Whole days that the test has run. */
  days: z.int().min(1).max(365),
  /** In each arm. */
  conversions: z.int().min(1).max(1_000_000),
  /** Percent sure that an arm is better. */
  probability: z.number().min(80).max(99.9),
  /** Percent of lift, up or down, below which a difference does not matter. */
  smallestLift: z.number().min(0.1).max(100),
  /** Percent of the rate that a wrong choice may cost on average. */
  loss: z.number().min(0.01).max(100),
})
export type Guardrails = z.output<typeof guardrails>

// A week has each weekday once; with fewer than a hundred sales a tenth more or less is chance.
export const DEFAULT_GUARDRAILS: Guardrails = {
  days: 7,
  conversions: 100,
  probability: 95,
  smallestLift: 5,
  loss: 1,
}

/** What a person chose for a test before reading it. */
export const abChoice = z.object({ primary: z.enum(AB_METRICS), guardrails })
export type AbChoice = z.output<typeof abChoice>

const words = z.string().trim().max(4000)

/** What was decided on a test, with what the desk said at that moment. */
export const abDecided = z.object({
  hypothesis: words,
  who: words.min(1).max(200),
  why: words.min(1),
  primary: z.enum(AB_METRICS),
  guardrails,
  /** The players compared. */
  arms: z.tuple([playerId, playerId]),
  /** The word of the desk, and its figures: percent of lift, and how many of 100. */
  state: z.enum(['invalid', 'collecting', 'none', 'leaning', 'decided']),
  lift: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  chance: z.number().nullable(),
  /** Epoch milliseconds of the figures. */
  asOf: z.number(),
})
export type AbDecided = z.output<typeof abDecided>

export interface AbDecision extends AbDecided {
  id: number
  /** Epoch milliseconds. */
  at: number
}

const count = z.number().nonnegative()

/** So many of a whole did the thing. */
const share = z.object({ part: count, whole: count })
export type Share = z.output<typeof share>

const abArm = z.object({
  player_id: playerId,
  /** Unique devices that the player was loaded for, and that pressed play. */
  views: count,
  plays: count,
  /** Unique sessions that bought. */
  conversions: count,
  /** Null where the engagement behind it was not returned. */
  shares: z.record(z.enum(AB_METRICS), share.nullable()),
})
export type AbArm = z.output<typeof abArm>

/** What two arms had by the end of a day, as the service said it at a moment. */
export const abSnapshot = z.object({
  group_id: z.string(),
  /** The wall clock at which both arms were there, and the last day asked for. */
  start: z.string(),
  day: z.iso.date(),
  asOf: instant,
  arms: z.tuple([abArm, abArm]),
})
export type AbSnapshot = z.output<typeof abSnapshot>

/** What the desk keeps of a test. */
export interface AbTestDesk {
  choice: AbChoice | null
  /** The newest first. */
  decisions: AbDecision[]
  /** In the order of their days; in a list of tests only the newest of each two arms. */
  snapshots: AbSnapshot[]
}

const onTest = onAccount.extend({ group_id: z.string().min(1).max(200) })

/** What the window may ask of A/B tests. */
export const abTestsCalls = {
  /** What the desk keeps of each test of the account, by the test's id; never asks a service. */
  list: { input: onAccount, output: returns<Record<string, AbTestDesk>>() },
  /** The same of one test, with its whole history. */
  test: { input: onTest, output: returns<AbTestDesk>() },
  /** What is to be read, and under which guardrails: remembered. */
  choose: { input: onTest.extend({ choice: abChoice }), output: done },
  /** Adds to the decision log, from which nothing is ever taken. */
  decide: { input: onTest.extend({ decided: abDecided }), output: done },
} satisfies Record<string, Operation>
