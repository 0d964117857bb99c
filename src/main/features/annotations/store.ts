import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { notFound } from '../../../shared/failure.ts'
import {
  type AnnotationList,
  annotationFields,
  type OwnAnnotation,
} from '../../../shared/features/annotations/own-annotation.ts'
import { accountId } from '../../../shared/model/ids.ts'
import { instant } from '../../../shared/time/time.ts'
import type { Database, Value } from '../../database/database.ts'
import { json, undoStep } from '../../database/rows.ts'
import { jsonRow, jsonRows } from '../../database/statements.ts'
import type { StoreContext, Stored, StoredCalls } from '../../database/stored.ts'
import { makeUndoSteps } from '../../database/undo-steps.ts'

const annotationId = z.string().min(1).max(64)
const annotation = annotationFields.extend({
  id: annotationId,
  madeAt: instant,
  changedAt: instant,
})

export const annotationsStored = {
  tables: {
    annotations: {
      alsoIn: 'copy',
      part: 'annotations',
      row: () =>
        z.object({ account_id: accountId, id: annotationId, annotation: json(annotation) }),
    },
    annotation_steps: {
      alsoIn: 'copy',
      row: () =>
        z.object({
          ...undoStep,
          annotation_id: annotationId,
          before: json(annotation).nullable(),
          after: json(annotation).nullable(),
        }),
    },
  },
  migrations: {
    7: `
  CREATE TABLE annotations (
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    id TEXT NOT NULL,
    annotation TEXT NOT NULL CHECK (json_valid(annotation)),
    UNIQUE (account_id, id)
  ) STRICT;
  -- Undo and redo: the annotation as it was before and after each step; an id is never given twice.
  CREATE TABLE annotation_steps (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    annotation_id TEXT NOT NULL,
    before TEXT CHECK (json_valid(before)),
    after TEXT CHECK (json_valid(after)),
    is_undone INTEGER NOT NULL CHECK (is_undone IN (0, 1))
  ) STRICT;
  CREATE INDEX annotation_steps_of_account ON annotation_steps (account_id, is_undone, id);
  `,
  },
  verbs: (context) => ({ annotations: makeAnnotations(context) }),
} satisfies Stored<Pick<StoredCalls, 'annotations'>>

/** Each change is one transaction that also keeps what undo takes back. */
function makeAnnotations({ desk, clock, write }: StoreContext) {
  const put = (at: readonly Value[], text: string | null) => putText(desk, at, text)
  const steps = makeUndoSteps(desk, {
    table: 'annotation_steps',
    of: ['account_id', 'annotation_id'],
    shared: 1,
    put,
  })

  function list(account_id: string): AnnotationList {
    const sql = 'SELECT annotation FROM annotations WHERE account_id = ?'
    const annotations = jsonRows<OwnAnnotation>(desk, sql, account_id).sort(
      (a, b) => order(b.period.start, a.period.start) || b.madeAt - a.madeAt,
    )
    return { annotations, ...steps.left([account_id]) }
  }

  function find(account_id: string, id: string): OwnAnnotation | null {
    const sql = 'SELECT annotation FROM annotations WHERE account_id = ? AND id = ?'
    return jsonRow(desk, sql, account_id, id)
  }

  function change(account_id: string, id: string, to: (known: OwnAnnotation | null) => Changed) {
    write(account_id, () => {
      const before = find(account_id, id)
      const after = to(before)
      if (textOf(after) === textOf(before)) return
      steps.keep([account_id, id], [textOf(before), textOf(after)])
      put([account_id, id], textOf(after))
    })
  }

  return {
    list: ({ account_id }) => list(account_id),
    add({ account_id, fields }) {
      const id = randomBytes(9).toString('hex')
      const at = clock.now()
      change(account_id, id, () => ({ ...fields, id, madeAt: at, changedAt: at }))
      return id
    },
    change({ account_id, id, fields }) {
      const changedAt = clock.now()
      change(account_id, id, (known) => {
        const before = assertKnown(known)
        const after = { ...before, ...fields }
        return textOf(after) === textOf(before) ? before : { ...after, changedAt }
      })
    },
    remove({ account_id, id }) {
      change(account_id, id, (known) => {
        assertKnown(known)
        return null
      })
    },
    undo: ({ account_id }) => steps.take([account_id], 'undo'),
    redo: ({ account_id }) => steps.take([account_id], 'redo'),
  } satisfies StoredCalls['annotations']
}

type Changed = OwnAnnotation | null

function assertKnown(known: OwnAnnotation | null): OwnAnnotation {
  if (known) return known
  throw notFound('This annotation was deleted meanwhile.')
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
