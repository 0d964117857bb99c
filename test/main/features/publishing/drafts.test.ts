import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Video } from '../../../../src/shared/api/video.ts'
import {
  type Change,
  editsCalls,
  isLocalId,
  MOST_VIDEOS,
  type OpenVideo,
} from '../../../../src/shared/features/publishing/edit.ts'
import { connectedDesk } from '../../../support/connected.ts'
import { openDesk } from '../../../support/desk.ts'
import { memoryKeytar } from '../../../support/keychain.ts'
import { until } from '../../../support/until.ts'

type Desk = Pick<ReturnType<typeof openDesk>, 'handlers' | 'heard'>

/** A desk whose videos were read, and one of them with a call to action and a pixel. */
async function aDesk() {
  const memory = memoryKeytar()
  const keytar = () => Promise.resolve(memory.keytar)
  const service = { players: 12, days: 5 }
  const desk = await connectedDesk({ timezone: 'UTC', desk: { keytar }, service })
  const account_id = desk.account.id
  await desk.handlers.videos.refresh({ account_id, video_id: null })
  const { rows } = await desk.handlers.videos.list({ account_id })
  const chosen = rows.find(({ callActions, pixels }) => callActions > 0 && pixels > 0)
  if (!chosen) throw new Error('The world has no such video.')
  return { ...desk, account_id, video_id: chosen.id, rows, keytar }
}

const enabled = (value: boolean): Change => {
  return { kind: 'set', group: 'playback', item_id: null, register: 'smart_pause', value }
}
const aPixel: Change = {
  kind: 'create',
  group: 'pixels',
  item: {
    base: { name: 'From the desk', type: 'custom' },
    tag: { html: '<b></b>' },
    dispatch: { active: true, mode: 'percent', threshold: 50 },
  },
}

const pixelsOf = (video: Video) => (video.pixels?.items ?? []).map(({ base }) => base?.name)

const failing = async (asked: unknown): Promise<unknown> => {
  try {
    await asked
  } catch (thrown) {
    return (thrown as { failure?: unknown }).failure
  }
  return null
}

test('after a stop nothing is said to be published, although the connection is still waited for', async () => {
  const { handlers, account_id, video_id } = await aDesk()
  const isPosting = async () => (await handlers.edits.list({ account_id })).isPosting
  await handlers.app.prefer({ isOffline: true })
  await handlers.edits.save({ account_id, edits: [{ video_id, changes: [aPixel] }] })
  await handlers.edits.post({ account_id, video_ids: null })
  expect(await isPosting()).toBe(true)
  await handlers.edits.stop({ account_id })
  expect(await isPosting()).toBe(false)
})

test('changes of more videos than can be saved at once are refused in words, and none is saved', async () => {
  const { handlers, account_id } = await aDesk()
  const edits = Array.from({ length: MOST_VIDEOS + 1 }, (_, index) => ({
    ...{ video_id: index.toString(16).padStart(24, '0'), changes: [enabled(true)] },
  }))
  const input = editsCalls.save.input.parse({ account_id, edits })
  expect(await failing(handlers.edits.save(input))).toEqual({
    ...{ kind: 'too-many', what: 'videos', limit: MOST_VIDEOS },
  })
  expect((await handlers.edits.list({ account_id })).edits).toEqual([])
})

test('the first list of videos is returned empty at once, and read in the background', async () => {
  const desk = await connectedDesk({ timezone: 'UTC', service: { players: 12, days: 5 } })
  const ask = () => desk.handlers.videos.list({ account_id: desk.account.id })
  expect(await ask()).toEqual({ rows: [], asOf: null, trouble: null })
  const { rows, trouble } = await until(ask, ({ asOf }) => asOf !== null)
  expect([rows.length > 0, trouble]).toEqual([true, null])
  expect(desk.heard).toContain('videos')
})

test('an edit is shown over the service’s value, and is still there after a restart', async () => {
  const { handlers, account_id, video_id, folder, keytar, close, heard } = await aDesk()
  heard.length = 0
  const before = await handlers.videos.open({ account_id, video_id })
  const changes = [enabled(before.base.playback?.smart_pause !== true), aPixel]
  const { created } = await handlers.edits.save({ account_id, edits: [{ video_id, changes }] })
  expect(created.map(isLocalId)).toEqual([true])
  expect(heard).toContain('edits')

  const isAsEdited = ({ base, shown, edits, asOf }: OpenVideo) => {
    expect([base, asOf]).toEqual([before.base, before.asOf])
    expect(pixelsOf(shown)).toEqual([...pixelsOf(base), 'From the desk'])
    expect(shown.pixels?.items?.at(-1)?.id).toBe(created[0])
    expect(edits.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'set draft',
      'create draft',
    ])
  }
  isAsEdited(await handlers.videos.open({ account_id, video_id }))
  await close()
  const again = openDesk(folder, { keytar })
  isAsEdited(await again.handlers.videos.open({ account_id, video_id }))
  await again.handlers.edits.undo({ account_id })
  const { edits, canUndo, canRedo } = await again.handlers.edits.list({ account_id })
  expect([edits, canUndo, canRedo]).toEqual([[], false, true])
  await again.handlers.edits.redo({ account_id })
  isAsEdited(await again.handlers.videos.open({ account_id, video_id }))
})

