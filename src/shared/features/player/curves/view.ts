import { z } from 'zod'
import { onAccount, onPlayer, playerId } from '../../../model/ids.ts'
import { done, type Operation, returns } from '../../../operation.ts'
import { period } from '../../../time/period.ts'
import { ALIGNMENTS } from './align.ts'
import type { Baseline } from './baseline.ts'
import { curveChoice, MOST_CURVES } from './choice.ts'

/** A curve that was chosen: its slot decides its colour, and stays while others come and go. */
export const overlay = z.object({
  slot: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** Null for the period of comparison, whichever it is then. */
  choice: curveChoice.nullable(),
  /** What it is called; a period is named by its days. */
  name: z.string().max(1000),
})
export type Overlay = z.output<typeof overlay>

/** How the person looks at a player's curves: remembered for each player. */
export const curvesView = z.object({
  by: z.enum(ALIGNMENTS),
  /** Null until something is chosen. */
  overlays: z
    .array(overlay)
    .max(MOST_CURVES - 1)
    .nullable(),
  /** The second of a pitch on trial. */
  trial: z.int().min(0).nullable(),
})
export type CurvesView = z.output<typeof curvesView>

export const CURVES_VIEW: CurvesView = { by: 'second', overlays: null, trial: null }

/** What the window may ask of curves. */
export const curvesCalls = {
  /** How stored curves of the account's other players of similar length run; never asks a service. */
  baseline: {
    input: onAccount.extend({ player_id: playerId, period }),
    output: returns<Baseline>(),
  },
  /** How the person looked at the curves of a player: remembered. */
  view: { input: onPlayer, output: returns<CurvesView>() },
  keepView: { input: onPlayer.extend({ change: curvesView.partial() }), output: done },
} satisfies Record<string, Operation>
