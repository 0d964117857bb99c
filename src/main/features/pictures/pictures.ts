import { AppError, noAccount } from '../../../shared/failure.ts'
import {
  type Picture,
  type PicturesList,
  withFileIds,
} from '../../../shared/features/pictures/picture.ts'
import type { Store } from '../../database/store.ts'
import type { CallHandlers } from '../../shell/router.ts'
import { pictureError, readChosen } from './chosen-file.ts'
import { inspect, MOST_PIXELS_A_SIDE } from './inspect.ts'
import { makePictureFiles, type PictureFiles } from './kept-files.ts'
import { makeUploads, type Uploads, type UploadsParts } from './uploads.ts'

interface PicturesParts extends UploadsParts {
  /** The data folder. */
  folder: string
  store: Pick<Store, 'keptPictures' | 'keepPicture'> & UploadsParts['store']
  /** Asks the user for a file; null when cancelled. */
  choosePicture: () => Promise<string | null>
}

export type Pictures = ReturnType<typeof makePictures>

/** Pictures chosen on this computer: stored by hash, and uploaded when posted. */
export function makePictures(parts: PicturesParts) {
  const { store, choosePicture } = parts
  const files = makePictureFiles(parts.folder)
  const read = (account_id: string, hash: string) => readKept({ store, files }, account_id, hash)
  const uploads = makeUploads(parts, read)

  return {
    /** Null when cancelled. */
    async choose(account_id: string): Promise<Picture | null> {
      const file = await choosePicture()
      if (file === null) return null
      if (files.isAside(account_id)) throw noAccount()
      const picture = await keep({ ...parts, files }, account_id, file)
      parts.onChange()
      return picture
    },
    list: (account_id: string) => list(store, uploads, account_id),
    async preview(account_id: string, hash: string): Promise<string> {
      const { bytes, type } = await read(account_id, hash)
      return `data:${type};base64,${bytes.toString('base64')}`
    },
    hashes: files.hashes,
    upload: uploads.upload,
    deleteUploads: uploads.deleteUploads,
    /** Replaces picture references in a request body by file ids, where these are known. */
    async named<T>(account_id: string, body: T): Promise<T> {
      const uploaded = await store.uploads(account_id)
      const known = new Map(
        uploaded.flatMap(({ hash, file_id }) => (file_id ? [[hash, file_id] as const] : [])),
      )
      return withFileIds(body, (hash) => known.get(hash)) as T
    },
    /** The account is being removed: nothing more is chosen for it. */
    putAside: files.putAside,
    /** The account is used again, after removing it failed. */
    putBack: files.putBack,
    eraseAside: files.eraseAside,
  }
}

type Keeping = Pick<PicturesParts, 'store' | 'clock'> & { files: PictureFiles }

/** Resolves when file and row are durable. */
async function keep({ store, files, clock }: Keeping, account_id: string, file: string) {
  const { name, bytes } = await readChosen(file)
  const inspected = inspect(bytes)
  if (typeof inspected === 'string') throw pictureError(inspected, name, limitOf(inspected))
  const hash = await files.keep(account_id, bytes)
  const picture = { hash, name, size: bytes.length, ...inspected, chosenAt: clock.now() }
  try {
    await store.keepPicture(account_id, picture)
  } catch (thrown) {
    // Without its account the file would never be removed.
    if (thrown instanceof AppError && thrown.failure.kind === 'not-found') {
      await files.forget(account_id)
    }
    throw thrown
  }
  return picture
}

async function list(
  store: PicturesParts['store'],
  uploads: Pick<Uploads, 'isUnderWay'>,
  account_id: string,
): Promise<PicturesList> {
  const pictures = await store.keptPictures(account_id)
  const uploaded = await store.uploads(account_id)
  const orphans = uploaded.filter(({ id, isNamed }) => !isNamed && !uploads.isUnderWay(id))
  return {
    pictures: pictures.map((picture) => {
      const own = uploaded.filter(({ hash }) => hash === picture.hash)
      return { ...picture, file_ids: own.flatMap(({ file_id }) => file_id ?? []) }
    }),
    orphans: orphans.map(({ file_id, name, at }) => ({ file_id, name, at })),
  }
}

const limitOf = (reason: string) => (reason === 'too-many-pixels' ? String(MOST_PIXELS_A_SIDE) : '')

/** The type comes from the bytes: the row may be lost with the database. */
async function readKept(
  { store, files }: Pick<PicturesParts, 'store'> & { files: PictureFiles },
  account_id: string,
  hash: string,
) {
  const known = (await store.keptPictures(account_id)).find((picture) => picture.hash === hash)
  const name = known?.name ?? hash.slice(0, 8)
  const bytes = await files.read(account_id, hash)
  const inspected = bytes && inspect(bytes)
  if (!bytes || !inspected || typeof inspected === 'string') throw pictureError('gone', name)
  return { bytes, name, type: inspected.type }
}

export function picturesHandlers(pictures: Pictures): CallHandlers['pictures'] {
  return {
    choose: ({ account_id }) => pictures.choose(account_id),
    list: ({ account_id }) => pictures.list(account_id),
    preview: ({ account_id, hash }) => pictures.preview(account_id, hash),
  }
}
