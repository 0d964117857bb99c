import { expect, test } from 'vitest'
import { problemsHandlers } from '../../../../src/main/features/problems/handlers.ts'
import type { ListOptions } from '../../../../src/main/features/problems/list.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import type { RowFigures } from '../../../../src/shared/features/sheet/figures.ts'
import { testClock } from '../../../support/clock.ts'
import { connectedDesk } from '../../../support/connected.ts'
import { goTo } from '../../../support/go-to.ts'
import { ACCOUNT, anAccount } from '../../../support/store-folder.ts'

const period = { start: '2026-01-01', end: '2026-01-31' }

test('active videos are those with plays in the downloaded data', async () => {
  const asked: (readonly string[] | null)[] = []
  const rows = (plays: RowFigures) => ({ period, asOf: 1, rows: { '': plays } })
  const figures = [
    { video_id: 'played', ...rows({ plays: 3 }) },
    { video_id: 'unplayed', ...rows({ plays: 0 }) },
    { video_id: 'unknown', ...rows({}) },
  ]
  const store = {
    pastScope: async () => ({ video_ids: figures.map(({ video_id }) => video_id), spans: [] }),
    pastInputs: async () => [],
    pastFigures: async () => ({ figures, done: figures.length }),
    videosWithErrors: async () => 0,
    problemList: async (_: string, { video_ids }: ListOptions) => {
      asked.push(video_ids)
      return {
        ...{ findings: [], checked: 1, checkedAt: 1, active: null, gone: 0, longest: null },
        rules: [],
        videos: { error: 0, warning: 0, note: 0, own: 0 },
        counts: { all: 0, new: 0, fixable: 0, muted: 0 },
      }
    },
  }
  const accounts = { find: async () => anAccount() }
  const { list } = problemsHandlers(
    { store, accounts, clock: testClock },
    { list: () => Promise.reject(new Error('nothing is to be read')) },
  )
  const all = { account_id: ACCOUNT, view: 'all' as const, search: '', rules: [] }
  await list({ ...all, isActiveOnly: true })
  await list(all)
  expect(asked).toEqual([['played'], null])
})

test('after a look at today a video is still active that had plays in the days before', async () => {
  goTo('2026-07-15T00:04:00Z')
  const desk = await connectedDesk({ timezone: 'UTC', service: { players: 3, days: 90 } })
  const { analytics, problems, videos } = desk.handlers
  const account_id = desk.account.id
  await videos.list({ account_id })
  const { value: players } = await analytics.players({ account_id })
  const look = async (start: string, end: string) => {
    for (const player of players) {
      const { input } = requestsAbout(player, { start, end }, 'UTC').stats
      await analytics.stats({ ...input, account_id })
    }
    const all = { account_id, view: 'all' as const, search: '', rules: [] }
    return (await problems.list({ ...all, isActiveOnly: true })).active
  }
  const active = await look('2026-06-15', '2026-07-14')
  expect(active).toBeGreaterThan(0)
  expect(await look('2026-07-15', '2026-07-15')).toBe(active)
})
