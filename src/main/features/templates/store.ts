import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { GROUPS, type Group } from '../../../shared/api/settings/index.ts'
import { AppError } from '../../../shared/failure.ts'
import {
  MOST_TEMPLATES,
  type Template,
  template,
  templateId,
} from '../../../shared/features/templates/template.ts'
import type { Database } from '../../database/database.ts'
import { json, ofVideo } from '../../database/rows.ts'
import { insert, jsonRow, jsonRows, upsert } from '../../database/statements.ts'
import type { StoreContext, Stored, StoredCalls } from '../../database/stored.ts'

/**
 * The templates, shared by all accounts, and the links from each account's items to the templates
 * they were made or changed from.
 */
export const templatesStored = {
  tables: {
    templates: {
      alsoIn: 'copy',
      part: 'templates',
      row: () => z.object({ id: templateId, template: json(template) }),
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
  },
  verbs: (context) => ({ templates: makeTemplates(context) }),
} satisfies Stored<Pick<StoredCalls, 'templates'>>

function makeTemplates({ desk, clock, write }: StoreContext) {
  const find = (id: string) =>
    jsonRow<Template>(desk, 'SELECT template FROM templates WHERE id = ?', id)

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
      const sql =
        'SELECT video_id, tab, item_id, template_id FROM template_links WHERE account_id = ?'
      return desk
        .all<[string, Group, string, string]>(sql, account_id)
        .map(([video_id, group, item_id, template_id]) => ({
          ...{ video_id, group, template_id },
          item_id: item_id === '' ? null : item_id,
        }))
    },
    link({ account_id, template_id, places }) {
      write(account_id, () => {
        if (template_id !== null) assertKnown(find(template_id))
        for (const { video_id, group, item_id } of places) {
          const at = { account_id, video_id, tab: group, item_id: item_id ?? '' }
          unlink(desk, [account_id, video_id, group, at.item_id])
          if (template_id !== null) insert(desk, 'template_links', { ...at, template_id })
        }
      })
    },
  } satisfies StoredCalls['templates']
}

function assertKnown(known: Template | null): Template {
  if (known) return known
  const text = 'This template was deleted meanwhile.'
  throw new AppError({ kind: 'not-found', what: 'local', text })
}

type LinkAt = readonly [account_id: string, video_id: string, tab: string, item_id: string]

const WHERE_LINK = 'WHERE account_id = ? AND video_id = ? AND tab = ? AND item_id = ?'

const unlink = (desk: Database, at: LinkAt) =>
  desk.run(`DELETE FROM template_links ${WHERE_LINK}`, ...at)

/** Moves an item's template link from its local id to the id that the service assigned. */
export function moveTemplateLink(desk: Database, at: LinkAt, item_id: string) {
  const [account_id, video_id, tab] = at
  unlink(desk, [account_id, video_id, tab, item_id])
  desk.run(`UPDATE template_links SET item_id = ? ${WHERE_LINK}`, item_id, ...at)
}
