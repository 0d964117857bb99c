import { z } from 'zod'
import { onAccount, playerId } from '../../model/ids.ts'
import { type Operation, returns, storedChange } from '../../operation.ts'
import { type Period, period } from '../../time/period.ts'
import { tags } from '../player-marks/player-mark.ts'

const annotationText = z.string().trim().min(1, 'must not be empty').max(500)

export const annotationFields = z.object({
  /** Null when it concerns the whole account. */
  player_id: playerId.nullable(),
  /** Calendar days in the account's zone; a single day has equal start and end. */
  period,
  text: annotationText,
  tags,
})
export type AnnotationFields = z.output<typeof annotationFields>

export interface OwnAnnotation extends AnnotationFields {
  id: string
  /** Epoch milliseconds. */
  madeAt: number
  changedAt: number
}

export interface AnnotationList {
  /** Newest days first. */
  annotations: OwnAnnotation[]
  canUndo: boolean
  canRedo: boolean
}

/**
 * The annotations to show with these players in a period, including those of the whole account; without
 * players, only the latter.
 */
export function annotationsAbout<T extends Pick<AnnotationFields, 'player_id' | 'period'>>(
  all: readonly T[],
  players: readonly string[],
  { start, end }: Period,
): T[] {
  return all.filter(
    (one) =>
      (one.player_id === null || players.includes(one.player_id)) &&
      one.period.start <= end &&
      one.period.end >= start,
  )
}

const onAnnotation = onAccount.extend({ id: z.string().min(1).max(64) })

export const annotationsCalls = {
  list: { input: onAccount, output: returns<AnnotationList>(), isLarge: true, isStored: true },
  /** Returns its id. */
  add: {
    input: onAccount.extend({ fields: annotationFields }),
    output: returns<string>(),
    isStored: true,
    changes: true,
  },
  change: { input: onAnnotation.extend({ fields: annotationFields }), ...storedChange },
  remove: { input: onAnnotation, ...storedChange },
  /** Whether there was something to undo. */
  undo: { input: onAccount, output: returns<boolean>(), isStored: true, changes: true },
  redo: { input: onAccount, output: returns<boolean>(), isStored: true, changes: true },
} satisfies Record<string, Operation>
