import { expect, test } from 'vitest'
import { makeEditedFigures } from '../../../../src/renderer/features/sheet/edited-figures.ts'
import type { Edit } from '../../../../src/shared/features/publishing/edit.ts'
import type { SheetFigures, VideoFigures } from '../../../../src/shared/features/sheet/figures.ts'
import type { Period } from '../../../../src/shared/time/period.ts'

const MONTH = { start: '2026-01-01', end: '2026-01-31' }

const movedTo = (video_id: string, want: number): Edit => ({
  ...{ video_id, key: 'start', kind: 'set', group: 'call_actions', item_id: 'a' },
  ...{ register: 'window.start', base: 300, want, status: 'draft', failure: null },
  waitsUntil: null,
})

/** Main, whose figures are the seconds at which calls start now; each answer comes on `answer`. */
function aSheet() {
  let edits: Edit[] = []
  const calls: { ids: string[]; answer: () => void }[] = []
  const startOf = (video_id: string) => {
    const edit = edits.find((one) => one.video_id === video_id)
    return typeof edit?.want === 'number' ? edit.want : 300
  }
  const figuresOf = (ids: readonly string[], period: Period): VideoFigures[] =>
    ids.map((video_id) => ({
      ...{ video_id, period, asOf: 1, rows: { a: { reach: startOf(video_id) } } },
    }))
  let isBroken = false
  const ask = (ids: string[], period: Period) => {
    const figures = figuresOf(ids, period)
    const fails = isBroken
    return new Promise<VideoFigures[]>((resolve, reject) => {
      const answer = () => (fails ? reject(new Error('no answer')) : resolve(figures))
      calls.push({ ids, answer })
    })
  }
  let found: Parameters<Parameters<typeof makeEditedFigures>[1]>[0] = new Map()
  const { follow } = makeEditedFigures(ask, (next) => {
    found = next
  })
  return {
    edit: (...next: Edit[]) => {
      edits = next
    },
    all: (ids: readonly string[], period: Period = MONTH): SheetFigures => ({
      ...{ period, videos: figuresOf(ids, period) },
    }),
    follow: (all: SheetFigures | undefined) => follow(all, edits),
    /** Answers all calls, one after the other; how many videos each was about. */
    async answered() {
      const sizes: number[] = []
      for (let call = calls.shift(); call; call = calls.shift()) {
        sizes.push(call.ids.length)
        call.answer()
        // The next call is made when the answer was taken.
        await new Promise(setImmediate)
      }
      return sizes
    },
    fail: (fails = true) => {
      isBroken = fails
    },
    shown: (all: SheetFigures, video_id: string) => {
      const own = found.get(video_id)
      const of = own === undefined ? all.videos.find((one) => one.video_id === video_id) : own
      return of?.rows['a']?.reach
    },
  }
}

test('figures that were computed with an edit are asked for again when the edit is gone', async () => {
  const sheet = aSheet()
  sheet.edit(movedTo('v1', 5))
  sheet.follow(undefined)
  const all = sheet.all(['v1', 'v2'])
  sheet.follow(all)
  expect(await sheet.answered()).toEqual([1])
  expect(sheet.shown(all, 'v1')).toBe(5)
  sheet.edit()
  sheet.follow(all)
  expect(await sheet.answered()).toEqual([1])
  expect([sheet.shown(all, 'v1'), sheet.shown(all, 'v2')]).toEqual([300, 300])
})

test('all edited videos get their figures, some at a time, and later only those edited again', async () => {
  const sheet = aSheet()
  const ids = Array.from({ length: 450 }, (_, index) => `v${index}`)
  const all = sheet.all(ids)
  sheet.follow(all)
  expect(await sheet.answered()).toEqual([])
  const moved = ids.map((id) => movedTo(id, 60))
  sheet.edit(...moved)
  sheet.follow(all)
  expect(await sheet.answered()).toEqual([200, 200, 50])
  expect(ids.filter((id) => sheet.shown(all, id) !== 60)).toEqual([])
  sheet.edit(...moved.slice(0, -1), movedTo('v449', 70))
  sheet.follow(all)
  expect(await sheet.answered()).toEqual([1])
  expect([sheet.shown(all, 'v448'), sheet.shown(all, 'v449')]).toEqual([60, 70])
})

test('a video that is edited while its figures come is asked for again', async () => {
  const sheet = aSheet()
  const all = sheet.all(['v1'])
  sheet.edit(movedTo('v1', 5))
  sheet.follow(all)
  sheet.edit(movedTo('v1', 9))
  sheet.follow(all)
  expect(await sheet.answered()).toEqual([1, 1])
  expect(sheet.shown(all, 'v1')).toBe(9)
})

test('with a newer answer about all, or one of other days, edited videos are asked for again', async () => {
  const sheet = aSheet()
  const before = sheet.all(['v1'])
  sheet.edit(movedTo('v1', 5))
  sheet.follow(before)
  await sheet.answered()
  const stale = sheet.all(['v1'])
  sheet.edit()
  sheet.follow(stale)
  await sheet.answered()
  expect(sheet.shown(stale, 'v1')).toBe(300)
  const others = sheet.all(['v1'], { start: '2026-02-01', end: '2026-02-28' })
  sheet.follow(others)
  expect(await sheet.answered()).toEqual([1])
  expect(sheet.shown(others, 'v1')).toBe(300)
})

test('a video whose figures could not be asked for has none rather than those of before', async () => {
  const sheet = aSheet()
  const all = sheet.all(['v1'])
  sheet.fail()
  sheet.edit(movedTo('v1', 5))
  sheet.follow(all)
  await sheet.answered()
  expect(sheet.shown(all, 'v1')).toBeUndefined()
  sheet.fail(false)
  sheet.edit(movedTo('v1', 5), movedTo('v2', 5))
  sheet.follow(all)
  expect(await sheet.answered()).toEqual([2])
  expect(sheet.shown(all, 'v1')).toBe(5)
})

test('edits that are read again, or on their way, ask for nothing', async () => {
  const sheet = aSheet()
  const all = sheet.all(['v1', 'v2'])
  sheet.edit(movedTo('v1', 5), movedTo('v2', 5))
  sheet.follow(all)
  await sheet.answered()
  sheet.edit(movedTo('v1', 5), { ...movedTo('v2', 5), status: 'sending' })
  sheet.follow(all)
  expect(await sheet.answered()).toEqual([])
})
