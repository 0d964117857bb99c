import { randomBytes } from 'node:crypto'
import { DeskError } from '../../../shared/failure.ts'
import type {
  AnnotationFields,
  AnnotationList,
  OwnAnnotation,
} from '../../../shared/features/annotations/own-annotation.ts'
import type { Database, Value } from '../../database/database.ts'
import { makeUndoSteps } from '../publishing/undo-steps.ts'

/** The person's own annotations. Each change is one transaction that also keeps what undo takes back. */
export function makeAnnotationVerbs(desk: Database, hasAccount: (account_id: string) => boolean) {
  const put = (at: readonly Value[], text: string | null) => putText(desk, at, text)
  const steps = makeUndoSteps(desk, {
    table: 'annotation_steps',
    of: ['account_id', 'annotation_id'],
    shared: 1,
    put,
  })

  function list(account_id: string): AnnotationList {
    const sql = 'SELECT annotation FROM annotations WHERE account_id = ?'
    const annotations = desk
      .all<[string]>(sql, account_id)
      .map(([text]) => JSON.parse(text) as OwnAnnotation)
      .sort((a, b) => order(b.period.start, a.period.start) || b.madeAt - a.madeAt)
    return { annotations, ...steps.left([account_id]) }
  }

  function find(account_id: string, id: string): OwnAnnotation | null {
    const sql = 'SELECT annotation FROM annotations WHERE account_id = ? AND id = ?'
    const row = desk.first<[string]>(sql, account_id, id)
    return row && (JSON.parse(row[0]) as OwnAnnotation)
  }

  function change(account_id: string, id: string, to: (known: OwnAnnotation | null) => Changed) {
    desk.transaction(() => {
      if (!hasAccount(account_id)) throw notFound('This account is not on this computer.')
      const before = find(account_id, id)
      const after = to(before)
      steps.keep([account_id, id], [textOf(before), textOf(after)])
      put([account_id, id], textOf(after))
    })
  }

  return {
    annotations: list,
    /** Gives its id. */
    addAnnotation(account_id: string, fields: AnnotationFields, at: number): string {
      const id = randomBytes(9).toString('hex')
      change(account_id, id, () => ({ ...fields, id, madeAt: at, changedAt: at }))
      return id
    },
    changeAnnotation(...[account_id, id, fields, at]: ChangeCall): void {
      change(account_id, id, (known) => ({ ...assertKnown(known), ...fields, changedAt: at }))
    },
    removeAnnotation(account_id: string, id: string): void {
      change(account_id, id, (known) => {
        assertKnown(known)
        return null
      })
    },
    /** Gives whether there was something to undo. */
    undoAnnotation: (account_id: string) => steps.take([account_id], 'undo'),
    redoAnnotation: (account_id: string) => steps.take([account_id], 'redo'),
  }
}

type Changed = OwnAnnotation | null
type ChangeCall = [account_id: string, id: string, fields: AnnotationFields, at: number]

const notFound = (text: string) => new DeskError({ kind: 'not-found', text })

function assertKnown(known: OwnAnnotation | null): OwnAnnotation {
  if (!known) throw notFound('This annotation was deleted meanwhile.')
  return known
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const textOf = (annotation: Changed) => annotation && JSON.stringify(annotation)

function putText(desk: Database, at: readonly Value[], text: string | null) {
  if (text === null) {
    desk.run('DELETE FROM annotations WHERE account_id = ? AND id = ?', ...at)
  } else {
    const sql = 'INSERT OR REPLACE INTO annotations (account_id, id, annotation) VALUES (?, ?, ?)'
    desk.run(sql, ...at, text)
  }
}