test('a published edit is on the service, no longer a draft, and can be restored from the history', async () => {
  const { handlers, account_id, video_id } = await aDesk()
  const { base } = await handlers.videos.open({ account_id, video_id })
  const want = base.playback?.smart_pause !== true
  await handlers.edits.save({ account_id, edits: [{ video_id, changes: [enabled(want), aPixel] }] })
  expect(await handlers.edits.request({ account_id, video_id })).toMatchObject([
    {
      playback: { smart_pause: want },
      pixels: { items: [aPixel.kind === 'create' && aPixel.item] },
    },
  ])
  await handlers.edits.post({ account_id, video_ids: null })
  const list = () => handlers.edits.list({ account_id })
  const posted = await until(list, ({ edits }) => edits.length === 0)
  expect([posted.canUndo, posted.canRedo]).toEqual([false, false])
  await handlers.videos.refresh({ account_id, video_id })
  const after = await handlers.videos.open({ account_id, video_id })
  expect(after.base.playback?.smart_pause).toBe(want)
  expect(pixelsOf(after.base)).toEqual([...pixelsOf(base), 'From the desk'])

  const history = await handlers.edits.history({ account_id, video_id })
  const entries = history.filter(({ event }) => event === 'posted')
  expect(entries).toHaveLength(2)
  for (const { id } of entries) await handlers.edits.restore({ account_id, video_id, entry: id })
  const back = await handlers.videos.open({ account_id, video_id })
  expect(back.edits.map(({ kind }) => kind).sort()).toEqual(['delete', 'set'])
  expect(back.shown.playback?.smart_pause ?? null).toBe(base.playback?.smart_pause ?? null)
  expect(pixelsOf(back.shown)).toEqual(pixelsOf(base))
})

const NOTE = { kind: 'note', group: 'playback', item_id: null, register: 'smart_pause' } as const

test('a note stays with its change through edits and a restart, and is in the history once it is published', async () => {
  const { handlers, account_id, video_id, folder, keytar, close } = await aDesk()
  const { base } = await handlers.videos.open({ account_id, video_id })
  const want = base.playback?.smart_pause !== true
  const save = (...changes: Change[]) =>
    handlers.edits.save({ account_id, edits: [{ video_id, changes }] })
  await save(enabled(want), { ...aPixel, note: 'For the launch' })
  await save({ ...NOTE, note: '  The client asked  ' })
  await close()
  const again = openDesk(folder, { keytar })
  const { edits } = again.handlers
  const notes = async () => (await edits.list({ account_id })).edits.map(({ note }) => note)
  expect(await notes()).toEqual(['The client asked', 'For the launch'])
  expect(JSON.stringify(await edits.request({ account_id, video_id }))).not.toContain('client')

  await edits.undo({ account_id })
  expect(await notes()).toEqual([undefined, 'For the launch'])
  await edits.redo({ account_id })
  await edits.post({ account_id, video_ids: null })
  await until(notes, (left) => left.length === 0)
  const history = await edits.history({ account_id, video_id })
  const inHistory = new Set(history.map(({ note }) => note))
  expect(inHistory).toEqual(new Set(['For the launch', 'The client asked']))
})

test('a note on what is not changed is refused, and an empty one removes the note', async () => {
  const { handlers, account_id, video_id } = await aDesk()
  const { base } = await handlers.videos.open({ account_id, video_id })
  const save = (...changes: Change[]) =>
    handlers.edits.save({ account_id, edits: [{ video_id, changes }] })
  expect(await failing(save({ ...NOTE, note: 'Why' }))).toMatchObject({ kind: 'invalid' })
  await save(enabled(base.playback?.smart_pause !== true), { ...NOTE, note: 'Why' })
  await save({ ...NOTE, note: ' ' })
  const [edit] = (await handlers.edits.list({ account_id })).edits
  expect([edit?.register, edit?.note]).toEqual(['smart_pause', undefined])
})

