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

/** Uploads each picture once, as far as the answers allow, and knows what may have become a file. */
export function makeUploads({ store, send, clock, onChange }: UploadsParts, read: Read) {
  const underWay = new Map<string, Promise<string>>()
  const begun = new Set<number>()

  async function uploadOnce(account_id: string, hash: string): Promise<string> {
    const known = (await store.uploads(account_id)).find(
      (upload) => upload.hash === hash && upload.file_id !== null,
    )
    if (known?.file_id) return known.file_id
    const { name, type, bytes } = await read(account_id, hash)
    const id = await store.beginUpload(account_id, { hash, name, at: clock.now() })
    begun.add(id)
    try {
      const { id: file_id } = await send(account_id, { name, type, bytes })
      await store.endUpload(account_id, id, file_id)
      return file_id
    } catch (thrown) {
      const became = resultClass(failureOf(thrown))
      // What was not answered may be a file that nothing names: its row stays and says so.
      if (became === 'not-sent' || became === 'refused') await store.dropUpload(account_id, id)
      throw thrown
    } finally {
      begun.delete(id)
      onChange()
    }
  }

  return {
    /** The id of its file, uploaded now or before; two who ask at once share one upload. */
    upload(account_id: string, hash: string): Promise<string> {
      const key = `${account_id} ${hash}`
      const known = underWay.get(key)
      if (known) return known
      const uploading = uploadOnce(account_id, hash).finally(() => underWay.delete(key))
      underWay.set(key, uploading)
      return uploading
    },
    /** The service does not take these ids any more: gives which pictures they were, to upload anew. */
    async disown(account_id: string, file_ids: readonly string[]): Promise<Map<string, string>> {
      const disowned = new Map<string, string>()
      for (const { id, hash, file_id } of await store.uploads(account_id)) {
        if (file_id === null || !file_ids.includes(file_id)) continue
        disowned.set(file_id, hash)
        await store.dropUpload(account_id, id)
      }
      onChange()
      return disowned
    },
    isUnderWay: (id: number) => begun.has(id),
  }
}

export type Uploads = ReturnType<typeof makeUploads>
