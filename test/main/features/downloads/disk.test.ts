import path from 'node:path'
import { expect, test } from 'vitest'
import { makeVerbs } from '../../../../src/main/database/verbs.ts'
import type { DownloadScope } from '../../../../src/shared/features/downloads/download.ts'
import { addDays, todayIn } from '../../../../src/shared/time/period.ts'
import { bundled } from '../../../support/bundled.ts'
import { testClock } from '../../../support/clock.ts'
import { connectedDesk } from '../../../support/connected.ts'
import { type Ended, startDownloading } from '../../../support/downloading.ts'

const ZONE = 'Asia/Kathmandu'
const { child: program } = await bundled({ child: 'test/support/download-child.ts' })

/** All the figures that a folder holds of a scope, and that its files are whole. */
function figuresIn(folder: string, { account_id, period, comparison }: DownloadScope) {
  const verbs = makeVerbs(path.join(folder, 'desk'), testClock)
  expect(verbs.recovery()).toBeNull()
  expect(verbs.integrity()).toEqual({ desk: 'ok', answers: 'ok' })
  const { rows } = verbs.overview(account_id, ZONE, period, comparison)
  verbs.close()
  return rows.map(({ player, current }) => ({ id: player.id, ...current }))
}

const totalOf = (ended: Ended | null) => ended?.state.total ?? Number.NaN

test('a disk that fills up during a download stops it with the reason; what is stored stays and reads', async () => {
  const desk = await connectedDesk({ timezone: ZONE, service: { players: 40, days: 90, seed: 3 } })
  const { service, folder, account } = desk
  const today = todayIn(ZONE, testClock.now())
  const first = {
    account_id: account.id,
    period: { start: addDays(today, -16), end: addDays(today, -10) },
    comparison: null,
    withPlayers: false,
    player_ids: null,
  }
  const second = {
    ...first,
    period: { start: addDays(today, -60), end: today },
    withPlayers: true,
  }
  expect(await desk.download(first)).toMatchObject({ status: 'done', failures: [] })
  await desk.close()
  const before = figuresIn(folder, first)
  expect(before.filter(({ period, sums }) => period && sums).length).toBeGreaterThan(20)
  const run = async (limitKiB: number) => {
    const started = startDownloading({
      program,
      folder,
      account,
      key: service.analytics_key,
      limitKiB,
    })
    await started.go(second)
    const ended = await started.ended()
    await started.gone
    return ended
  }

  let toAsk = Number.POSITIVE_INFINITY
  for (const limitKiB of [700, 900]) {
    const ended = await run(limitKiB)
    expect(ended?.state.status).toBe('failed')
    expect(ended?.state.failures.at(-1)?.failure).toMatchObject({
      kind: 'storage',
      reason: 'full',
      path: expect.stringContaining('answers.db') as string,
    })
    // What was stored while there was room is not asked again.
    expect(totalOf(ended)).toBeLessThan(toAsk)
    toAsk = totalOf(ended)
    // It reads on after the failure, in the same process and in the next.
    expect(ended?.rows).toBe(before.length)
    expect(figuresIn(folder, first)).toEqual(before)
  }

  const ended = await run(0)
  expect(ended?.state).toMatchObject({ status: 'done', failures: [] })
  expect(figuresIn(folder, first)).toEqual(before)
  const stored = figuresIn(folder, second).filter(({ period, sums }) => period && sums)
  expect(stored.length).toBeGreaterThan(before.length / 2)
  expect(totalOf(ended)).toBeLessThan(toAsk)
  await desk.end()
})
