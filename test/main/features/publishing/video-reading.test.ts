import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openStore } from '../../../../src/main/database/store.ts'
import { makeVideoReading } from '../../../../src/main/features/publishing/video-reading.ts'
import type { Video } from '../../../../src/shared/api/video.ts'
import { valueAt } from '../../../../src/shared/features/publishing/lay.ts'
import { testClock } from '../../../support/clock.ts'
import { setLabel } from '../../../support/edited-store.ts'
import { aVideo, VIDEO } from '../../../support/edits.ts'
import { count } from '../../../support/scale.ts'
import { ACCOUNT, aFolder, anAccount } from '../../../support/store-folder.ts'
import { storeWorker } from '../../../support/threads.ts'

const HISTORIES = count('histories of a video read while it is posted', { usual: 6, full: 400 })
const LABEL = { group: 'call_actions', item_id: 'cta1', register: 'action.content' } as const

const labelled = (content: string): Video => {
  const video = aVideo()
  const [first, ...others] = video.call_actions?.items ?? []
  const action = { ...(first?.['action'] as object), content }
  return {
    ...video,
    call_actions: { enabled: true, items: [{ ...first, id: 'cta1', action }, ...others] },
  }
}

test('a video read at any moment while edits are saved and published still shows the saved values', async () => {
  const store = await openStore({ workerFile: storeWorker, folder: aFolder(), clock: testClock })
  await store.putAccount(anAccount())
  const unasked = () => Promise.reject(new Error('no service is asked'))
  const videos = { list: unasked, read: unasked }
  const reading = makeVideoReading({ store, videos, clock: testClock, onChange: () => undefined })
  let at = 0

  /** A label after the other is saved and posted; `saved` is the one that must be seen by then. */
  async function write(names: readonly string[], said: { saved: number }) {
    for (const [index, name] of names.entries()) {
      await store.saveEdits(ACCOUNT, [{ video_id: VIDEO, changes: [setLabel(name)] }])
      said.saved = index
      const [row] = await store.editRows(ACCOUNT, VIDEO)
      if (!row) throw new Error('nothing waits')
      await store.commitEdits(ACCOUNT, VIDEO, { put: [{ ...row, status: 'sending' }] })
      const base = { video: labelled(name), fetchedAt: ++at }
      await store.commitEdits(ACCOUNT, VIDEO, { base, remove: [row] })
    }
  }

  const pauses = fc.array(fc.nat({ max: 3 }), { minLength: 40, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(pauses, async (turns) => {
      await store.keepVideos(ACCOUNT, [labelled('first')], ++at)
      const names = Array.from({ length: 15 }, (_, index) => `label ${index}`)
      const said = { saved: -1 }
      const writing = write(names, said)
      try {
        for (const turn of turns) {
          for (let waits = 0; waits < turn; waits++) await store.videoRows(ACCOUNT)
          const { saved } = said
          const { shown } = await reading.open(ACCOUNT, VIDEO)
          const seen = names.indexOf(String(valueAt(shown, LABEL)))
          expect(seen).toBeGreaterThanOrEqual(saved)
        }
      } finally {
        await writing
      }
    }),
    { numRuns: HISTORIES },
  )
  await store.close()
})

test('a video that the list cannot read stays as it was stored, and is named', async () => {
  const store = await openStore({ workerFile: storeWorker, folder: aFolder(), clock: testClock })
  await store.putAccount(anAccount())
  await store.keepVideos(ACCOUNT, [aVideo(), aVideo({ id: 'video0002' })], 1)
  const unread = [{ id: VIDEO, fault: 'duration' }]
  const videos = {
    list: async () => ({ value: [aVideo({ id: 'video0003' })], unread, asOf: 2 }),
    read: () => Promise.reject(new Error('not read alone')),
  }
  const reading = makeVideoReading({ store, videos, clock: testClock, onChange: () => undefined })
  await reading.refresh(ACCOUNT, null)
  const { rows, trouble } = await reading.list(ACCOUNT)
  expect(rows.map(({ id }) => id).toSorted()).toEqual([VIDEO, 'video0002', 'video0003'])
  expect(trouble).toMatchObject({ kind: 'malformed', where: `${VIDEO}: duration` })
  await store.close()
})
