import type { EditRow } from '../../src/main/features/publishing/edit-row.ts'
import { rewound } from '../../src/main/features/publishing/restore.ts'
import type { Service } from '../../src/service/service.ts'
import { COLLECTIONS, GROUPS } from '../../src/shared/api/settings/index.ts'
import type { Video } from '../../src/shared/api/video.ts'
import type { HistoryEntry } from '../../src/shared/features/publishing/edit.ts'
import { applyEdits, itemAt, valueAt } from '../../src/shared/features/publishing/lay.ts'
import { SECRET } from '../../src/shared/features/publishing/register.ts'
import { sameGroup } from '../../src/shared/features/publishing/value.ts'
import { ITEM_PLACES, type Place, placeOf, type Story } from './outbox-story.ts'
import type { Sent } from './posting.ts'

export interface Verdict {
  lost: string[]
  duplicates: string[]
  wrongItem: string[]
  silent: string[]
  stuck: string[]
  /** The groups that the change history, followed back, does not lead to as they were at first. */
  untraced: string[]
  /** Overwritten between our read and our request: no read could have shown it. */
  unclosable: number
  told: number
}

interface Ended {
  story: Story
  service: Service
  sent: readonly Sent[]
  left: readonly EditRow[]
  history: readonly HistoryEntry[]
  /** As it is stored. */
  base: Video
}

/** Judges the result for one video, from the service's data, the requests and the history. */
export function judge(ended: Ended): Verdict {
  const { story, service, history } = ended
  const final = service.video.read(story.video_id)
  return {
    lost: [...lostTexts(ended, final), ...lostItems(story, final), ...lostOfLists(ended, final)],
    duplicates: story.made
      .filter(({ want, times }) => countOf(final, want) > times)
      .map(({ want }) => want),
    wrongItem: wrongItems(story, final),
    silent: silentOf(ended),
    stuck: ended.left
      .filter(({ video_id }) => video_id === story.video_id)
      .map(({ key, status }) => `${key} ${status}`),
    untraced: untracedOf(ended),
    unclosable: story.added.filter(
      ({ isMine, value }) => !isMine && !paramsOf(final).includes(value),
    ).length,
    told: history.filter(({ event }) => event === 'overwritten').length,
  }
}

/** A secret that appears where none was is left out of the history: a backup may have lacked it. */
function untracedOf({ story: { first }, base, history }: Ended): string[] {
  const back = rewound(base, history)
  const secret = valueAt(first, SECRET) ?? valueAt(back, SECRET)
  const [start, end] = [first, back].map((video) =>
    applyEdits(video, valueAt(video, SECRET) ? [] : [{ ...SECRET, kind: 'set', want: secret }]),
  )
  return GROUPS.filter((group) => !sameGroup(group, start?.[group], end?.[group]))
}

const paramsOf = (video: Video) => video.traffic_filter?.query_params ?? []

const countOf = (video: Video, name: string) =>
  (video.pixels?.items ?? []).filter(({ base }) => base?.name === name).length

function lostTexts(ended: Ended, final: Video): string[] {
  return [...ended.story.aims.values()]
    .filter((aim) => valueAt(final, aim) !== aim.want && !isExcused(ended, final, aim))
    .map((aim) => `${placeOf(aim)} wants ${aim.want}, has ${String(valueAt(final, aim))}`)
}

/**
 * A later change by the colleague may remain when ours was posted before it, or when the user is
 * notified.
 */
function isExcused({ story, history }: Ended, final: Video, aim: Place & { want: string }) {
  const { item_id } = aim
  const isGone = item_id !== null && itemAt(final, { ...aim, item_id }) === undefined
  if (isGone && JSON.stringify(final).includes(JSON.stringify(aim.want))) return true
  const value = valueAt(final, aim)
  const isTheirs = story.colleague.some((one) => one.place === placeOf(aim) && one.value === value)
  const isTheirEnd = isGone && story.colleagueDeleted.has(item_id)
  const isKnown = history.some(
    ({ event, before, after }) =>
      (event === 'posted' && after === aim.want) ||
      (event === 'overwritten' && before === aim.want),
  )
  return isKnown && (isTheirs || isTheirEnd)
}

