import fs from 'node:fs'
import path from 'node:path'
import { makeVerbs, type Verbs } from '../../src/main/database/verbs.ts'
import { makeExports } from '../../src/main/features/exports/exports.ts'
import { makePictures } from '../../src/main/features/pictures/pictures.ts'
import { proposalsHandlers } from '../../src/main/features/proposals/proposals.ts'
import { makeReportFiles } from '../../src/main/features/reports/report-files.ts'
import { isLargeJson, opened } from '../../src/main/threads/large-json.ts'
import type { Video } from '../../src/shared/api/video.ts'
import type { OpenedFile } from '../../src/shared/features/proposals/proposal-calls.ts'
import type { DecimalMark } from '../../src/shared/locales/languages.ts'
import { testClock } from './clock.ts'
import { newFolder } from './folder.ts'
import { closedLater } from './opened.ts'
import { ACCOUNT, aFolder, anAccount } from './store-folder.ts'
import { reportWorker } from './threads.ts'

/**
 * The main process with videos, which exchanges files through a folder; `choose` is the user's next
 * choice.
 */
export function proposalsDesk(
  videos: Video[],
  accountName = 'Lançamentos',
  decimal: DecimalMark = '.',
) {
  const verbs: Verbs = makeVerbs(aFolder(), testClock)
  verbs.putAccount(anAccount())
  verbs.keepVideos(ACCOUNT, videos, testClock.now())
  const folder = newFolder()
  let chosen: string | null = null
  const pictures = makePictures({
    ...{ folder: aFolder(), clock: testClock, onChange: () => undefined },
    choosePicture: () => Promise.resolve(chosen),
    send: (_account_id, { name }) => Promise.resolve({ id: `file-of-${name}` }),
    store: {
      keptPictures: async (account_id) => verbs.keptPictures(account_id),
      keepPicture: async (account_id, picture) => verbs.keepPicture(account_id, picture),
      uploads: async (account_id) => verbs.uploads(account_id),
      beginUpload: async (account_id, upload) => verbs.beginUpload(account_id, upload),
      endUpload: async (account_id, id, file_id) => verbs.endUpload(account_id, id, file_id),
      dropUpload: async (account_id, id) => verbs.dropUpload(account_id, id),
    },
  })
  const chooseFile = (name: string) => Promise.resolve(path.join(folder, name))
  const exports = makeExports({
    ...{ clock: testClock, version: '0.0.0', chooseFile, onChange: () => undefined, decimal },
    tables: () => Promise.reject(new Error('no table of figures')),
    copy: () => Promise.resolve(),
  })
  const handlers = proposalsHandlers({
    ...{ exports, pictures, chooseFile, clock: testClock, version: '0.0.0', decimal },
    chooseImport: () => Promise.resolve(chosen),
    files: makeReportFiles({ workerFile: reportWorker }),
    accountOf: () => Promise.resolve({ name: accountName }),
    store: {
      editedVideo: async (account_id, video_id) => verbs.editedVideo(account_id, video_id),
      editsOf: async (account_id) => verbs.editsOf(account_id),
    },
  })
  return {
    ...{ verbs, handlers, exports, pictures, folder },
    write: (name: string, content: string | Buffer) => {
      const place = path.join(folder, name)
      fs.writeFileSync(place, content)
      return place
    },
    /** Chooses a picture for this computer. */
    async choosePicture(bytes: Buffer) {
      chosen = path.join(folder, 'cover.png')
      fs.writeFileSync(chosen, bytes)
      const picture = await pictures.choose(ACCOUNT)
      if (!picture) throw new Error('nothing was chosen')
      return picture
    },
    /** Opens a file as the window does. */
    async open(place: string): Promise<OpenedFile> {
      chosen = place
      const file = (await handlers.open({ account_id: ACCOUNT })) as OpenedFile
      const { value } = file as { value: unknown }
      return isLargeJson(value)
        ? ({ ...file, value: opened(value) } as unknown as OpenedFile)
        : file
    },
    close: closedLater(verbs.close),
  }
}

export type ProposalsDesk = ReturnType<typeof proposalsDesk>
