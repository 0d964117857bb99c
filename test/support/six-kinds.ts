import { expect } from 'vitest'
import type { Service } from '../../src/service/service.ts'
import type { Video } from '../../src/shared/api/video.ts'
import type { Change } from '../../src/shared/features/publishing/edit.ts'
import { valueAt } from '../../src/shared/features/publishing/lay.ts'

type Items = Record<string, unknown>[]

const TYPOGRAPHY = { family: 'Inter', letter_spacing: 0, line_height: 1.2, weight: 700 }

/** A text that occurs in one wave of one video only. */
const textOf = (video_id: string, wave: number) => `${video_id} wave ${wave}`
const changedText = (video_id: string, wave: number) => `${textOf(video_id, wave)}, changed`
const waveIn = (text: string) => Number(/ wave (\d+)/.exec(text)?.[1])

const pixelOf = (name: string) => ({
  base: { name, type: 'google' },
  dispatch: { active: true, mode: 'percent', threshold: 50 },
})

function pixelNamed(video: Video, name: string): string {
  const found = (video.pixels?.items ?? []).filter(({ base }) => base?.name === name)
  expect(found, `pixels named ${name}`).toHaveLength(1)
  return found[0]?.id ?? ''
}

/**
 * A service's permanent videos that contain everything that a wave of edits changes; `now` in epoch
 * milliseconds.
 */
export function wholeVideos(service: Service, now: number): Video[] {
  return service.world
    .players(now / 1000)
    .filter(({ deleted }) => deleted > now / 1000 + 1e6)
    .map(({ id }) => service.video.read(id))
    .filter(
      (video) => video.pixels?.items && video.call_actions?.items?.length && video.traffic_filter,
    )
}

const buttonOf = (video: Video) => video.call_actions?.items?.[0]?.id ?? ''

/**
 * One wave of edits of all six kinds: a leaf, a whole, a list, a created item, a change of the item
 * created by the previous wave, and a deletion of the one created by the wave before that.
 */
export function waveOf(video: Video, wave: number): Change[] {
  const text = textOf(video.id, wave)
  const item_id = buttonOf(video)
  const changes: Change[] = [
    { kind: 'set', group: 'traffic_filter', item_id: null, register: 'token', value: text },
    {
      ...{ kind: 'set', group: 'call_actions', item_id, register: 'design.typography' },
      value: { ...TYPOGRAPHY, size: wave },
    },
    {
      ...{ kind: 'list', group: 'traffic_filter', register: 'query_params' },
      add: [text],
      remove: wave > 1 && wave % 2 === 0 ? [textOf(video.id, wave - 1)] : [],
    },
    { kind: 'create', group: 'pixels', item: pixelOf(text) },
  ]
  if (wave > 1) changes.push(changing(video, wave - 1))
  if (wave > 2) {
    const made = pixelNamed(video, changedText(video.id, wave - 2))
    changes.push({ kind: 'delete', group: 'pixels', item_id: made })
  }
  return changes
}

function changing(video: Video, wave: number): Change {
  return {
    ...{ kind: 'set', group: 'pixels', register: 'base.name' },
    item_id: pixelNamed(video, textOf(video.id, wave)),
    value: changedText(video.id, wave),
  }
}

/** A video after this many waves, computed by hand; items created here have no id. */
export function afterWaves(first: Video, waves: number): unknown {
  const video = structuredClone(first) as Video & { call_actions: { items: Items } }
  if (waves === 0) return withoutMadeIds(first, video)
  const numbers = Array.from({ length: waves }, (_, index) => index + 1)
  const kept = numbers.filter((wave) => wave % 2 === 0 || wave === waves)
  Object.assign(video.traffic_filter ?? {}, {
    token: textOf(first.id, waves),
    query_params: [
      ...(first.traffic_filter?.query_params ?? []),
      ...kept.map((wave) => textOf(first.id, wave)),
    ],
  })
  const [button] = video.call_actions.items
  if (button)
    button['design'] = {
      ...(button['design'] as object),
      typography: { ...TYPOGRAPHY, size: waves },
    }
  const items = video.pixels?.items as unknown as Items
  if (waves > 1) items.push(pixelOf(changedText(first.id, waves - 1)))
  items.push(pixelOf(textOf(first.id, waves)))
  return video
}

/** A video without the ids of pixels that it did not have originally. */
export function withoutMadeIds(first: Video, video: Video): unknown {
  const known = new Set((first.pixels?.items ?? []).map(({ id }) => id))
  const copy = structuredClone(video)
  for (const item of (copy.pixels?.items ?? []) as unknown as Items) {
    if (!known.has(item['id'] as string)) delete item['id']
  }
  return copy
}

/**
 * From the applied requests of a video: how often each pixel was created, and the order of the
 * waves.
 */
export function appliedTo(
  video_id: string,
  applied: readonly { video_id: string; body: unknown }[],
) {
  const made: Record<string, number> = {}
  const waves: number[] = []
  for (const { body } of applied.filter((one) => one.video_id === video_id)) {
    const patch = body as Video
    const token = valueAt(patch, { group: 'traffic_filter', item_id: null, register: 'token' })
    if (typeof token === 'string') waves.push(waveIn(token))
    for (const { id, base } of patch.pixels?.items ?? []) {
      const name = String(base?.name)
      if (id === undefined) made[name] = (made[name] ?? 0) + 1
    }
  }
  return { made, waves }
}

export const madeNames = (video_id: string, waves: number) =>
  Array.from({ length: waves }, (_, index) => textOf(video_id, index + 1))