function lostItems(story: Story, final: Video): string[] {
  const text = JSON.stringify(final)
  const isThere = (item_id: string) => text.includes(`"id":"${item_id}"`)
  return [
    ...story.made
      .filter(({ want, times }) => countOf(final, want) < times)
      .map(({ want, times }) => `${want} is there ${countOf(final, want)} times, not ${times}`),
    ...[...story.deleted].filter(isThere).map((item_id) => `${item_id} is still there`),
    ...[...story.colleagueDeleted].filter(isThere).map((item_id) => `${item_id} came back`),
    ...story.colleagueMade
      .filter((name) => countOf(final, name) !== 1)
      .map((name) => `the colleague's ${name}`),
  ]
}

function lostOfLists({ story, history }: Ended, final: Video): string[] {
  const isPosted = (value: string) =>
    history.some(({ event, after }) => event === 'posted' && JSON.stringify(after).includes(value))
  return story.added
    .filter(({ isMine, value }) => isMine && !paramsOf(final).includes(value) && !isPosted(value))
    .map(({ value }) => `list ${value}`)
}

/** Every text belongs to one place: on another original item it would be wrong. */
function wrongItems({ first, aims }: Story, final: Video): string[] {
  const wanted = new Map([...aims.values()].map((aim) => [aim.want, aim.item_id]))
  return COLLECTIONS.flatMap((group) =>
    (first[group]?.items ?? []).flatMap(({ id }) => {
      const value = valueAt(final, { group, item_id: id, register: ITEM_PLACES[group] })
      const of = wanted.get(value as string)
      return of === undefined || of === id ? [] : [`${String(value)} is on ${id}`]
    }),
  )
}

/** Requests that overwrote something that the read before showed, and that the user never saw. */
function silentOf({ story, sent }: Ended): string[] {
  return sent.flatMap(({ video_id, body, read }) => {
    if (video_id !== story.video_id || !read) return []
    const writes = [...writesOfItems(body), ...writesOfFilter(body)]
    const unseen = writes.filter((write) => !isSeen(story, read, write))
    return [
      ...unseen.map(({ place, value }) => `${placeOf(place)} by ${String(value)}`),
      ...droppedFrom(story, read, body),
    ]
  })
}

interface Write {
  place: Place
  value: unknown
}

function isSeen(story: Story, read: Video, { place, value }: Write): boolean {
  const { item_id } = place
  if (item_id !== null && !itemAt(read, { ...place, item_id })) return true
  const shown = JSON.stringify(valueAt(read, place) ?? null)
  return shown === JSON.stringify(value) || (story.seen.get(placeOf(place))?.has(shown) ?? false)
}

function droppedFrom({ removed }: Story, read: Video, body: Sent['body']): string[] {
  const list = (body['traffic_filter'] as { query_params?: string[] } | undefined)?.query_params
  if (!list) return []
  return paramsOf(read)
    .filter((text) => !list.includes(text) && !removed.includes(text))
    .map((text) => `list ${text}`)
}

type Written = { id?: string; _destroy?: boolean } & Record<string, Record<string, unknown>>

function writesOfItems(body: Sent['body']): Write[] {
  return COLLECTIONS.flatMap((group) => {
    const { items = [] } = (body[group] ?? {}) as { items?: Written[] }
    return items.flatMap((item) => {
      if (item.id === undefined) return []
      const place = { group, item_id: item.id, register: ITEM_PLACES[group] }
      const [part = '', key = ''] = place.register.split('.')
      return [{ place, value: item._destroy ? null : item[part]?.[key] }]
    })
  })
}

function writesOfFilter(body: Sent['body']): Write[] {
  const { token } = (body['traffic_filter'] ?? {}) as { token?: string }
  const place = { group: 'traffic_filter' as const, item_id: null, register: 'token' }
  return token === undefined ? [] : [{ place, value: token }]
}
