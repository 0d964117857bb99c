import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { OUTDATED_READS_MS } from '../../../../src/main/features/publishing/edit-row.ts'
import { COLLECTIONS, GROUPS, type Group } from '../../../../src/shared/api/settings/index.ts'
import type { Video } from '../../../../src/shared/api/video.ts'
import type { Change } from '../../../../src/shared/features/publishing/edit.ts'
import {
  GROUP_REGISTERS,
  ITEM_REGISTERS,
} from '../../../../src/shared/features/publishing/register.ts'
import { testClock } from '../../../support/clock.ts'
import { type ConnectedDesk, connectedDesk } from '../../../support/connected.ts'

type Fields = Record<string, unknown>
type Items = (Fields & { id: string })[]

let desk: ConnectedDesk
let account_id: string
/** Has all six groups, with something in each that no edit may send. */
let video_id: string
let others: string[]
let skippedMs = 0
const clock = { ...testClock, monotonic: () => testClock.monotonic() + skippedMs }

beforeAll(async () => {
  desk = await connectedDesk({
    ...{ timezone: 'UTC', service: { players: 24, days: 5 } },
    desk: { clock },
  })
  account_id = desk.account.id
  await desk.handlers.videos.refresh({ account_id, video_id: null })
  const { rows } = await desk.handlers.videos.list({ account_id })
  video_id = rows.find(({ id }) => hasAll(read(id)))?.id ?? ''
  expect(video_id).not.toBe('')
  others = rows.map(({ id }) => id).filter((id) => id !== video_id && read(id).traffic_filter)
})

const read = (id = video_id) => desk.service.video.read(id)
const itemsOf = (video: Video, group: 'call_actions' | 'pixels') =>
  (video[group]?.items ?? []) as unknown as Items

const hasAll = (video: Video) =>
  GROUPS.every((group) => video[group]) &&
  itemsOf(video, 'call_actions').some(isHtml) &&
  !video.smart_autoplay?.variants?.some(isBuilt)

const isBuilt = (variant: object) => 'layers' in variant
const isHtml = ({ action }: Fields) => (action as Fields)['as_html'] === true

async function until(isSo: () => Promise<boolean>) {
  while (!(await isSo())) await new Promise((next) => setTimeout(next, 5))
}

/** Edits a video, posts it, and gives the bodies that left the machine, as they were written. */
async function sentFor(changes: Change[], meanwhile?: Fields): Promise<unknown[]> {
  const { edits } = desk.handlers
  const from = desk.service.log.length
  await edits.save({ account_id, edits: [{ video_id, changes }] })
  if (meanwhile) desk.service.video.colleague(video_id, meanwhile)
  // Otherwise each post waits until a read is newer than the last refresh without doubt.
  skippedMs += OUTDATED_READS_MS
  await edits.post({ account_id, video_ids: [video_id] })
  await until(async () => {
    const { edits: left, isPosting } = await edits.list({ account_id })
    expect(left.filter(({ status }) => status === 'rejected' || status === 'conflict')).toEqual([])
    return left.length === 0 && !isPosting
  })
  const requests = desk.service.log.slice(from).filter(({ method }) => method === 'PATCH')
  expect(requests.map(({ path }) => path)).toEqual(requests.map(() => `/v1/videos/${video_id}`))
  return requests.map(({ body }) => JSON.parse(body) as unknown)
}

/** One value below a dotted place. */
const nested = (place: string, value: unknown): Fields =>
  place.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Fields

/** A copy with one leaf of it set. */
function withLeaf(fields: Fields, place: string, value: unknown): Fields {
  const [name = '', ...rest] = place.split('.')
  const inner = (fields[name] ?? {}) as Fields
  return { ...fields, [name]: rest.length > 0 ? withLeaf(inner, rest.join('.'), value) : value }
}

const TYPOGRAPHY = { family: 'Serif', letter_spacing: 1, line_height: 2, size: 30, weight: 300 }
const STYLES = { text_color: '#000', border_radius: 1, padding: 2, shadow: 'none' }

/** A value for each register but the flags and the lists, other than what the video has. */
const TYPED: Record<string, Record<string, unknown>> = {
  smart_autoplay: {
    variants: [
      { template_name: 'modern', template_position: 'top-left' },
      { template_name: 'discrete', template_position: 'bottom-right' },
    ],
  },
  traffic_filter: { fallback_video_id: 'a-fallback', token: 'a-token' },
  playback: { scroll_to_action_in: 7, action_after_finish: { type: 'loop', start: 9 } },
}

const VALUES = Object.fromEntries(
  GROUPS.map((group) => [group, { ...flagsOf(GROUP_REGISTERS[group]), ...TYPED[group] }]),
)

/** Every flag is set to what it is not. */
function flagsOf(registers: (typeof GROUP_REGISTERS)[Group]): Record<string, unknown> {
  const flags = Object.entries(registers).filter(
    ([register, { kind }]) => kind === 'boolean' && register !== 'action.as_html',
  )
  return Object.fromEntries(flags.map(([register]) => [register, 'turned']))
}

