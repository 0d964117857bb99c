import { z } from 'zod'
import { tags } from '../../../shared/features/player-marks/player-mark.ts'
import {
  DEFAULT_ACCENT,
  NO_COVER,
  type ReportCover,
  type ReportSender,
  reportCover,
  reportSender,
} from '../../../shared/features/reports/cover.ts'
import {
  type ListedReport,
  type ReportAbout,
  type ReportMarks,
  reportAbout,
  reportId,
} from '../../../shared/features/reports/report.ts'
import { instant } from '../../../shared/time/time.ts'
import type { Database } from '../../database/database.ts'
import { count, flag, json } from '../../database/rows.ts'
import { insert, jsonRow, replace } from '../../database/statements.ts'
import type { StoreContext, Stored } from '../../database/stored.ts'
import { logoTrouble, type StoredBrand } from './logo.ts'

/** A report as stored; its document is deflated JSON. */
export interface StoredReport {
  id: string
  origin: ListedReport['origin']
  addedAt: number
  about: ReportAbout
  document: Uint8Array
  preview: Uint8Array | null
  /** The texts for the reader from its file. A report that is stored already keeps its own. */
  cover?: ReportCover
}

type Row = Pick<ListedReport, 'id' | 'origin' | 'addedAt' | 'size'> & {
  hasPreview: number
  isFavourite: number
  tags: string
  about: string
  cover: string
}

/**
 * The library of reports. They belong to no account, so they remain when their account is removed.
 */
export const reportsStored = {
  tables: {
    reports: {
      alsoIn: 'copy',
      part: 'reports',
      row: () =>
        z.object({
          id: reportId,
          origin: z.enum(['made', 'scheduled', 'opened']),
          added_at: instant,
          removed_at: instant.nullable(),
          size: count,
          has_preview: flag,
          tags: json(tags),
          is_favourite: flag,
          about: json(reportAbout),
          cover: json(reportCover),
        }),
    },
    report_documents: {
      alsoIn: 'copy',
      part: 'reports',
      row: async () => (await import('./document-row.ts')).documentRow,
    },
    report_brand: {
      alsoIn: 'copy',
      row: () =>
        z.object({
          id: z.literal(1),
          sender: json(reportSender),
          logo: z
            .instanceof(Uint8Array)
            .refine((bytes) => logoTrouble(bytes) === null)
            .nullable(),
        }),
    },
  },
  migrations: {
    10: `
  -- Screens frozen as they stood. They belong to no account: a report outlives the one it is of.
  CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    origin TEXT NOT NULL CHECK (origin IN ('made', 'scheduled', 'opened')),
    added_at INTEGER NOT NULL,
    removed_at INTEGER,
    size INTEGER NOT NULL,
    has_preview INTEGER NOT NULL CHECK (has_preview IN (0, 1)),
    tags TEXT NOT NULL CHECK (json_valid(tags)),
    is_favourite INTEGER NOT NULL CHECK (is_favourite IN (0, 1)),
    about TEXT NOT NULL CHECK (json_valid(about))
  ) STRICT;
  -- Apart, so that the list is read without them. The document is JSON, deflated.
  CREATE TABLE report_documents (
    id TEXT PRIMARY KEY REFERENCES reports ON DELETE CASCADE,
    document BLOB NOT NULL,
    preview BLOB
  ) STRICT;
  `,
    11: `
  -- Title and note for the reader. Beside the document, whose checksum stays when they change.
  ALTER TABLE reports ADD COLUMN cover TEXT NOT NULL
    DEFAULT '{"title":"","note":"","signature":""}' CHECK (json_valid(cover));
  -- Whose reports these are: one row.
  CREATE TABLE report_brand (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    sender TEXT NOT NULL CHECK (json_valid(sender)),
    logo BLOB
  ) STRICT;
  `,
  },
  verbs: makeReportVerbs,
} satisfies Stored<unknown>

