import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { GROUPS } from '../../../shared/api/settings/index.ts'
import { AppError, notFound } from '../../../shared/failure.ts'
import type { VideoPlace } from '../../../shared/features/publishing/edit.ts'
import {
  MOST_TEMPLATES,
  type Template,
  type TemplateLink,
  template,
  templateId,
} from '../../../shared/features/templates/template.ts'
import type { Database } from '../../database/database.ts'
import { count, json, ofVideo } from '../../database/rows.ts'
import { insert, jsonRow, jsonRows, upsert } from '../../database/statements.ts'
import type { StoreContext, Stored, StoredCalls } from '../../database/stored.ts'

/** Older versions stored a number of any length that was typed in a setting. */
const isOfSetting = ([key]: readonly string[]) => key === 'values'

/**
 * The templates, shared by all accounts, and the links from each account's items to the templates
 * they were made or changed from.
 */
export const templatesStored = {
  tables: {
    templates: {
      alsoIn: 'copy',
      part: 'templates',
      row: () => z.object({ id: templateId, template: json(template, isOfSetting) }),
    },
    template_links: {
      alsoIn: 'copy',
      row: () =>
        z.object({
          ...ofVideo,
          tab: z.enum(GROUPS),
          item_id: z.string().max(200),
          template_id: templateId,
        }),
    },
    // Goes with the undo steps.
    step_links: {
      alsoIn: 'none',
      row: () =>
        z.object({
          step: count,
          ...ofVideo,
          tab: z.enum(GROUPS),
          item_id: z.string().max(200),
          before: templateId.nullable(),
          after: templateId.nullable(),
        }),
    },
  },
  migrations: {
    11: `
  CREATE TABLE templates (
    id TEXT PRIMARY KEY,
    template TEXT NOT NULL CHECK (json_valid(template))
  ) STRICT;
  -- Which template an item, or with an empty id a whole group, is compared with.
  CREATE TABLE template_links (
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    video_id TEXT NOT NULL,
    tab TEXT NOT NULL,
    item_id TEXT NOT NULL,
    template_id TEXT NOT NULL REFERENCES templates ON DELETE CASCADE,
    UNIQUE (account_id, video_id, tab, item_id)
  ) STRICT;
  CREATE INDEX template_links_of_template ON template_links (template_id);
  `,
    13: `
  -- What an undo step links: the template of each place before and after it.
  CREATE TABLE step_links (
    step INTEGER NOT NULL REFERENCES steps ON DELETE CASCADE,
    account_id TEXT NOT NULL,
    video_id TEXT NOT NULL,
    tab TEXT NOT NULL,
    item_id TEXT NOT NULL,
    before TEXT,
    after TEXT,
    PRIMARY KEY (step, video_id, tab, item_id)
  ) STRICT;
  `,
  },
  verbs: (context) => ({ templates: makeTemplates(context) }),
} satisfies Stored<Pick<StoredCalls, 'templates'>>

// Of the stored videos, each read once, and of the edits.
const ITEMS_THERE = `SELECT video_id, tab, item.value ->> '$.id'
  FROM (SELECT DISTINCT video_id, tab FROM template_links WHERE account_id = ?1 AND item_id <> '')
  JOIN videos USING (video_id), json_each(video, '$.' || tab || '.items') AS item
  WHERE account_id = ?1
  UNION ALL SELECT video_id, edit ->> '$.group', edit ->> '$.item_id' FROM edits
  WHERE account_id = ?1 AND kind = 'create'`

