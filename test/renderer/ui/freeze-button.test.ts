import { createElement } from 'react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { call } from '../../../src/renderer/bridge.ts'
import {
  type FreezableScreen,
  freezeScreen,
  showFreezable,
  useFrozenPlayer,
} from '../../../src/renderer/ui/freeze-button.tsx'
import { addDays } from '../../../src/shared/time/period.ts'
import { drawn } from '../../support/drawn.ts'

const account_id = 'abcdefghijkl'
const frozen: unknown[] = []
let answer: () => void = () => undefined

// What the preload gives the page.
beforeAll(() => {
  const cuepoint = {
    onChanged: () => () => undefined,
    async call(noun: string, _verb: string, input: string) {
      if (noun === 'reports') frozen.push(JSON.parse(input).title)
      else await new Promise<void>((resolve) => (answer = resolve))
      return { ok: true, value: 'id' }
    },
  }
  vi.stubGlobal('window', { cuepoint })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const screenOf = (player_id: string): FreezableScreen => ({
  ...{ screen: 'traffic', title: `Traffic of ${player_id}`, account_id, player_id },
  ...{ player_ids: [player_id], group: null, comparison: null, filters: {} },
  period: { start: '2026-11-01', end: '2026-11-07' },
})

test('a screen is saved once its answers came, and not when another one is shown by then', async () => {
  const listed = call.markers.list({ account_id, player_id: 'a' })
  const hide = showFreezable(screenOf('a'))
  const [saved, gone] = [freezeScreen(screenOf('a')), freezeScreen(screenOf('b'))]
  expect(frozen).toEqual([])
  answer()
  await listed
  await expect(gone).rejects.toMatchObject({ failure: { kind: 'cancelled' } })
  expect(await saved).toBe('id')
  hide()
  await expect(freezeScreen(screenOf('a'))).rejects.toMatchObject({
    failure: { kind: 'cancelled' },
  })
  expect(frozen).toEqual(['Traffic of a'])
})

test('a screen of a player is saved with the days to compare with, whenever the player was created', () => {
  let screen: FreezableScreen | undefined
  const of = { screen: 'player', title: 'A', account_id, player_id: 'a', filters: {} } as const
  const Probe = () => {
    screen = useFrozenPlayer('UTC', of)
    return null
  }
  drawn(createElement(Probe))
  expect(screen).toMatchObject({ ...of, player_ids: ['a'], group: null })
  expect(screen?.comparison?.end).toBe(screen?.period && addDays(screen.period.start, -1))
})
