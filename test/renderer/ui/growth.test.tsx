import { beforeAll, expect, test } from 'vitest'
import { startText } from '../../../src/renderer/text.ts'
import { useUsualGrowth } from '../../../src/renderer/ui/growth.ts'
import { wordsOf } from '../../support/drawn.ts'

beforeAll(() => startText('en'))

const YESTERDAY = { start: '2026-11-27', end: '2026-11-27' }

function Usual({ percent }: { percent: number }) {
  const days = { period: YESTERDAY, read: '2026-11-28' }
  return <>{useUsualGrowth().newest([{ age: 1, percent, days: 9 }], days)}</>
}

test('how much a day usually grows is truncated, as all percentages are', () => {
  expect(wordsOf(<Usual percent={8.456} />)).toContain('8.45%')
  expect(wordsOf(<Usual percent={-8.456} />)).toContain('8.45%')
  expect(wordsOf(<Usual percent={0.009} />)).not.toContain('0.01%')
})
