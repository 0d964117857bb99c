import type { Verbs } from '../../src/main/database/verbs.ts'
import type { EditRow } from '../../src/main/features/publishing/edit-row.ts'
import { below, type Random } from '../../src/service/random.ts'
import type { Service } from '../../src/service/service.ts'
import type { Group } from '../../src/shared/api/settings/index.ts'
import type { Video } from '../../src/shared/api/video.ts'
import type { Change } from '../../src/shared/features/publishing/edit.ts'
import { valueAt } from '../../src/shared/features/publishing/lay.ts'
import type { VirtualClock } from './clock.ts'
import { ACCOUNT } from './store-folder.ts'

export interface World {
  service: Service
  verbs: Verbs
  clock: VirtualClock
  random: Random
  /** Texts that are unique in the world. */
  unique: () => string
  quarantineMs?: number
}

export interface Place {
  group: Group
  item_id: string | null
  register: string
}

/** What a user and a colleague did with a video, and everything needed to judge the result. */
export interface Story {
  video_id: string
  first: Video
  /** By place: the value that the user wants in the end. */
  aims: Map<string, Place & { want: string }>
  /** By place: values that the user saw, or chose to overwrite. */
  seen: Map<string, Set<string>>
  made: { want: string; times: number }[]
  added: { value: string; isMine: boolean }[]
  removed: string[]
  deleted: Set<string>
  colleague: { place: string; value: string }[]
  colleagueMade: string[]
  colleagueDeleted: Set<string>
  /** When the colleague last changed something, epoch milliseconds. */
  changedAt: number
}

export const ITEM_PLACES = { call_actions: 'action.url', pixels: 'base.name' } as const

export const placeOf = ({ group, item_id, register }: Place) =>
  JSON.stringify([group, item_id, register])

export function begin({ service, verbs, clock }: World, video_id: string): Story {
  const first = service.video.read(video_id)
  verbs.keepVideo(ACCOUNT, { video: first, fetchedAt: clock.now() })
  return {
    video_id,
    first,
    aims: new Map(),
    seen: new Map(),
    made: [],
    added: [],
    removed: [],
    deleted: new Set(),
    colleague: [],
    colleagueMade: [],
    colleagueDeleted: new Set(),
    changedAt: 0,
  }
}

export function see(story: Story, place: string, value: unknown) {
  const seen = story.seen.get(place) ?? new Set()
  story.seen.set(place, seen.add(JSON.stringify(value ?? null)))
}

export function seeItem(story: Story, group: Group, item: unknown) {
  const { id } = item as { id: string }
  const place = { group, item_id: id, register: ITEM_PLACES[group as 'pixels'] }
  const video = { id: 'any', [group]: { items: [item] } } as unknown as Video
  see(story, placeOf(place), valueAt(video, place))
}

/**
 * The user no longer wants the change; for an item that would be created again, none of its values.
 */
export function giveUp(story: Story, row: EditRow) {
  if (row.kind === 'delete') story.deleted.delete(row.item_id ?? '')
  const remade = row.kind === 'create' ? row.item_id?.replace('local:', '') : undefined
  for (const [place, aim] of story.aims) {
    if (place === row.key || aim.item_id === remade) story.aims.delete(place)
  }
}

/** Places that both may change, each with a text of its own. */
function places(video: Video): Place[] {
  const ofItems = (['call_actions', 'pixels'] as const).flatMap((group) =>
    (video[group]?.items ?? []).map(({ id }) => ({
      group,
      item_id: id,
      register: ITEM_PLACES[group],
    })),
  )
  return [...ofItems, { group: 'traffic_filter', item_id: null, register: 'token' }]
}

const textFor = ({ register }: Place, text: string) =>
  register === 'action.url' ? `https://pay.example/${text}` : text

function pick<T>(random: Random, all: readonly T[]): T | undefined {
  return all[below(random, all.length)]
}

const paramsOf = (video: Video) => video.traffic_filter?.query_params ?? []

/** One of the original places, if the video still has it. */
function aPlace(world: World, story: Story, video: Video): Place | undefined {
  const first = new Set(places(story.first).map(placeOf))
  const now = places(video).filter((place) => first.has(placeOf(place)))
  return pick(world.random, now)
}

type Deed = (world: World, story: Story, video: Video) => void

/** Does one of several things, with a probability by its share. */
function one(random: Random, deeds: [share: number, deed: Deed][]): Deed {
  let left = random()
  for (const [share, deed] of deeds) {
    if (left < share) return deed
    left -= share
  }
  return deeds[0]?.[1] ?? (() => undefined)
}

