import type { Answered } from '../../src/main/features/analytics/completeness.ts'
import type { DayRun } from '../../src/main/features/analytics/days.ts'
import type { AskOptions } from '../../src/main/features/downloads/asking.ts'
import { type DownloadsParts, makeDownloads } from '../../src/main/features/downloads/run.ts'
import type { OpenDownload } from '../../src/main/features/downloads/store.ts'
import { AppError, type Failure } from '../../src/shared/failure.ts'
import type { DownloadScope, DownloadState } from '../../src/shared/features/downloads/download.ts'
import { daysOf } from '../../src/shared/time/period.ts'
import { virtualClock } from './clock.ts'
import { aPlayer, idOf } from './statistics.ts'

export const ZONE = 'America/Sao_Paulo'
export const ACCOUNT = 'acc000000001'
export const STARTS_AT = Date.UTC(2026, 2, 10, 15)
export const SCOPE: DownloadScope = {
  account_id: ACCOUNT,
  period: { start: '2026-03-04', end: '2026-03-10' },
  comparison: { start: '2026-02-25', end: '2026-03-03' },
  withPlayers: false,
  player_ids: null,
}
export const PLAYERS = Array.from({ length: 20 }, (_, index) => aPlayer({ id: idOf(index + 1) }))

type AnyInput = Record<string, unknown>

/** Keeps in memory what the store keeps on disk. */
export function memoryStore() {
  const answers = new Map<string, { value: unknown; asOf: number }>()
  const days = new Map<string, Map<string, DayRun>>()
  const downloads = new Map<string, OpenDownload & { state: DownloadState | null }>()
  const keyOf = (account_id: string, name: string, input: object) =>
    JSON.stringify([account_id, name, Object.entries(input)])
  return {
    days,
    accounts: async () => [{ id: ACCOUNT, timezone: ZONE }],
    answer: async (account_id: string, name: string, input: object) =>
      answers.get(keyOf(account_id, name, input)) ?? null,
    answeredAt: async (account_id: string, requests: readonly { name: string; input: object }[]) =>
      requests.map(({ name, input }) => answers.get(keyOf(account_id, name, input))?.asOf ?? null),
    dayCover: async () =>
      Object.fromEntries([...days].map(([player_id, runs]) => [player_id, [...runs.values()]])),
    keepDownloaded: async (..._kept: unknown[]): Promise<void> => undefined,
    openDownload: async (scope: DownloadScope, startedAt: number, activeAt = startedAt) => {
      downloads.set(scope.account_id, { scope, startedAt, activeAt, state: null })
    },
    keepDownloadActive: async (account_id: string, activeAt: number) => {
      const open = downloads.get(account_id)
      if (open) open.activeAt = activeAt
    },
    closeDownload: async (account_id: string, _status: string, state: DownloadState) => {
      const open = downloads.get(account_id)
      if (open) open.state = state
    },
    openDownloads: async () =>
      [...downloads.values()]
        .filter(({ state }) => state === null)
        .map(({ scope, startedAt, activeAt }) => ({ scope, startedAt, activeAt })),
    closedDownloads: async () => [...downloads.values()].flatMap(({ state }) => state ?? []),
    keep: async (...[account_id, name, input, answer]: [string, string, AnyInput, Answered]) => {
      // As the real store: the service's time, where it is known better.
      const asOf = answer.serviceTime ?? answer.asOf
      if (name !== 'statsByDay') {
        answers.set(keyOf(account_id, name, input), { value: answer.value, asOf })
        return
      }
      const runs = days.get(String(input['player_id'])) ?? new Map<string, DayRun>()
      days.set(String(input['player_id']), runs)
      for (const day of rangeOf(input)) {
        runs.set(day, {
          start: day,
          end: day,
          asOf,
          pitch_time: Number(input['pitch_time']),
          video_duration: Number(input['video_duration']),
        })
      }
    },
  }
}

export const rangeOf = (input: AnyInput) =>
  daysOf({
    start: String(input['start_date']).slice(0, 10),
    end: String(input['end_date']).slice(0, 10),
  })

/** Which answers are complete is shown by test/main/features/analytics/completeness.test.ts. */
const ALL_COMPLETE: DownloadsParts['completeness'] = {
  classify: () => Promise.resolve('complete'),
  isComputed: () => true,
  refetch: (_, answer) => Promise.resolve(answer),
}

export type Ask = (name: string, input: AnyInput, options: AskOptions) => unknown

/** `aheadMs` is how far the clock is ahead of the service's, as its answers tell. */
export function desk(
  answer: Ask,
  store = memoryStore(),
  clock = virtualClock(STARTS_AT),
  aheadMs = 0,
) {
  const asked: { name: string; input: AnyInput }[] = []
  let underWay = 0
  const seen = { most: 0, changes: 0, downloadedAt: [] as (number | null)[] }
  const downloads = makeDownloads({
    ask: async (...[, name, input, options]) => {
      asked.push({ name, input })
      seen.most = Math.max(seen.most, ++underWay)
      try {
        const value = await answer(name, input, options)
        const asOf = clock.now()
        return { value, asOf, ...(aheadMs > 0 && { serviceTime: asOf - aheadMs }) }
      } finally {
        underWay--
      }
    },
    keep: store.keep,
    keepAll: async (account_id, all) => {
      for (const { request: of, answer: said } of all)
        await store.keep(account_id, of.name, of.input, said)
    },
    completeness: ALL_COMPLETE,
    isOffered: () => false,
    assertNotPaused: async () => undefined,
    store,
    quotaOf: () => null,
    clock,
    onChange: () => seen.changes++,
    onDone: (_, at) => seen.downloadedAt.push(at),
  })
  return { downloads, asked, seen, store, clock }
}

export const answers: Ask = async (name) => {
  await new Promise((next) => setImmediate(next))
  return name === 'players' ? PLAYERS : []
}

export const fails = (failure: Failure) => {
  throw new AppError(failure)
}

/** Lets everything that is ready run. */
export async function turns(number: number) {
  for (let turn = 0; turn < number; turn++) await new Promise((next) => setImmediate(next))
}

/** Lets a download run to its end, and the time pass for which it waits. */
export async function ended({
  downloads,
  clock,
}: Pick<ReturnType<typeof desk>, 'downloads' | 'clock'>) {
  let isEnded = false
  void downloads.ended(ACCOUNT).then(() => {
    isEnded = true
  })
  await turns(100)
  while (!isEnded) {
    await clock.advance(30_000)
    await turns(100)
  }
}
