import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../../src/main/database/database.ts'
import { DESK } from '../../../../src/main/database/stored-features.ts'
import { makeVerbs, type Verbs } from '../../../../src/main/database/verbs.ts'
import type { EditRow } from '../../../../src/main/features/publishing/edit-row.ts'
import type { Video } from '../../../../src/shared/api/video.ts'
import type { Change } from '../../../../src/shared/features/publishing/edit.ts'
import { testClock } from '../../../support/clock.ts'
import {
  keysIn,
  LABEL_KEY,
  save,
  setLabel,
  storeIn,
  wantsIn,
  withVideos,
} from '../../../support/edited-store.ts'
import { anEditRow, aVideo, VIDEO } from '../../../support/edits.ts'
import { ACCOUNT, aFolder, anAccount, failureFrom } from '../../../support/store-folder.ts'

test('a video is read back as it was stored, after a restart too', () => {
  const folder = aFolder()
  const verbs = storeIn(folder)
  verbs.keepVideos(ACCOUNT, [aVideo()], 100)
  verbs.close()
  const again = storeIn(folder)
  expect(again.videoBase(ACCOUNT, VIDEO)).toEqual({ video: aVideo(), fetchedAt: 100 })
  expect(again.videoBase(ACCOUNT, 'video0002')).toBeNull()
  again.close()
})

