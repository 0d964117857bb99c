import { afterEach, expect, test } from 'vitest'
import { addDays, type Period } from '../../../../src/shared/time/period.ts'
import { type ConnectedDesk, connectedDesk } from '../../../support/connected.ts'
import { ago } from '../../../support/questions.ts'
import { count, tell } from '../../../support/scale.ts'

const timezone = 'America/Sao_Paulo'
const period: Period = { start: ago(13), end: ago(7) }
const comparison: Period = { start: addDays(period.start, -7), end: addDays(period.start, -1) }
const scope = { period, comparison, withPlayers: false }

let desk: ConnectedDesk
afterEach(() => desk.end())

const open = async (service: Parameters<typeof connectedDesk>[0]['service']) => {
  desk = await connectedDesk({ timezone, service: { days: 60, ...service } })
  return desk
}
const sent = () =>
  desk.service.log.filter(
    ({ headers, path }) =>
      headers['user-agent']?.startsWith('Cuepoint') &&
      path !== '/quota/usage' &&
      !path.startsWith('/v1/'),
  )
const overview = () =>
  desk.handlers.overview.read({ account_id: desk.account.id, period, comparison })

test('of many players of which 40 are visited, the others are asked nothing and are known to have had nothing', async () => {
  const players = count('players of which 40 are visited', { usual: 300, full: 1_700 })
  await open({ players, visited: 40 })
  const account_id = desk.account.id
  const before = sent().length
  const plan = await desk.handlers.downloads.plan({ account_id, player_ids: null, ...scope })
  expect(plan.idleQuestions).toBe(players / 100)
  const listed = sent().length
  expect(await desk.download(scope)).toMatchObject({ status: 'done', failures: [] })
  const asked = sent().slice(listed)
  tell(`${asked.length} requests`)
  // The list, each hundred of players, and three of each that was visited.
  expect(asked.length).toBeLessThanOrEqual(1 + players / 100 + 40 * 3)
  expect(plan.questions).toBeGreaterThanOrEqual(asked.length)
  expect(listed - before).toBe(1)
  const { rows, daily } = await overview()
  expect(rows).toHaveLength(players)
  expect(rows.filter(({ current }) => current.period === null)).toEqual([])
  expect(
    rows.filter(({ current }) => (current.period?.total_viewed ?? 0) > 0).length,
  ).toBeLessThanOrEqual(40)
  // A day is a sum only where every player has it.
  expect(daily.total_started.every((plays) => plays !== null)).toBe(true)
})

test('the figures are those of a download that asks every player', async () => {
  const shown: unknown[] = []
  for (const isByDocument of [false, true]) {
    await open({ players: 60, visited: 30, seed: 4, isByDocument })
    expect(await desk.download(scope)).toMatchObject({ status: 'done', failures: [] })
    const { rows } = await overview()
    shown.push(
      rows.map(({ player, current, comparison: before }) => [
        player.id,
        ...[current, before].map((one) => [
          one?.period?.total_viewed,
          one?.period?.play_rate,
          one?.sums,
        ]),
      ]),
    )
    if (isByDocument) break
    await desk.end()
  }
  expect(shown[0]).toEqual(shown[1])
})

test('without that operation every player is asked, and the service is asked for it once', async () => {
  await open({ players: 30, isByDocument: true })
  expect(await desk.download(scope)).toMatchObject({ status: 'done', failures: [] })
  const finding = sent().filter(({ path }) => path === '/events/total_by_company_players')
  expect(finding).toHaveLength(1)
  expect(await desk.download(scope)).toMatchObject({ status: 'done' })
  expect(sent().filter(({ path }) => path === '/events/total_by_company_players')).toHaveLength(1)
})

test('an answer without a row about a hundred players is asked once more before it is believed', async () => {
  await open({ players: 30 })
  const path = '/events/total_by_company_players'
  desk.service.setFaults([
    { match: { path, times: 1 }, action: { kind: 'body', form: 'empty-list' } },
  ])
  expect(await desk.download(scope)).toMatchObject({ status: 'done', failures: [] })
  const { rows } = await overview()
  expect(rows.some(({ current }) => (current.period?.total_viewed ?? 0) > 0)).toBe(true)
})
