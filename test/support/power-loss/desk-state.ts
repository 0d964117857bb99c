import { createHash } from 'node:crypto'
import type { Verbs } from '../../../src/main/database/verbs.ts'
import type { EditRow } from '../../../src/main/features/publishing/edit-row.ts'

/** The content of the databases at a promise, as texts that are equal for equal contents. */
export interface DeskState {
  desk: string
  /** Only the pending edits. */
  edits: string
}

export function stateOf(verbs: Verbs): DeskState {
  const accounts = verbs.accounts()
  const held = accounts.map(({ id }) => {
    const { rows, asOf } = verbs.videoRows(id)
    const ofVideos = rows.map((row) => [
      row,
      verbs.videoBase(id, row.id),
      verbs.history(id, row.id),
    ])
    // Not on the disk: the ids that items had in an open window.
    const { adopted: _, ...list } = verbs.editsOf(id)
    return [list, asOf, ofVideos]
  })
  const edits = editsText(accounts.flatMap(({ id }) => verbs.editRows(id, null)))
  return { desk: digest(JSON.stringify([accounts, held])), edits }
}

export function editsText(rows: readonly EditRow[]): string {
  const texts = rows.map((row) => JSON.stringify(row))
  return digest(texts.toSorted().join('\n'))
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** The state of new databases. */
export const EMPTY: DeskState = { desk: digest(JSON.stringify([[], []])), edits: editsText([]) }
