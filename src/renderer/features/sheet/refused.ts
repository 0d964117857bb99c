import type { Failure } from '../../../shared/failure.ts'
import type { EditedCell } from './selection.ts'

/** A user action that could not be saved. */
export interface Refused {
  failure: Failure
  /** The cell with its typed text; null for any other action. */
  cell: EditedCell | null
}

type Cell = Refused['cell']

/** The refused actions after another one. A cell stays among them until it is saved. */
export function afterSave(
  refused: readonly Refused[],
  cell: Cell,
  failure: Failure | null,
): readonly Refused[] {
  const others = refused.filter((one) => !isSameCell(one.cell, cell))
  return failure ? [...others, { failure, cell }] : others
}

const isSameCell = (one: Cell, other: Cell) =>
  one?.row === other?.row && one?.column === other?.column