function makeReportVerbs({ desk, eraseFromCopies }: StoreContext) {
  const each = (ids: readonly string[], sql: string, ...binds: (number | null)[]) =>
    desk.transaction(() => {
      for (const id of ids) desk.run(sql, ...binds, id)
    })

  function reportBrand(): StoredBrand {
    const sql = 'SELECT sender, logo FROM report_brand'
    const [sender, logo] = desk.first<[string, Uint8Array | null]>(sql) ?? [null, null]
    if (sender === null) return { name: '', accent: DEFAULT_ACCENT, logo: null }
    return { ...(JSON.parse(sender) as ReportSender), logo }
  }

  const part = (column: 'document' | 'preview', id: string): Uint8Array | null => {
    const sql = `SELECT ${column} FROM report_documents WHERE id = ?`
    return desk.first<[Uint8Array | null]>(sql, id)?.[0] ?? null
  }

  return {
    /** Newest first. */
    reports(): ListedReport[] {
      const sql = `SELECT id, origin, added_at AS addedAt, size, has_preview AS hasPreview, tags,
        is_favourite AS isFavourite, about, cover
        FROM reports WHERE removed_at IS NULL ORDER BY added_at DESC, id`
      return desk.objects<Row>(sql).map(listed)
    },
    /** Adding a stored report again changes nothing, except that a removed one is restored. */
    addReport({ id, origin, addedAt, about, document, preview, cover }: StoredReport): void {
      desk.transaction(() => {
        const size = document.byteLength + (preview?.byteLength ?? 0)
        const sql = `INSERT INTO reports
          (id, origin, added_at, size, has_preview, tags, is_favourite, about, cover)
          VALUES (?, ?, ?, ?, ?, '[]', 0, ?, ?)
          ON CONFLICT (id) DO UPDATE SET removed_at = NULL`
        const text = JSON.stringify(about)
        const coverText = JSON.stringify(cover ?? NO_COVER)
        desk.run(sql, id, origin, addedAt, size, preview ? 1 : 0, text, coverText)
        insert(desk, 'report_documents', { id, document, preview }, 'OR IGNORE')
      })
    },
    reportDocument: (id: string) => part('document', id),
    reportPreview: (id: string) => part('preview', id),
    reportCover(id: string): ReportCover {
      const sql = 'SELECT cover FROM reports WHERE id = ?'
      return jsonRow(desk, sql, id) ?? NO_COVER
    },
    reportBrand,
    changeReportBrand(change: Partial<StoredBrand>): void {
      desk.transaction(() => {
        const { logo, ...sender } = { ...reportBrand(), ...change }
        replace(desk, 'report_brand', { id: 1, sender: JSON.stringify(sender), logo })
      })
    },
    markReport(id: string, { tags, isFavourite, cover }: ReportMarks): void {
      desk.transaction(() => {
        const coverText = cover && JSON.stringify(cover)
        if (coverText) desk.run('UPDATE reports SET cover = ? WHERE id = ?', coverText, id)
        if (tags) desk.run('UPDATE reports SET tags = ? WHERE id = ?', JSON.stringify(tags), id)
        if (isFavourite === undefined) return
        desk.run('UPDATE reports SET is_favourite = ? WHERE id = ?', isFavourite ? 1 : 0, id)
      })
    },
    /** Hides reports from the list; `pruneReports` deletes them. */
    removeReports(ids: readonly string[], at: number): void {
      each(ids, 'UPDATE reports SET removed_at = ? WHERE id = ?', at)
    },
    restoreReports(ids: readonly string[]): void {
      each(ids, 'UPDATE reports SET removed_at = NULL WHERE id = ?')
    },
    /** Copies first: after an interruption the next start erases them again. */
    pruneReports(): void {
      const sql = 'SELECT id FROM reports WHERE removed_at IS NOT NULL'
      eraseFromCopies('reports', desk.all<[string]>(sql).flat())
      desk.transaction(() => eraseRemovedReports(desk))
    },
  }
}

/** To be called in a transaction. */
export const eraseRemovedReports = (desk: Database) =>
  desk.run('DELETE FROM reports WHERE removed_at IS NOT NULL')

const listed = ({ about, tags, hasPreview, isFavourite, ...row }: Row): ListedReport => {
  const cover = JSON.parse(row.cover) as ReportCover
  return {
    ...row,
    about: titled(JSON.parse(about) as ReportAbout, cover),
    hasPreview: hasPreview === 1,
    tags: JSON.parse(tags) as string[],
    isFavourite: isFavourite === 1,
    cover,
  }
}

/** With the title of its cover, if it has one. */
export const titled = <T extends Pick<ReportAbout, 'title'>>(
  about: T,
  { title }: ReportCover,
): T => (title.trim() ? { ...about, title } : about)
