import { expect, test } from 'vitest'
import { playerChoices } from '../../../src/renderer/ui/player-select.tsx'

test('players are sorted by name, and their ids tell apart those of one name or none', () => {
  const named = [
    { id: 'p3', name: 'VSL 10' },
    { id: 'p2', name: 'VSL 2' },
    { id: 'p1', name: 'Quiz' },
    { id: 'p4', name: 'Quiz ' },
    { id: 'p5', name: ' ' },
  ]
  expect(playerChoices(named)).toEqual([
    { value: 'p5', label: '(p5)' },
    { value: 'p1', label: 'Quiz (p1)' },
    { value: 'p4', label: 'Quiz (p4)' },
    { value: 'p2', label: 'VSL 2' },
    { value: 'p3', label: 'VSL 10' },
  ])
})
