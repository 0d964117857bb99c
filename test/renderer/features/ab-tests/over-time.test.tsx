import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'
import { useFilling } from '../../../../src/renderer/features/ab-tests/over-time.tsx'
import type { ComparisonGroup } from '../../../../src/shared/api/comparison-group.ts'
import { DEFAULT_CHOICE, NO_STORED_DATA } from '../../../../src/shared/features/ab-tests/table.ts'
import { comparisonRequest } from '../../../../src/shared/features/ab-tests/times.ts'
import { stubBridge } from '../../../support/page-bridge.ts'
import { idOf } from '../../../support/statistics.ts'

afterAll(() => {
  vi.unstubAllGlobals()
})

const pair = [idOf(1), idOf(2)] as const
const started_at = '2026-03-01 00:00:00'
const group: ComparisonGroup = {
  ...{ id: 'group', name: 'Two headlines', started_at },
  players: pair.map((player_id) => ({ player_id })),
}
const requests = ['2026-03-02', '2026-03-03', '2026-03-04'].flatMap(
  (day) => comparisonRequest(group, pair, { zone: 'UTC', day }) ?? [],
)

/** How many days are requested until the loading of all ends. */
async function daysRequested(trouble: object | null): Promise<number> {
  let days = 0
  stubBridge(() => {
    days++
    const value = { value: {}, asOf: 1, from: 'store', isSettled: false, trouble }
    return Promise.resolve({ ok: true, value })
  })
  await new Promise<void>((onRead) => {
    const about = {
      ...{ account_id: 'account', group, zone: 'UTC', pair, stored: NO_STORED_DATA },
      ...{ choice: DEFAULT_CHOICE, nameOf: (id: string) => id, onRead },
    }
    let fill = () => undefined as void
    function Days() {
      fill = useFilling(about, requests).fill
      return null
    }
    renderToStaticMarkup(<Days />)
    fill()
  })
  return days
}

test('earlier days are loaded until the service fails, also when it has an older answer', async () => {
  expect(await daysRequested(null)).toBe(3)
  expect(await daysRequested({ kind: 'offline', reason: 'chosen', host: 'a.example' })).toBe(1)
})
