import { randomBytes } from 'node:crypto'
import { DeskError } from '../../shared/failure.ts'
import type {
  AnnotationFields,
  AnnotationList,
  OwnAnnotation,
} from '../../shared/model/own-annotation.ts'
import type { Database } from './database.ts'

type Text = string | null
type StepRow = [id: number, annotation_id: string, before: Text, after: Text]

/** The person's own annotations. Each change is one transaction that also keeps what undo takes back. */
export function makeAnnotationVerbs(desk: Database, hasAccount: (account_id: string) => boolean) {
  function list(account_id: string): AnnotationList {
    const sql = 'SELECT annotation FROM annotations WHERE account_id = ?'
    const annotations = desk
      .all<[string]>(sql, account_id)
      .map(([text]) => JSON.parse(text) as OwnAnnotation)
      .sort((a, b) => order(b.period.start, a.period.start) || b.madeAt - a.madeAt)
    return { annotations, ...stepsLeft(desk, account_id) }
  }

  function find(account_id: string, id: string): OwnAnnotation | null {
    const sql = 'SELECT annotation FROM annotations WHERE account_id = ? AND id = ?'
    const row = desk.first<[string]>(sql, account_id, id)
    return row && (JSON.parse(row[0]) as OwnAnnotation)
  }

  function change(account_id: string, id: string, to: (known: OwnAnnotation | null) => Changed) {
    desk.transaction(() => {
      if (!hasAccount(account_id)) throw notFound('This account is not on the desk.')
      const before = find(account_id, id)
      const after = to(before)
      keepStep(desk, account_id, { id, before, after })
      put(desk, account_id, { id, text: textOf(after) })
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
    undoAnnotation: (account_id: string) => takeStep(desk, account_id, 'undo'),
    redoAnnotation: (account_id: string) => takeStep(desk, account_id, 'redo'),
  }
}

type Changed = OwnAnnotation | null
type ChangeCall = [account_id: string, id: string, fields: AnnotationFields, at: number]

const notFound = (text: string) => new DeskError({ kind: 'not-found', text })

function assertKnown(known: OwnAnnotation | null): OwnAnnotation {
  if (!known) throw notFound('This annotation is no more: it was deleted meanwhile.')
  return known
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const textOf = (annotation: Changed) => annotation && JSON.stringify(annotation)

function put(desk: Database, account_id: string, { id, text }: { id: string; text: Text }) {
  if (text === null) {
    desk.run('DELETE FROM annotations WHERE account_id = ? AND id = ?', account_id, id)
  } else {
    const sql = 'INSERT OR REPLACE INTO annotations (account_id, id, annotation) VALUES (?, ?, ?)'
    desk.run(sql, account_id, id, text)
  }
}

/** What was undone before can no longer be done again. */
function keepStep(
  desk: Database,
  account_id: string,
  { id, before, after }: { id: string; before: Changed; after: Changed },
) {
  desk.run('DELETE FROM annotation_steps WHERE account_id = ? AND is_undone = 1', account_id)
  desk.run(
    `INSERT INTO annotation_steps (account_id, annotation_id, before, after, is_undone)
     VALUES (?, ?, ?, ?, 0)`,
    account_id,
    id,
    textOf(before),
    textOf(after),
  )
}

function takeStep(desk: Database, account_id: string, way: 'undo' | 'redo'): boolean {
  return desk.transaction(() => {
    const [isUndone, end] = way === 'undo' ? [0, 'DESC'] : [1, 'ASC']
    const step = desk.first<StepRow>(
      `SELECT id, annotation_id, before, after FROM annotation_steps
       WHERE account_id = ? AND is_undone = ? ORDER BY id ${end} LIMIT 1`,
      account_id,
      isUndone,
    )
    if (!step) return false
    const [step_id, id, before, after] = step
    put(desk, account_id, { id, text: way === 'undo' ? before : after })
    desk.run('UPDATE annotation_steps SET is_undone = ? WHERE id = ?', 1 - isUndone, step_id)
    return true
  })
}

function stepsLeft(desk: Database, account_id: string) {
  const sql = `SELECT coalesce(max(is_undone = 0), 0), coalesce(max(is_undone = 1), 0)
    FROM annotation_steps WHERE account_id = ?`
  const [undo, redo] = desk.first<[number, number]>(sql, account_id) ?? [0, 0]
  return { canUndo: undo === 1, canRedo: redo === 1 }
}
