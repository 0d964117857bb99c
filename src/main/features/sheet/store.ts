import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Group } from '../../../shared/api/settings/index.ts'
import { AppError } from '../../../shared/failure.ts'
import type { SheetVideo } from '../../../shared/features/sheet/rows.ts'
import {
  MOST_VIEWS,
  type SheetView,
  sheetView,
} from '../../../shared/features/sheet/sheet-calls.ts'
import { accountId } from '../../../shared/model/ids.ts'
import type { Fields } from '../../../shared/plain.ts'
import { json } from '../../database/rows.ts'
import { replace } from '../../database/statements.ts'
import type { StoreContext, Stored, StoredCalls } from '../../database/stored.ts'
import { type FiguresVerbs, makeFiguresVerbs } from './figures-store.ts'

/** A page of 60 videos with a dozen items each is about 500 kB, which the window parses in one short task. */
const PAGE_VIDEOS = 60

/** The user's saved views of the sheet. */
export const sheetStored = {
  tables: {
    sheet_views: {
      alsoIn: 'copy',
      row: () =>
        z.object({
          account_id: accountId,
          tab: sheetView.shape.group,
          name: sheetView.shape.name,
          view: json(sheetView),
        }),
    },
  },
  migrations: {
    11: `
  -- What the person chose to see of a tab of the sheet, by its name.
  CREATE TABLE sheet_views (
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    tab TEXT NOT NULL,
    name TEXT NOT NULL,
    view TEXT NOT NULL CHECK (json_valid(view)),
    UNIQUE (account_id, tab, name)
  ) STRICT;
  `,
  },
  verbs: (context) => ({ sheet: makeSheet(context), ...makeFiguresVerbs(context) }),
} satisfies Stored<Pick<StoredCalls, 'sheet'> & FiguresVerbs>

type VideoRow = [id: string, name: string, duration: number | null, settings: string | null]

/** A view that was saved before columns could be frozen has none. */
const viewFrom = (json: string): SheetView => ({
  frozen: 0,
  ...(JSON.parse(json) as Omit<SheetView, 'frozen'>),
})

function makeSheet({ desk, listedPlayers, write }: StoreContext) {
  return {
    page({ account_id, group, after, known }) {
      const sql = `SELECT video_id, name, duration, json_extract(video, '$.${group satisfies Group}')
        FROM videos WHERE account_id = ? AND video_id > ? ORDER BY video_id LIMIT ?`
      const rows = desk.all<VideoRow>(sql, account_id, after ?? '', PAGE_VIDEOS)
      const pitchOf = new Map(
        listedPlayers(account_id).map(({ id, pitch_time }) => [id, pitch_time || null]),
      )
      const hash = createHash('sha1')
      for (const row of rows) hash.update(JSON.stringify([...row, pitchOf.get(row[0])]))
      const version = hash.digest('hex')
      const next = rows.length === PAGE_VIDEOS ? (rows.at(-1)?.[0] ?? null) : null
      if (version === known) return { videos: [], version, isAsKnown: true, next }
      const videos = rows.map(
        ([id, name, duration, settings]): SheetVideo => ({
          ...{ id, name, duration },
          pitch: pitchOf.get(id) ?? null,
          settings: settings === null ? null : (JSON.parse(settings) as Fields),
        }),
      )
      return { videos, version, isAsKnown: false, next }
    },
    views({ account_id }) {
      const sql = 'SELECT view FROM sheet_views WHERE account_id = ? ORDER BY tab, name'
      return desk.all<[string]>(sql, account_id).map(([view]) => viewFrom(view))
    },
    saveView({ account_id, view }) {
      write(account_id, () => {
        const sql =
          'SELECT count(*) FROM sheet_views WHERE account_id = ? AND NOT (tab = ? AND name = ?)'
        const others = desk.first<[number]>(sql, account_id, view.group, view.name)?.[0] ?? 0
        if (others >= MOST_VIEWS) throw new AppError({ kind: 'too-many', limit: MOST_VIEWS })
        const { group: tab, name } = view
        replace(desk, 'sheet_views', { account_id, tab, name, view: JSON.stringify(view) })
      })
    },
    removeView({ account_id, group, name }) {
      write(account_id, () => {
        const sql = 'DELETE FROM sheet_views WHERE account_id = ? AND tab = ? AND name = ?'
        desk.run(sql, account_id, group, name)
      })
    },
  } satisfies StoredCalls['sheet']
}
