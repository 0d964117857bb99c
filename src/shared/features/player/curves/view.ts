import { z } from 'zod'
import { onAccount, onPlayer, playerId } from '../../../model/ids.ts'
import { noOutput, type Operation, returns } from '../../../operation.ts'
import { period } from '../../../time/period.ts'
import { ALIGNMENTS } from './align.ts'
import type { Baseline } from './baseline.ts'
import { curveChoice, MOST_CURVES } from './choice.ts'

/** A chosen curve. Its slot determines its colour, which stays while others are added and removed. */
const overlay = z.object({
  slot: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** Null for the current comparison period. */
  choice: curveChoice.nullable(),
  /** Name to display; a period is named by its days. */
  name: z.string().max(1000),
})
export type Overlay = z.output<typeof overlay>

/** The user's settings of a player's curves, stored per player. */
export const curvesView = z.object({
  by: z.enum(ALIGNMENTS),
  /** Null until the user chooses something. */
  overlays: z
    .array(overlay)
    .max(MOST_CURVES - 1)
    .nullable(),
  /** The second of the pitch being tried. */
  trial: z.int().min(0).nullable(),
})
export type CurvesView = z.output<typeof curvesView>

export const CURVES_VIEW: CurvesView = { by: 'second', overlays: null, trial: null }

export const curvesCalls = {
  /** The stored curves of the account's other players of similar length. Never calls a service. */
  baseline: {
    input: onAccount.extend({ player_id: playerId, period }),
    output: returns<Baseline>(),
  },
  /** The stored settings of a player's curves. */
  view: { input: onPlayer, output: returns<CurvesView>(), isStored: true },
  keepView: {
    input: onPlayer.extend({ change: curvesView.partial() }),
    output: noOutput,
    isStored: true,
  },
} satisfies Record<string, Operation>