const ITEM_VALUES: Record<string, Record<string, unknown>> = {
  call_actions: {
    ...flagsOf(ITEM_REGISTERS.call_actions),
    'base.name': 'A label',
    'base.type': 'inside_video',
    'window.start': 3,
    'window.end': 44,
    'action.content': 'Another text',
    'action.url': 'https://pay.example/other',
    'action.html': '<i>Other</i>',
    'design.typography': TYPOGRAPHY,
    'design.styles': STYLES,
    // After the others: each makes another kind of the button.
    image_as_button: true,
    'action.as_html': true,
  },
  pixels: {
    ...flagsOf(ITEM_REGISTERS.pixels),
    'base.name': 'Another label',
    'base.type': 'google',
    'tag.html': '<script>other()</script>',
    'dispatch.mode': 'time',
    'dispatch.threshold': 13,
  },
}

const LISTS = ['languages', 'countries', 'devices', 'query_params'] as const
const OF_HTML = ['base.name', 'base.type', 'action.html']
const OF_BUTTON = ['action.content', 'action.url', 'action.open_in_new_tab', 'image_as_button']

test('the tests below cover every setting that can be sent', () => {
  for (const group of GROUPS) {
    const lists = group === 'traffic_filter' ? LISTS : []
    const tried = [...Object.keys(VALUES[group] ?? {}), ...lists]
    expect(tried.sort()).toEqual(Object.keys(GROUP_REGISTERS[group]).sort())
  }
  for (const group of COLLECTIONS) {
    expect(Object.keys(ITEM_VALUES[group] ?? {}).sort()).toEqual(
      Object.keys(ITEM_REGISTERS[group]).sort(),
    )
  }
})

const ofGroups = Object.entries(VALUES).flatMap(([group, registers]) =>
  Object.entries(registers).map(([register, value]) => ({ group, register, value })),
)

test.each(ofGroups)(
  'an edit of $group, $register is sent alone',
  async ({ group, register, value }) => {
    const before = read() as unknown as Record<string, Fields>
    const known = before[group] ?? {}
    const next = value === 'turned' ? known[register] !== true : value
    const change = { kind: 'set', group, item_id: null, register, value: next } as Change
    expect(await sentFor([change])).toEqual([{ [group]: { [register]: next } }])
    expect(read()).toEqual({ ...before, [group]: { ...known, [register]: next } })
  },
)

const ofItems = Object.entries(ITEM_VALUES).flatMap(([group, registers]) =>
  Object.entries(registers).map(([register, value]) => ({ group, register, value })),
)

test.each(ofItems)(
  'an edit of an item of $group, $register is sent alone, with the item’s id',
  async (given) => {
    const { register } = given
    const group = given.group as 'call_actions' | 'pixels'
    const before = read()
    const items = itemsOf(before, group)
    const item = items.find((one) => isFit(one, group, register))
    if (!item) throw new Error('there is no such item')
    const [sub = '', key = ''] = register.split('.')
    const known = ((item[sub] ?? {}) as Fields)[key]
    const value = given.value === 'turned' ? known !== true : given.value
    const change = { kind: 'set', group, item_id: item.id, register, value } as Change
    expect(await sentFor([change])).toEqual([
      { [group]: { items: [{ id: item.id, ...nested(register, value) }] } },
    ])
    const changed = items.map((one) => (one === item ? withLeaf(one, register, value) : one))
    expect(read()).toEqual({ ...before, [group]: { ...before[group], items: changed } })
  },
)

/** The document has keys of a text button and keys of HTML. */
function isFit(item: Fields, group: string, register: string): boolean {
  if (group === 'pixels') return register !== 'tag.html' || item['tag'] !== undefined
  if (OF_HTML.includes(register)) return isHtml(item)
  if (register === 'action.as_html') return !isHtml(item)
  const isButton = !isHtml(item) && item['image_as_button'] !== true
  return isButton || !(OF_BUTTON.includes(register) || register.startsWith('design.'))
}

type Four = [kept: string, gone: string, ours: string, theirs: string]

/** These lists take only codes. */
const CODES: Readonly<Record<string, Four>> = {
  countries: ['BR', 'PT', 'US', 'FR'],
  languages: ['pt', 'fr', 'en', 'es'],
}

test.each(LISTS)(
  '%s is sent as a colleague left it, with our additions and removals',
  async (register) => {
    // Of a video that was just published, a read that shows something else is not believed at once.
    const whole = video_id
    video_id = others.pop() ?? ''
    onTestFinished(() => {
      video_id = whole
    })
    const { colleague } = desk.service.video
    const place = `traffic_filter.${register}`
    const [kept, gone, ours, added] = CODES[register] ?? ['kept', 'gone', 'ours', 'theirs']
    colleague(video_id, nested(place, [kept, gone]))
    await desk.handlers.videos.refresh({ account_id, video_id })
    const change: Change = {
      ...{ kind: 'list', group: 'traffic_filter', register },
      ...{ add: [ours], remove: [gone] },
    }
    const before = read()
    const theirs = nested(place, [added, gone, kept])
    const wanted = [added, kept, ours]
    expect(await sentFor([change], theirs)).toEqual([nested(place, wanted)])
    const { traffic_filter } = before
    expect(read()).toEqual({ ...before, traffic_filter: { ...traffic_filter, [register]: wanted } })
  },
)

