import { failureOf } from '../../../shared/failure.ts'
import type { Clock } from '../../clock.ts'
import type { Store } from '../../database/store.ts'
import type { VideoService } from '../publishing/edit-row.ts'
import { resultClass } from '../publishing/result-class.ts'

export interface UploadsParts {
  store: Pick<Store, 'uploads' | 'beginUpload' | 'endUpload' | 'dropUpload'>
  send: VideoService['upload']
  clock: Pick<Clock, 'now'>
  onChange: () => void
}

interface Readable {
  name: string
  type: string
  bytes: Uint8Array<ArrayBuffer>
}
type Read = (account_id: string, hash: string) => Promise<Readable>

/** Uploads each picture once, if answered, and keeps track of uploads without an answer. */
export function makeUploads({ store, send, clock, onChange }: UploadsParts, read: Read) {
  const underWay = new Map<string, Promise<string>>()
  const running = new Set<number>()

  async function uploadOnce(account_id: string, hash: string): Promise<string> {
    const known = (await store.uploads(account_id)).find(
      (upload) => upload.hash === hash && upload.file_id !== null,
    )
    if (known?.file_id) return known.file_id
    const { name, type, bytes } = await read(account_id, hash)
    const id = await store.beginUpload(account_id, { hash, name, at: clock.now() })
    running.add(id)
    try {
      const { id: file_id } = await send(account_id, { name, type, bytes })
      await store.endUpload(account_id, id, file_id)
      return file_id
    } catch (thrown) {
      const result = resultClass(failureOf(thrown))
      // Without an answer there may be an unused file at the service: the row stays to show that.
      if (result === 'not-sent' || result === 'refused') await store.dropUpload(account_id, id)
      throw thrown
    } finally {
      running.delete(id)
      onChange()
    }
  }

  return {
    /** The id of the picture's file, uploaded now or earlier. Parallel calls share one upload. */
    upload(account_id: string, hash: string): Promise<string> {
      const key = `${account_id} ${hash}`
      const known = underWay.get(key)
      if (known) return known
      const uploading = uploadOnce(account_id, hash).finally(() => underWay.delete(key))
      underWay.set(key, uploading)
      return uploading
    },
    /** Forgets file ids that the service refuses; resolves with their pictures' hashes by id. */
    async deleteUploads(
      account_id: string,
      file_ids: readonly string[],
    ): Promise<Map<string, string>> {
      const deleted = new Map<string, string>()
      for (const { id, hash, file_id } of await store.uploads(account_id)) {
        if (file_id === null || !file_ids.includes(file_id)) continue
        deleted.set(file_id, hash)
        await store.dropUpload(account_id, id)
      }
      onChange()
      return deleted
    },
    isUnderWay: (id: number) => running.has(id),
  }
}

export type Uploads = ReturnType<typeof makeUploads>