function makeTemplates({ desk, clock, write, adoptedIds }: StoreContext) {
  const find = (id: string) => findTemplate(desk, id)

  function assertRoom(added: number) {
    const known = desk.first<[number]>('SELECT count(*) FROM templates')?.[0] ?? 0
    if (known + added > MOST_TEMPLATES) {
      throw new AppError({ kind: 'too-many', limit: MOST_TEMPLATES })
    }
  }

  return {
    list: () =>
      jsonRows<Template>(desk, 'SELECT template FROM templates').sort(
        (a, b) => a.name.localeCompare(b.name) || a.madeAt - b.madeAt,
      ),
    save: ({ templates }) =>
      desk.transaction(() => {
        assertRoom(templates.filter(({ id }) => id === null).length)
        return templates.map(({ id: known, fields }) => {
          const at = clock.now()
          const before = known === null ? null : assertKnown(find(known))
          const id = known ?? randomBytes(9).toString('hex')
          const saved: Template = { ...fields, id, madeAt: before?.madeAt ?? at, changedAt: at }
          upsert(desk, 'templates', { id }, { template: JSON.stringify(saved) })
          return id
        })
      }),
    remove({ ids }) {
      desk.transaction(() => {
        for (const id of ids) desk.run('DELETE FROM templates WHERE id = ?', id)
      })
    },
    links({ account_id }) {
      // The link of an item that is gone stays: undo or a later read may bring the item back.
      const sql = `SELECT video_id, tab AS "group", nullif(item_id, '') AS item_id, template_id
        FROM template_links JOIN videos USING (account_id, video_id)
        WHERE account_id = ?1 AND (item_id = '' OR (video_id, tab, item_id) IN (${ITEMS_THERE}))`
      return desk.objects<TemplateLink>(sql, account_id)
    },
    link({ account_id, template_id, places: named }) {
      const places = adoptedIds.resolveAll(account_id, named)
      write(account_id, () => linkPlaces(desk, { account_id, step: null }, { template_id, places }))
    },
  } satisfies StoredCalls['templates']
}

const findTemplate = (desk: Database, id: string) =>
  jsonRow<Template>(desk, 'SELECT template FROM templates WHERE id = ?', id)

function assertKnown(known: Template | null): Template {
  if (known) return known
  throw notFound('This template was deleted meanwhile.')
}

type LinkAt = readonly [account_id: string, video_id: string, tab: string, item_id: string]

const WHERE_LINK = 'WHERE account_id = ? AND video_id = ? AND tab = ? AND item_id = ?'

const unlink = (desk: Database, at: LinkAt) =>
  desk.run(`DELETE FROM template_links ${WHERE_LINK}`, ...at)

interface Linking {
  account_id: string
  /** The undo step that it is part of; null when it is none. */
  step: number | null
}

interface Link {
  template_id: string | null
  places: readonly VideoPlace[]
}

/** Compares places with a template; with null, with none any more. */
export function linkPlaces(desk: Database, { account_id, step }: Linking, link: Link) {
  const { template_id, places } = link
  if (template_id !== null) assertKnown(findTemplate(desk, template_id))
  for (const { video_id, group, item_id } of places) {
    const at = { account_id, video_id, tab: group, item_id: item_id ?? '' }
    const key = [account_id, video_id, group, at.item_id] as const
    if (step !== null) {
      const sql = `SELECT template_id FROM template_links ${WHERE_LINK}`
      const [before = null] = desk.first<[string]>(sql, ...key) ?? []
      insert(desk, 'step_links', { ...at, step, before, after: template_id }, 'OR IGNORE')
    }
    unlink(desk, key)
    if (template_id !== null) insert(desk, 'template_links', { ...at, template_id })
  }
}

/** Links the places of an undo step as they were before or after it; a deleted template stays so. */
export function restoreLinks(desk: Database, step: number, side: 'before' | 'after') {
  desk.run(
    `DELETE FROM template_links WHERE (account_id, video_id, tab, item_id) IN
     (SELECT account_id, video_id, tab, item_id FROM step_links WHERE step = ?)`,
    step,
  )
  desk.run(
    `INSERT INTO template_links (account_id, video_id, tab, item_id, template_id)
     SELECT account_id, video_id, tab, item_id, ${side} FROM step_links
     WHERE step = ? AND ${side} IN (SELECT id FROM templates)`,
    step,
  )
}

/** A place with a finished edit keeps its template when the rest of the step is undone. */
export function forgetLink(desk: Database, step: number, { video_id, ...at }: VideoPlace) {
  const sql = 'DELETE FROM step_links WHERE step = ? AND video_id = ? AND tab = ? AND item_id = ?'
  desk.run(sql, step, video_id, at.group, at.item_id ?? '')
}

/** Moves an item's template link from its local id to the id that the service assigned. */
export function moveTemplateLink(desk: Database, at: LinkAt, item_id: string) {
  const [account_id, video_id, tab] = at
  unlink(desk, [account_id, video_id, tab, item_id])
  desk.run(`UPDATE template_links SET item_id = ? ${WHERE_LINK}`, item_id, ...at)
}
