import { expect, test } from 'vitest'
import { oneAtATime, readPages } from '../../../src/renderer/ui/sheet-videos.ts'
import type { SheetVideo } from '../../../src/shared/features/sheet/rows.ts'
import type { SheetPage } from '../../../src/shared/features/sheet/sheet-calls.ts'

const video = (id: string, name = id): SheetVideo => ({
  ...{ id, name, duration: 60, pitch: null, settings: { items: [{ id: `${id} item` }] } },
})

/** Pages of two videos each, which count how many videos they send. */
function pagesOf(all: () => SheetVideo[]) {
  let sent = 0
  const readPage = (after: string | null, known: string | undefined): Promise<SheetPage> => {
    const start = after === null ? 0 : all().findIndex(({ id }) => id === after) + 1
    const videos = structuredClone(all().slice(start, start + 2))
    const version = JSON.stringify(videos)
    const isAsKnown = version === known
    const next = start + 2 < all().length ? (videos.at(-1)?.id ?? null) : null
    if (!isAsKnown) sent += videos.length
    return Promise.resolve({ videos: isAsKnown ? [] : videos, version, isAsKnown, next })
  }
  return { readPage, sent: () => sent }
}

test('after one video changed, only its page is sent again, and the other videos are the same objects', async () => {
  let all = ['a', 'b', 'c', 'd', 'e'].map((id) => video(id))
  const { readPage, sent } = pagesOf(() => all)
  const before = await readPages('call_actions', readPage, [])
  all = all.with(2, video('c', 'renamed'))
  const after = await readPages('call_actions', readPage, before)
  expect(sent()).toBe(5 + 2)
  const [first, second] = [before, after].map((pages) => pages.flatMap(({ videos }) => videos))
  expect(second).toEqual(all)
  expect(second?.map((one, index) => one === first?.[index])).toEqual([
    true,
    true,
    false,
    true,
    true,
  ])
})

test('videos that were added and removed are as the service has them', async () => {
  let all = ['b', 'c', 'd'].map((id) => video(id))
  const { readPage } = pagesOf(() => all)
  const before = await readPages('call_actions', readPage, [])
  all = ['a', 'c', 'd', 'e', 'f'].map((id) => video(id))
  const after = await readPages('call_actions', readPage, before)
  expect(after.flatMap(({ videos }) => videos)).toEqual(all)
  all = []
  expect(
    (await readPages('call_actions', readPage, after)).flatMap(({ videos }) => videos),
  ).toEqual([])
})

test('reads that are requested while one runs share the next, which begins after it', async () => {
  const begun: ((value: number) => void)[] = []
  const read = oneAtATime(() => new Promise<number>((resolve) => begun.push(resolve)))
  const first = read()
  const others = [read(), read(), read()]
  expect(begun).toHaveLength(1)
  begun[0]?.(1)
  expect(await first).toBe(1)
  await new Promise(setImmediate)
  expect(begun).toHaveLength(2)
  begun[1]?.(2)
  expect(await Promise.all(others)).toEqual([2, 2, 2])
  void read()
  expect(begun).toHaveLength(3)
})

test('a read that fails does not hold up the next', async () => {
  let times = 0
  const read = oneAtATime(() =>
    times++ === 0 ? Promise.reject(new Error('full')) : Promise.resolve(2),
  )
  const both = await Promise.allSettled([read(), read()])
  expect(both).toMatchObject([{ status: 'rejected' }, { value: 2 }])
})
