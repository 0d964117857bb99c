import { beforeAll, expect, test } from 'vitest'
import { EventChart } from '../../../../src/renderer/features/live/event-chart.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { Basis } from '../../../../src/shared/api/statistics.ts'
import { eventDaysTable } from '../../../../src/shared/features/live/event-days.ts'
import { BASES } from '../../../../src/shared/features/player/funnel.ts'
import { wordsOf } from '../../../support/drawn.ts'

beforeAll(() => startText('en'))

const day = '2026-03-04'
const counts = { total: '30', total_uniq_session: '20', total_uniq_device: '10' }
const table = eventDaysTable({
  value: [{ event: 'started', events_by_day: [{ day, ...counts }] }],
  asOf: Date.UTC(2026, 2, 5),
})

const nothing = () => undefined

const saidBy = (basis: Basis) =>
  wordsOf(
    <EventChart
      {...{ table, basis, event: 'started', read: '2026-03-05' }}
      period={{ start: day, end: day }}
      own={{ inPeriod: [], open: nothing, add: nothing, dialog: null }}
    />,
  )

test('the chart of an event says whether it counts events, sessions or devices', () => {
  expect(BASES.map(saidBy)).toEqual([
    expect.stringMatching(/^Plays per day, .* Highest: 30 /u),
    expect.stringMatching(/^Plays \(sessions\) per day, .* Highest: 20 /u),
    expect.stringMatching(/^Plays \(devices\) per day, .* Highest: 10 /u),
  ])
})