const EDITS: [number, Deed][] = [
  [0.45, setText],
  [0.2, makeItem],
  [0.2, changeList],
  [0.15, deleteItem],
]

export function edit(world: World, story: Story, count: number) {
  for (let index = 0; index < count; index++) {
    const base = world.verbs.videoBase(ACCOUNT, story.video_id)?.video ?? story.first
    one(world.random, EDITS)(world, story, base)
  }
}

function setText(world: World, story: Story, base: Video) {
  const place = aPlace(world, story, base)
  if (!place) return
  const want = textFor(place, world.unique())
  if (!isSaved(world, story, [{ kind: 'set', ...place, value: want }])) return
  story.aims.set(placeOf(place), { ...place, want })
}

function makeItem(world: World, story: Story) {
  const want = world.unique()
  const times = world.random() < 0.3 ? 2 : 1
  const change: Change = { kind: 'create', group: 'pixels', item: aPixel(want) }
  if (isSaved(world, story, Array<Change>(times).fill(change))) story.made.push({ want, times })
}

const aPixel = (name: string) => ({
  base: { name, type: 'facebook' },
  dispatch: { active: true, mode: 'percent', threshold: 50 },
})

function changeList(world: World, story: Story, base: Video) {
  const value = world.unique()
  const gone = pick(world.random, paramsOf(base))
  const remove = gone !== undefined && world.random() < 0.4 ? [gone] : []
  const list = { kind: 'list', group: 'traffic_filter', register: 'query_params' } as const
  if (!isSaved(world, story, [{ ...list, add: [value], remove }])) return
  story.added.push({ value, isMine: true })
  story.removed.push(...remove)
}

function deleteItem(world: World, story: Story, base: Video) {
  const place = aPlace(world, story, base)
  if (!place || place.item_id === null) return
  const { group, item_id } = place as Place & { group: 'pixels'; item_id: string }
  if (!isSaved(world, story, [{ kind: 'delete', group, item_id }])) return
  story.deleted.add(item_id)
  story.aims.delete(placeOf(place))
}

/** Saves, unless it is refused because an affected edit is being sent. */
function isSaved({ verbs }: World, story: Story, changes: Change[]): boolean {
  try {
    verbs.saveEdits(ACCOUNT, [{ video_id: story.video_id, changes }])
  } catch {
    return false
  }
  for (const row of verbs.editRows(ACCOUNT, story.video_id)) {
    if (row.kind === 'set') see(story, row.key, row.base)
    if (row.kind === 'delete') seeItem(story, row.group, row.base)
  }
  return true
}

const MEDDLING: [number, Deed][] = [
  [0.5, theySet],
  [0.15, theyMake],
  [0.2, theyList],
  [0.15, theyDelete],
]

/** The colleague's changes, each at a time of its own. */
export function plot(world: World, story: Story) {
  const { clock, random, service } = world
  for (let index = below(random, 4); index > 0; index--) {
    void clock.wait(random() * 240_000).then(() => {
      story.changedAt = clock.now()
      one(random, MEDDLING)(world, story, service.video.read(story.video_id))
    })
  }
}

function theySet(world: World, story: Story, now: Video) {
  const place = aPlace(world, story, now)
  if (!place) return
  const value = textFor(place, `theirs-${world.unique()}`)
  world.service.video.colleague(story.video_id, patchAt(place, value))
  story.colleague.push({ place: placeOf(place), value })
}

function patchAt({ group, item_id, register }: Place, value: string) {
  if (item_id === null) return { [group]: { [register]: value } }
  const [part = '', key = ''] = register.split('.')
  return { [group]: { items: [{ id: item_id, [part]: { [key]: value } }] } }
}

function theyMake({ service, unique }: World, story: Story) {
  const name = `theirs-${unique()}`
  service.video.colleague(story.video_id, { pixels: { items: [aPixel(name)] } })
  story.colleagueMade.push(name)
}

function theyList({ service, unique }: World, story: Story, now: Video) {
  const value = `theirs-${unique()}`
  const query_params = [...paramsOf(now), value]
  service.video.colleague(story.video_id, { traffic_filter: { query_params } })
  story.added.push({ value, isMine: false })
}

function theyDelete(world: World, story: Story, now: Video) {
  const place = aPlace(world, story, now)
  if (!place || place.item_id === null) return
  const items = [{ id: place.item_id, _destroy: true }]
  world.service.video.colleague(story.video_id, { [place.group]: { items } })
  story.colleagueDeleted.add(place.item_id)
}
