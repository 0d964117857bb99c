import { beforeAll, expect, test } from 'vitest'
import { FiguresAge } from '../../../../src/renderer/features/overview/coverage-line.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { NOW } from '../../../support/instant.ts'

beforeAll(() => startText('en'))

const WEEK_MS = 7 * 86_400_000

test('figures of the comparison say their age when they can still change and are older', () => {
  const age = { asOf: NOW, isSettled: false }
  const older = { asOf: NOW - WEEK_MS, isSettled: false }
  const said = (compared: typeof age | null) =>
    wordsOf(<FiguresAge {...{ age, compared }} zone="UTC" />)
  expect(said(older)).toContain('Comparison: as of ')
  const others = [age, { ...older, isSettled: true }, null].map((compared) => said(compared))
  expect(others.join()).not.toContain('Comparison')
  expect(wordsOf(<FiguresAge age={null} compared={older} zone="UTC" />)).toBe('not downloaded yet')
})