test('the check finds problems without a network, and only in edited settings', async () => {
  const { handlers, account_id, video_id } = await aDesk()
  expect(await handlers.edits.check({ account_id, video_ids: null })).toEqual([])
  const loop: Change = {
    kind: 'set',
    group: 'playback',
    item_id: null,
    register: 'action_after_finish',
    value: { type: 'loop', start: 1e6 },
  }
  await handlers.edits.save({ account_id, edits: [{ video_id, changes: [loop] }] })
  const found = await handlers.edits.check({ account_id, video_ids: [video_id] })
  expect(found.some(({ severity, group }) => severity === 'error' && group === 'playback')).toBe(
    true,
  )
  expect(new Set(found.map(({ group }) => group))).toEqual(new Set(['playback']))
  expect(await handlers.edits.check({ account_id, video_ids: ['another'] })).toEqual([])
})

test('an edit of an unknown setting is refused with its field, and one of an unknown video as not found', async () => {
  const { handlers, account_id, video_id } = await aDesk()
  const wrong: Change = { ...enabled(true), register: 'smart_pauses' } as Change
  const save = (id: string, change: Change) =>
    handlers.edits.save({ account_id, edits: [{ video_id: id, changes: [change] }] })
  const path = 'playback smart_pauses'
  expect(await failing(save(video_id, wrong))).toMatchObject({
    kind: 'invalid',
    fields: [{ path }],
  })
  expect(await failing(save('nowhere', enabled(true)))).toMatchObject({ kind: 'not-found' })
  const entry = handlers.edits.restore({ account_id, video_id, entry: 99 })
  expect(await failing(entry)).toMatchObject({ kind: 'not-found' })
  expect((await handlers.edits.list({ account_id })).edits).toEqual([])
})

test('discarding the edits of one video keeps those of the others', async () => {
  const { handlers, account_id, video_id, rows } = await aDesk()
  const other = rows.find(({ id }) => id !== video_id)?.id ?? ''
  await handlers.edits.save({
    account_id,
    edits: [video_id, other].map((id) => ({ video_id: id, changes: [aPixel] })),
  })
  await handlers.edits.discard({ account_id, video_ids: [video_id] })
  const { edits, names } = await handlers.edits.list({ account_id })
  expect(edits.map((edit) => edit.video_id)).toEqual([other])
  expect(Object.keys(names)).toEqual([other])
})

test('forgetting an account erases its edits', async () => {
  const { handlers, account_id, video_id, folder, close } = await aDesk()
  const html = 'a very particular text'
  const change = {
    ...aPixel,
    item: { ...(aPixel.kind === 'create' && aPixel.item), tag: { html } },
  }
  await handlers.edits.save({ account_id, edits: [{ video_id, changes: [change as Change] }] })
  await handlers.accounts.forget({ account_id })
  await close()
  const files = fs.readdirSync(path.join(folder, 'desk'))
  expect(files).toContain('outbox.log')
  for (const file of files) {
    expect(fs.readFileSync(path.join(folder, 'desk', file)).includes(html)).toBe(false)
  }
})

test('a failed refresh is reported beside the stored videos', async () => {
  const desk: Desk & Awaited<ReturnType<typeof aDesk>> = await aDesk()
  const { handlers, account_id, rows } = desk
  await handlers.app.prefer({ isOffline: true })
  const refused = await failing(handlers.videos.refresh({ account_id, video_id: null }))
  expect(refused).toMatchObject({ kind: 'offline' })
  const list = await handlers.videos.list({ account_id })
  expect([list.rows, list.trouble]).toEqual([rows, refused])
})

test('the check includes the rules over all videos for edited items, and these never block a publish', async () => {
  const { handlers, account_id, video_id } = await aDesk()
  await handlers.analytics.players({ account_id })
  const { shown } = await handlers.videos.open({ account_id, video_id })
  const of = { kind: 'set', group: 'call_actions', item_id: null } as const
  const item_id = shown.call_actions?.items?.[0]?.id ?? ''
  const start = (shown.duration ?? 0) + 60
  const changes: Change[] = [
    { ...of, register: 'enabled', value: true },
    { ...of, item_id, register: 'base.active', value: true },
    { ...of, item_id, register: 'window.start', value: start },
    { ...of, item_id, register: 'window.end', value: start + 60 },
  ]
  await handlers.edits.save({ account_id, edits: [{ video_id, changes }] })
  const rulesOf = async () =>
    (await handlers.edits.check({ account_id, video_ids: null })).map(
      ({ rule, severity }) => `${severity} ${rule}`,
    )
  expect(await rulesOf()).toContain('warning call-action-after-end')
  const place = { video_id, group: 'call_actions', item_id, rule: 'call-action-after-end' } as const
  const mute = { ...place, note: '', until: { kind: 'always' } } as const
  await handlers.problems.mute({ account_id, mute })
  expect(await rulesOf()).not.toContain('warning call-action-after-end')
})
