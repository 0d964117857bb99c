import path from 'node:path'
import { expect, test } from 'vitest'
import { makeVerbs } from '../../../../src/main/database/verbs.ts'
import type { LoggedRequest } from '../../../../src/service/request-log.ts'
import type { DownloadScope } from '../../../../src/shared/features/downloads/download.ts'
import {
  addDays,
  daysOf,
  isSettled,
  type Period,
  todayIn,
} from '../../../../src/shared/time/period.ts'
import { bundled } from '../../../support/bundled.ts'
import { testClock } from '../../../support/clock.ts'
import { connectedDesk } from '../../../support/connected.ts'
import { startDownloading } from '../../../support/downloading.ts'
import { count, isProof } from '../../../support/scale.ts'

const ZONE = 'America/Sao_Paulo'
const KILLS = count('kills', { usual: 4, full: 500 })
const LONGEST_LIFE_MS = 700
const { child: program } = await bundled({ child: 'test/support/download-child.ts' })
const NAMES: Record<string, string> = {
  '/sessions/stats': 'stats',
  '/sessions/stats_by_field': 'statsByField',
  '/times/user_engagement': 'userEngagement',
  '/clicks/total_by_company_timed': 'clicksTimed',
  '/conversions/video_timed': 'conversionsTimed',
}

interface Body {
  player_id: string
  start_date: string
  end_date: string
}

const bodyOf = ({ body }: LoggedRequest) => JSON.parse(body) as Body
const daysAsked = (seen: LoggedRequest) => {
  const { player_id, start_date, end_date } = bodyOf(seen)
  const range = { start: start_date.slice(0, 10), end: end_date.slice(0, 10) }
  return daysOf(range).map((day) => `${player_id} ${day}`)
}

/** What a folder holds that can no longer change: days, and requests about whole periods. */
function settledIn(folder: string, account_id: string, log: readonly LoggedRequest[]) {
  const verbs = makeVerbs(path.join(folder, 'desk'), testClock)
  expect(verbs.recovery()).toBeNull()
  expect(verbs.integrity()).toEqual({ desk: 'ok', answers: 'ok' })
  const today = todayIn(ZONE, testClock.now())
  const cover = verbs.dayCover(account_id, ZONE, { start: addDays(today, -200), end: today })
  const days = Object.entries(cover).flatMap(([player_id, runs]) =>
    runs.flatMap((run) =>
      daysOf(run)
        .filter((day) => isSettled(day, ZONE, run.asOf))
        .map((day) => `${player_id} ${day}`),
    ),
  )
  const asked = log.filter(({ path: at }) => at in NAMES)
  const times = verbs.answeredAt(
    account_id,
    asked.map((seen) => ({ name: NAMES[seen.path] ?? '', input: bodyOf(seen) })),
  )
  const isStored = (seen: LoggedRequest, at: number | null | undefined) =>
    typeof at === 'number' && isSettled(bodyOf(seen).end_date.slice(0, 10), ZONE, at)
  const requests = asked.filter((seen, index) => isStored(seen, times[index]))
  verbs.close()
  return {
    days: new Set(days),
    requests: new Set(requests.map(({ path: at, body }) => at + body)),
  }
}

/** What was asked although the desk had it for good. */
function askedTwice(settled: ReturnType<typeof settledIn>, log: readonly LoggedRequest[]) {
  return log.flatMap((seen) => {
    if (seen.path === '/sessions/stats_by_day') {
      return daysAsked(seen).filter((day) => settled.days.has(day))
    }
    return settled.requests.has(seen.path + seen.body) ? [seen.path + seen.body] : []
  })
}

/** Periods further and further back, each overlapping the one before. */
function scopeNumber(number: number, account_id: string): DownloadScope {
  const today = todayIn(ZONE, testClock.now())
  const back = ({ start, end }: Period, days: number) => ({
    start: addDays(start, -days),
    end: addDays(end, -days),
  })
  const period = back({ start: addDays(today, -9), end: today }, number * 6)
  return { account_id, period, comparison: back(period, 14), withPlayers: true, player_ids: null }
}

test('killed at random moments, a download resumes and requests nothing settled twice', async () => {
  const desk = await connectedDesk({
    timezone: ZONE,
    service: { players: isProof ? 30 : 20, days: 200, seed: 5 },
    latencyMs: 20,
  })
  const { service, folder, account } = desk
  await desk.close()
  const start = () => startDownloading({ program, folder, account, key: service.analytics_key })
  let next = start()
  const found: Record<string, number> = {}
  let kills = 0
  let ends = 0
  let settled = settledIn(folder, account.id, service.log)
  try {
    for (let isOver = false; !isOver; ) {
      const current = next
      next = start()
      const from = service.log.length
      const scope = scopeNumber(ends, account.id)
      await current.go(scope)
      const opening = current.open().then((status) => {
        found[String(status)] = (found[String(status)] ?? 0) + 1
      })
      const isLast = kills === KILLS
      // Spread evenly, so that few kills are in every part of a life too.
      const life = isLast ? 60_000 : ((kills + Math.random()) / KILLS) * LONGEST_LIFE_MS
      // Some while it opens; most once it runs, however slow the machine is.
      const since = kills % 5 === 0 ? Promise.resolve() : opening
      const pause = since.then(
        () => new Promise<null>((resolve) => setTimeout(resolve, life, null).unref()),
      )
      const ended = await Promise.race([current.ended(), pause])
      if (ended) {
        await opening
        expect(ended.state).toMatchObject({ status: 'done', failures: [] })
        expect(ended.state.done).toBe(ended.state.total)
        await current.gone
        ends++
        isOver = isLast
      } else {
        await current.kill()
        kills++
      }
      expect(askedTwice(settled, service.log.slice(from))).toEqual([])
      settled = settledIn(folder, account.id, service.log)
    }
  } finally {
    await next.kill()
  }
  expect(kills).toBe(KILLS)
  expect(found['interrupted']).toBeGreaterThan(KILLS / 3)
  expect(settled.days.size).toBeGreaterThan(100)
  expect(settled.requests.size).toBeGreaterThan(100)
  await desk.end()
})
