import { expect, test } from 'vitest'
import { type ConnectedDesk, connectedDesk } from '../../../support/connected.ts'
import { ago } from '../../../support/requests.ts'

let desk: ConnectedDesk

test('all figures of the overview are read again while a download stores some, and once it has ended', async () => {
  const sentAtChange: number[] = []
  desk = await connectedDesk({
    timezone: 'America/Sao_Paulo',
    service: { days: 20, players: 12 },
    desk: {
      changed: (noun) => {
        if (noun === 'overview') sentAtChange.push(desk.service.log.length)
      },
    },
  })
  const period = { start: ago(6), end: ago(1) }
  const ended = await desk.download({ period, comparison: null, withPlayers: false })
  expect(ended).toMatchObject({ status: 'done', failures: [] })
  const all = desk.service.log.length
  expect(sentAtChange[0]).toBeLessThan(all)
  await expect.poll(() => sentAtChange.at(-1)).toBe(all)
})