test('a desk.db from before there were edits is migrated with its data', () => {
  const folder = aFolder()
  const old = openDatabase({
    file: join(folder, 'desk.db'),
    synchronous: 'FULL',
    migrations: DESK.slice(0, 1),
  })
  const { id, name, isDemo, timezone, base_url, createdAt } = anAccount()
  old.run(
    `INSERT INTO accounts (id, name, is_demo, timezone, base_url, created_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
    ...[id, name, Number(isDemo), timezone, base_url, createdAt],
  )
  old.close()
  const verbs = makeVerbs(folder, testClock)
  expect([verbs.recovery(), verbs.accounts()]).toEqual([null, [anAccount()]])
  verbs.keepVideos(ACCOUNT, [aVideo()], 1)
  save(verbs, setLabel('Mine'))
  expect(wantsIn(verbs)).toEqual(['Mine'])
  verbs.close()
})

test('videos are removed that complete lists have lacked for 15 seconds, except those with edits', () => {
  withVideos((verbs) => {
    const listed = (asOf: number, ...lists: [videos: Video[], unread?: string[]]) => {
      const [videos, unread] = lists
      verbs.keepVideos(ACCOUNT, videos, asOf, { unread_ids: unread ?? [] })
      return verbs.videoRows(ACCOUNT).rows.map(({ id }) => id)
    }
    save(verbs, setLabel('Mine'))
    const both = [VIDEO, 'video0002']
    expect(listed(1_000, [])).toEqual(both)
    expect(listed(15_999, [])).toEqual(both)
    // One between them that has it starts over, also when it could not read it.
    expect(listed(16_000, [], ['video0002'])).toEqual(both)
    expect(listed(20_000, [])).toEqual(both)
    expect(listed(34_999, [])).toEqual(both)
    expect(listed(35_000, [])).toEqual([VIDEO])
    expect(verbs.videoRows(ACCOUNT).asOf).toBe(35_000)
  })
})

test('an older answer never replaces a newer one', () => {
  withVideos((verbs) => {
    verbs.keepVideo(ACCOUNT, { video: aVideo({ name: 'Older' }), fetchedAt: 99 })
    expect(verbs.videoBase(ACCOUNT, VIDEO)?.video.name).toBe('A video')
    verbs.keepVideo(ACCOUNT, { video: aVideo({ name: 'Newer' }), fetchedAt: 101 })
    expect(verbs.videoBase(ACCOUNT, VIDEO)?.video.name).toBe('Newer')
  })
})

test('after the clock was set back, a newly read list has its own age', () => {
  withVideos((verbs) => {
    verbs.keepVideos(ACCOUNT, [aVideo()], 86_400_000)
    verbs.keepVideos(ACCOUNT, [aVideo()], 1000)
    expect(verbs.videoRows(ACCOUNT).asOf).toBe(1000)
  })
})

test('after the clock was set back, a newly read video is stored all the same', () => {
  withVideos((verbs) => {
    const read = (name: string, fetchedAt: number, begunAt: number) =>
      verbs.keepVideo(ACCOUNT, { video: aVideo({ name }), fetchedAt, begunAt })
    for (const setBackMs of [20, 60_000, 86_400_000]) {
      read('Before', 90_000_000, setBackMs)
      read('After', 90_000_000 - setBackMs, setBackMs + 2)
      read('Older', 90_000_001, setBackMs + 1)
      expect(verbs.videoBase(ACCOUNT, VIDEO)).toMatchObject({
        fetchedAt: 90_000_000 - setBackMs,
        video: { name: 'After' },
      })
    }
  })
})

test('the list counts what is added, changed, removed, in conflict and rejected', () => {
  withVideos((verbs) => {
    save(
      verbs,
      setLabel('Mine'),
      { kind: 'create', group: 'pixels', item: { base: { name: 'New' } } },
      { kind: 'delete', group: 'call_actions', item_id: 'cta2' },
      { kind: 'set', group: 'playback', item_id: null, register: 'enabled', value: true },
      { kind: 'list', group: 'traffic_filter', register: 'countries', add: ['DE'], remove: [] },
    )
    const rows = verbs.editRows(ACCOUNT, VIDEO)
    const put = rows.map((row, index) => ({
      ...row,
      status:
        index === 0 ? ('conflict' as const) : index === 1 ? ('rejected' as const) : row.status,
    }))
    verbs.commitEdits(ACCOUNT, VIDEO, { put })
    expect(verbs.videoRows(ACCOUNT).rows).toEqual([
      expect.objectContaining({ id: VIDEO, name: 'A video', callActions: 2, pixels: 1, asOf: 100 }),
      expect.objectContaining({ id: 'video0002', name: 'Another', added: 0, changed: 0 }),
    ])
    const counts = { added: 1, changed: 3, removed: 1, conflicts: 1, rejected: 1 }
    expect(verbs.videoRows(ACCOUNT).rows[0]).toMatchObject(counts)
    expect(verbs.editsOf(ACCOUNT).names).toEqual({ [VIDEO]: 'A video' })
  })
})

test('one commit stores and removes edits, updates the base and adds to the history', () => {
  withVideos((verbs) => {
    const put = [
      anEditRow({ key: 'other', seq: 2, status: 'queued' }),
      anEditRow({ status: 'queued', failure: { kind: 'cancelled' }, knownIds: ['a'] }),
    ]
    verbs.commitEdits(ACCOUNT, VIDEO, { put })
    const [row, other] = verbs.editRows(ACCOUNT, VIDEO)
    if (!row) throw new Error('There is no edit.')
    expect([other, row]).toMatchObject(put)
    expect(verbs.editRows(ACCOUNT, 'video0002')).toEqual([])
    const history = { at: 5, event: 'posted', group: 'playback', item_id: null } as const
    verbs.commitEdits(ACCOUNT, VIDEO, {
      remove: [row],
      base: { video: aVideo({ name: 'Posted' }), fetchedAt: 300 },
      history: [{ ...history, register: 'enabled', before: null, after: true }],
    })
    expect(verbs.editRows(ACCOUNT, null)).toEqual([other])
    expect(verbs.videoBase(ACCOUNT, VIDEO)?.fetchedAt).toBe(300)
    expect(verbs.history(ACCOUNT, VIDEO)).toEqual([
      { id: 1, video_id: VIDEO, ...history, register: 'enabled', before: null, after: true },
    ])
    expect(verbs.history(ACCOUNT, 'video0002')).toEqual([])
  })
})

test('a commit that fails half-way keeps nothing', () => {
  withVideos((verbs) => {
    const broken = anEditRow({ key: 'other', want: 1n })
    expect(() => verbs.commitEdits(ACCOUNT, VIDEO, { put: [anEditRow(), broken] })).toThrow()
    expect(verbs.editRows(ACCOUNT, null)).toEqual([])
  })
})

test('a commit never overwrites what the user changed since its rows were read', () => {
  withVideos((verbs) => {
    save(verbs, setLabel('First'))
    const [read] = verbs.editRows(ACCOUNT, VIDEO)
    if (!read) throw new Error('There is no edit.')
    save(verbs, setLabel('Second'))
    const sending = { ...read, status: 'sending' as const }
    const commits = [{ put: [sending] }, { remove: [{ key: LABEL_KEY }] }]
    for (const commit of commits) {
      expect(failureFrom(() => verbs.commitEdits(ACCOUNT, VIDEO, commit))?.kind).toBe('refused')
    }
    expect(wantsIn(verbs)).toEqual(['Second'])
    verbs.undoStep(ACCOUNT)
    verbs.undoStep(ACCOUNT)
    const refused = failureFrom(() => verbs.commitEdits(ACCOUNT, VIDEO, { put: [sending] }))
    expect(refused?.kind).toBe('refused')
    expect(keysIn(verbs)).toEqual([])
  })
})

test('an edit is not stored anew when there is one, nor again after the user discarded it', () => {
  withVideos((verbs) => {
    verbs.commitEdits(ACCOUNT, VIDEO, { put: [anEditRow({ status: 'queued' })] })
    const [read] = verbs.editRows(ACCOUNT, VIDEO)
    if (!read) throw new Error('There is no edit.')
    const refusal = (row: EditRow) =>
      failureFrom(() => verbs.commitEdits(ACCOUNT, VIDEO, { put: [row] }))?.kind
    expect(refusal(anEditRow())).toBe('refused')
    verbs.discardEdits(ACCOUNT, null, 1)
    expect(refusal({ ...read, status: 'sending' })).toBe('refused')
    expect(verbs.editRows(ACCOUNT, VIDEO)).toEqual([])
  })
})

test('whatever the user does with an edit, a commit of the row as it was before is refused', () => {
  const conflict = anEditRow({ status: 'conflict', theirs: false })
  const deeds: [before: EditRow, deed: (verbs: Verbs) => unknown][] = [
    [anEditRow({ status: 'queued' }), (verbs) => verbs.stopEdits(ACCOUNT)],
    [anEditRow(), (verbs) => verbs.queueEdits(ACCOUNT, null)],
    [anEditRow({ status: 'rejected' }), (verbs) => verbs.queueEdits(ACCOUNT, [VIDEO])],
    ...(['mine', 'theirs'] as const).map((choice): (typeof deeds)[number] => [
      conflict,
      (verbs) => verbs.resolveEdits(ACCOUNT, VIDEO, { keys: [conflict.key], choice }, 1),
    ]),
  ]
  for (const [before, deed] of deeds) {
    withVideos((verbs) => {
      verbs.commitEdits(ACCOUNT, VIDEO, { put: [before] })
      const put = verbs.editRows(ACCOUNT, VIDEO)
      deed(verbs)
      const after = verbs.editRows(ACCOUNT, VIDEO)
      expect(failureFrom(() => verbs.commitEdits(ACCOUNT, VIDEO, { put }))?.kind).toBe('refused')
      expect(verbs.editRows(ACCOUNT, VIDEO)).toEqual(after)
    })
  }
})

test('a commit does not remove an edit that was changed and queued again meanwhile', () => {
  withVideos((verbs) => {
    const queue = (row: EditRow) =>
      verbs.commitEdits(ACCOUNT, VIDEO, { put: [{ ...row, status: 'queued' }] })
    const only = () => {
      const [row] = verbs.editRows(ACCOUNT, VIDEO)
      if (!row) throw new Error('There is no edit.')
      return row
    }
    save(verbs, setLabel('First'))
    queue(only())
    const read = only()
    save(verbs, setLabel('Second'))
    queue(only())
    const remove = { remove: [read] }
    expect(failureFrom(() => verbs.commitEdits(ACCOUNT, VIDEO, remove))?.kind).toBe('refused')
    expect(wantsIn(verbs)).toEqual(['Second'])
  })
})

test('a change seen by a read for a publish is in the history, but for what it published itself', () => {
  withVideos((verbs) => {
    const base = (enabled: boolean, smart_pause = false) => ({
      video: aVideo({ playback: { enabled, smart_pause } }),
      fetchedAt: 200,
    })
    const events = () => verbs.history(ACCOUNT, VIDEO).map(({ event }) => event)
    verbs.commitEdits(ACCOUNT, VIDEO, { base: base(true), put: [anEditRow({ status: 'sending' })] })
    expect(verbs.history(ACCOUNT, VIDEO)).toMatchObject([{ event: 'downloaded', at: 200 }])
    const posted = { at: 5, event: 'posted', group: 'playback', item_id: null } as const
    verbs.commitEdits(ACCOUNT, VIDEO, {
      base: base(false),
      remove: verbs.editRows(ACCOUNT, VIDEO),
      history: [{ ...posted, register: 'enabled', before: true, after: false }],
    })
    expect(events()).toEqual(['posted', 'downloaded'])
    expect(verbs.videoBase(ACCOUNT, VIDEO)).toEqual(base(false))
    verbs.commitEdits(ACCOUNT, VIDEO, {
      base: base(true, true),
      history: [{ ...posted, register: 'enabled', before: false, after: true }],
    })
    expect(verbs.history(ACCOUNT, VIDEO).slice(0, 2)).toMatchObject([
      { event: 'posted' },
      {
        event: 'downloaded',
        before: { playback: { enabled: false, smart_pause: false } },
        after: { playback: { enabled: false, smart_pause: true } },
      },
    ])
  })
})

test('nothing can be stored for a forgotten account', () => {
  withVideos((verbs, folder) => {
    save(verbs, setLabel('A very particular text'))
    verbs.removeAccount(ACCOUNT)
    const late = [
      () => verbs.keepVideos(ACCOUNT, [aVideo()], 300),
      () => verbs.commitEdits(ACCOUNT, VIDEO, { put: [anEditRow()] }),
      () => save(verbs, setLabel('Again')),
    ]
    for (const work of late) expect(failureFrom(work)?.kind).toBe('not-found')
    expect(verbs.editRows(ACCOUNT, null)).toEqual([])
    expect(verbs.history(ACCOUNT, VIDEO)).toEqual([])
    for (const file of ['desk.db', 'outbox.log']) {
      expect(readFileSync(join(folder, file)).includes('very particular')).toBe(false)
    }
  })
})

test('a download that changed settings is in the history, with the changed groups', () => {
  withVideos((verbs) => {
    verbs.keepVideos(ACCOUNT, [aVideo({ name: 'Only its name' })], 200)
    expect(verbs.history(ACCOUNT, VIDEO)).toEqual([])
    verbs.keepVideos(ACCOUNT, [aVideo({ playback: { enabled: false } })], 300)
    expect(verbs.history(ACCOUNT, VIDEO)).toMatchObject([
      {
        at: 300,
        event: 'downloaded',
        group: null,
        before: { playback: aVideo().playback },
        after: { playback: { enabled: false } },
      },
    ])
  })
})

const setPause = (value: boolean): Change => ({
  ...{ kind: 'set', group: 'playback', item_id: null, register: 'smart_pause', value },
})

test('of several changes those of edits in flight are left out and counted, or refuse all', () => {
  withVideos((verbs) => {
    save(verbs, setLabel('First'))
    for (const status of ['sending', 'confirming'] as const) {
      const put = verbs.editRows(ACCOUNT, VIDEO).map((row): EditRow => ({ ...row, status }))
      verbs.commitEdits(ACCOUNT, VIDEO, { put })
      const both = [{ video_id: VIDEO, changes: [setLabel('Second'), setPause(true)] }]
      const refused = failureFrom(() => verbs.saveEdits(ACCOUNT, both))
      expect(refused).toMatchObject({ kind: 'refused', reason: 'being-sent' })
      expect(keysIn(verbs)).toEqual([LABEL_KEY])
      const saved = verbs.saveEdits(ACCOUNT, both, { leavesInFlight: true })
      expect(saved).toEqual({ created: [], leftOut: 1 })
      expect(wantsIn(verbs)).toEqual(['First', true])
      verbs.undoStep(ACCOUNT)
      expect(wantsIn(verbs)).toEqual(['First'])
    }
  })
})

test('of a call to action that is being sent, a gesture leaves out its other changes too', () => {
  withVideos((verbs) => {
    const at = (register: string, value: number): Change => ({
      ...{ kind: 'set', group: 'call_actions', item_id: 'cta1', register, value },
    })
    save(verbs, at('window.start', 90))
    const put = verbs
      .editRows(ACCOUNT, VIDEO)
      .map((row): EditRow => ({ ...row, status: 'sending' }))
    verbs.commitEdits(ACCOUNT, VIDEO, { put })
    const changes = [at('window.end', 200), at('window.start', 120), setPause(true)]
    const saved = verbs.saveEdits(ACCOUNT, [{ video_id: VIDEO, changes }], { leavesInFlight: true })
    expect(saved).toEqual({ created: [], leftOut: 2 })
    expect(wantsIn(verbs)).toEqual([90, true])
  })
})

test('a step with one invalid change saves none of its changes', () => {
  withVideos((verbs) => {
    const unknown: Change = { kind: 'delete', group: 'pixels', item_id: 'nowhere' }
    const failure = failureFrom(() => save(verbs, setLabel('1'), unknown))
    expect(failure).toMatchObject({ kind: 'invalid', fields: [{ path: 'pixels nowhere' }] })
    expect(keysIn(verbs)).toEqual([])
    expect(verbs.editsOf(ACCOUNT).canUndo).toBe(false)
    const nowhere = [{ video_id: 'video0009', changes: [setLabel('1')] }]
    expect(failureFrom(() => verbs.saveEdits(ACCOUNT, nowhere))?.kind).toBe('not-found')
  })
})
