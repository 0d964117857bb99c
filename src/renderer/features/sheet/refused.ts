import { useCallback } from 'react'
import type { Group } from '../../../shared/api/settings/index.ts'
import type { Failure } from '../../../shared/failure.ts'
import { makePageStore } from '../../kept-in-page.ts'
import type { EditedCell } from './selection.ts'

/** A user action that could not be saved. */
export interface Refused {
  failure: Failure
  /** The cell with its typed text; null for any other action. */
  cell: EditedCell | null
}

type Cell = Refused['cell']

/** The refused actions of each tab, because one may be refused after its tab was left. */
const useStored = makePageStore<Readonly<Record<string, readonly Refused[]>>>('refused', {})

const NONE: readonly Refused[] = []

/** Like `useState`, for the refused actions of a tab. They are lost when the window closes. */
export function useRefused(account_id: string, group: Group) {
  const tab = `${account_id} ${group}`
  const refused = useStored((all) => all[tab]) ?? NONE
  const update = useCallback(
    (next: (known: readonly Refused[]) => readonly Refused[]) =>
      useStored.setState((all) => ({ [tab]: next(all[tab] ?? NONE) })),
    [tab],
  )
  return [refused, update] as const
}

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
