import { z } from 'zod'
import {
  PICTURE_TYPES,
  type Picture,
  pictureHash,
} from '../../../shared/features/pictures/picture.ts'
import { accountId } from '../../../shared/model/ids.ts'
import { instant } from '../../../shared/time/time.ts'
import { count } from '../../database/rows.ts'
import { replace } from '../../database/statements.ts'
import type { StoreContext, Stored } from '../../database/stored.ts'

/** An upload that was started; without a file id its outcome is unknown. */
export interface Upload {
  id: number
  hash: string
  name: string
  at: number
  file_id: string | null
  /** Whether a stored video or a pending edit uses its file. */
  isNamed: boolean
}

type UploadRow = Omit<Upload, 'isNamed'> & { isNamed: number }
type Begun = Pick<Upload, 'hash' | 'name' | 'at'>

// A picture that is not uploaded yet is only in edits; a file id is in a variant of a video or an
// edit.
const UPLOADS = `SELECT id, hash, name, at, file_id, file_id IS NOT NULL AND (
    EXISTS (SELECT 1 FROM videos, json_each(videos.video, '$.smart_autoplay.variants') AS variant
      WHERE videos.account_id = uploads.account_id AND variant.type = 'object'
      AND json_extract(variant.value, '$.file_id') = uploads.file_id)
    OR EXISTS (SELECT 1 FROM edits WHERE edits.account_id = uploads.account_id
      AND instr(edits.edit, json_quote(uploads.file_id)) > 0)) AS isNamed
  FROM uploads WHERE account_id = ? ORDER BY id DESC`

/** The pictures stored for an account, in files of their own, and their uploads. */
export const picturesStored = {
  tables: {
    pictures: {
      alsoIn: 'copy',
      part: 'pictures',
      row: () =>
        z.object({
          account_id: accountId,
          hash: pictureHash,
          name: z.string(),
          type: z.enum(PICTURE_TYPES),
          size: count,
          width: count,
          height: count,
          chosen_at: instant,
        }),
    },
    uploads: {
      alsoIn: 'copy',
      row: () =>
        z.object({
          id: count,
          account_id: accountId,
          hash: pictureHash,
          name: z.string(),
          at: instant,
          file_id: z.string().nullable(),
        }),
    },
  },
  migrations: {
    4: `
  -- Pictures kept in files of their own, by the SHA-256 of their bytes.
  CREATE TABLE pictures (
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    hash TEXT NOT NULL,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    size INTEGER NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    chosen_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, hash)
  ) STRICT;
  -- Every upload begun. One without a file id was never answered.
  CREATE TABLE uploads (
    id INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    hash TEXT NOT NULL,
    name TEXT NOT NULL,
    at INTEGER NOT NULL,
    file_id TEXT
  ) STRICT;
  CREATE INDEX uploads_of_account ON uploads (account_id, id);
  `,
  },
  verbs: makePictureVerbs,
} satisfies Stored<unknown>

function makePictureVerbs({ desk, write }: StoreContext) {
  return {
    /** Most recently chosen first. */
    keptPictures: (account_id: string): Picture[] =>
      desk.objects<Picture>(
        `SELECT hash, name, type, size, width, height, chosen_at AS chosenAt FROM pictures
         WHERE account_id = ? ORDER BY chosen_at DESC, hash`,
        account_id,
      ),
    keepPicture(account_id: string, picture: Picture): void {
      const { hash, name, type, size, width, height, chosenAt } = picture
      const row = { account_id, hash, name, type, size, width, height, chosen_at: chosenAt }
      write(account_id, () => replace(desk, 'pictures', row))
    },
    /** Newest first. */
    uploads: (account_id: string): Upload[] =>
      desk
        .objects<UploadRow>(UPLOADS, account_id)
        .map((upload) => ({ ...upload, isNamed: upload.isNamed === 1 })),
    /**
     * Stored before the first byte is sent: an upload without an answer may still create a file.
     */
    beginUpload(account_id: string, { hash, name, at }: Begun): number {
      const sql =
        'INSERT INTO uploads (account_id, hash, name, at) VALUES (?, ?, ?, ?) RETURNING id'
      return write(account_id, () => {
        const [id = 0] = desk.first<[number]>(sql, account_id, hash, name, at) ?? []
        return id
      })
    },
    endUpload(account_id: string, id: number, file_id: string): void {
      const sql = 'UPDATE uploads SET file_id = ? WHERE account_id = ? AND id = ?'
      write(account_id, () => desk.run(sql, file_id, account_id, id))
    },
    /**
     * For an upload that is known to have created nothing, or whose file must not be used again.
     */
    dropUpload(account_id: string, id: number): void {
      const sql = 'DELETE FROM uploads WHERE account_id = ? AND id = ?'
      write(account_id, () => desk.run(sql, account_id, id))
    },
  }
}