test('a created item is sent without an id, and one with a read-only key is refused', async () => {
  const before = itemsOf(read(), 'pixels')
  const item = {
    base: { name: 'Made here', type: 'google' },
    dispatch: { active: false, mode: 'percent', threshold: 40 },
  }
  const created_at = '2026-01-01 00:00:00'
  const changes: Change[] = [{ kind: 'create', group: 'pixels', item: { ...item, created_at } }]
  const save = desk.handlers.edits.save({ account_id, edits: [{ video_id, changes }] })
  await expect(save).rejects.toMatchObject({ failure: { kind: 'invalid' } })
  expect(await sentFor([{ kind: 'create', group: 'pixels', item }])).toEqual([
    { pixels: { items: [item] } },
  ])
  const made = itemsOf(read(), 'pixels').at(-1)
  expect(itemsOf(read(), 'pixels')).toEqual([...before, { ...item, id: made?.id }])
})

test('an item is deleted by its id alone, and the others stay whole', async () => {
  const before = itemsOf(read(), 'call_actions')
  const [first, ...others] = before
  const item_id = first?.id ?? ''
  expect(await sentFor([{ kind: 'delete', group: 'call_actions', item_id }])).toEqual([
    { call_actions: { items: [{ id: item_id, _destroy: true }] } },
  ])
  expect(itemsOf(read(), 'call_actions')).toEqual(others)
})

test('edits of several groups are sent in one request with nothing else in it', async () => {
  const [item] = itemsOf(read(), 'call_actions')
  const item_id = item?.id ?? ''
  const ofItem = { kind: 'set', group: 'call_actions', item_id } as const
  const changes: Change[] = [
    { kind: 'set', group: 'traffic_filter', item_id: null, register: 'token', value: 'together' },
    { ...ofItem, register: 'window.start', value: 5 },
    { ...ofItem, register: 'window.end', value: 55 },
    { kind: 'set', group: 'playback', item_id: null, register: 'scroll_to_action_in', value: null },
  ]
  expect(await sentFor(changes)).toEqual([
    {
      traffic_filter: { token: 'together' },
      call_actions: { items: [{ id: item_id, window: { start: 5, end: 55 } }] },
      playback: { scroll_to_action_in: null },
    },
  ])
})

test('read-only and undocumented values are shown as the service has them', async () => {
  const { base, shown, edits } = await desk.handlers.videos.open({ account_id, video_id })
  const now = read() as unknown as Record<string, Fields>
  expect([base, shown, edits]).toEqual([now, now, []])
  expect(now['smart_autoplay']).toMatchObject({ active_number: 1, mode: expect.any(String) })
  expect(now['thumbnail']).toMatchObject({ url: expect.any(String) })
  const items = itemsOf(read(), 'call_actions')
  expect(items.every((item) => item['created_at'])).toBe(true)
})

test('a hand-built overlay and a picture button stay unchanged when other settings are edited', async () => {
  const { rows } = await desk.handlers.videos.list({ account_id })
  const isPicture = (item: Fields) => item['image_as_button'] === true
  const found = rows.find(
    ({ id }) =>
      read(id).smart_autoplay?.variants?.some(isBuilt) &&
      itemsOf(read(id), 'call_actions').some(isPicture),
  )
  video_id = found?.id ?? ''
  const before = itemsOf(read(), 'call_actions')
  const picture = before.find(isPicture)
  const item_id = picture?.id ?? ''
  const overlays = read().smart_autoplay
  const list: Change = {
    ...{ kind: 'set', group: 'smart_autoplay', item_id: null, register: 'variants' },
    value: [{ template_name: 'modern', template_position: 'middle-left' }] as never,
  }
  const replacing = desk.handlers.edits.save({ account_id, edits: [{ video_id, changes: [list] }] })
  await expect(replacing).rejects.toMatchObject({ failure: { kind: 'hand-built' } })
  const enabled = overlays?.enabled !== true
  const changes: Change[] = [
    { ...list, register: 'enabled', value: enabled },
    { kind: 'set', group: 'call_actions', item_id, register: 'window.start', value: 2 },
  ]
  expect(await sentFor(changes)).toEqual([
    {
      smart_autoplay: { enabled },
      call_actions: { items: [{ id: item_id, window: { start: 2 } }] },
    },
  ])
  expect(read().smart_autoplay).toEqual({ ...overlays, enabled })
  const after = before.map((item) =>
    item.id === item_id ? withLeaf(item, 'window.start', 2) : item,
  )
  expect(itemsOf(read(), 'call_actions')).toEqual(after)
})
