import { expect, test } from 'vitest'
import {
  chanceText,
  endText,
  liftAxisText,
  liftText,
  tenthsText,
} from '../../../../src/renderer/features/ab-tests/percent-text.ts'

test('a probability keeps one decimal and is never rounded up to 100 %', () => {
  const said = [0.995, 0.9951, 0.57, 0.91].map((one) => chanceText(one, 'en'))
  expect(said).toEqual(['99.5', '99.5', '57', '91'])
  expect(chanceText(0.995, 'pt-BR')).toBe('99,5')
  expect([0.9999, 1].map((one) => chanceText(one, 'en'))).toEqual(['> 99.9', '> 99.9'])
  expect([0.0004, 0].map((one) => chanceText(one, 'en'))).toEqual(['< 0.1', '< 0.1'])
})

test('a split of 99.6 to 0.4 is not shown as 100 to 0', () => {
  expect([99.6, 0.4].map((share) => tenthsText(share, 'en'))).toEqual(['99.6', '0.4'])
})

test('a lift is truncated to one decimal, so that its sentence never says more than its table', () => {
  const said = [0.1239, -0.0199, 0.0996, 0.21 / 0.2 - 1, 0].map((lift) => liftText(lift, 'en'))
  expect(said).toEqual(['+12.3%', '-1.9%', '+9.9%', '+5.0%', '0.0%'])
})

test('an end of an interval beyond tenfold says only that', () => {
  const said = [-0.999, 9.5, 10, 279_991.1, Number.POSITIVE_INFINITY].map((end) =>
    endText(end, 'en'),
  )
  expect(said).toEqual(['-99.9%', '+950.0%', '+1,000.0%', '> +1,000.0%', '> +1,000.0%'])
})

test('an axis of small lifts has a label of its own at each step', () => {
  expect([-0.5, 0, 0.25, 0.5, 20].map((lift) => liftAxisText(lift, 'en'))).toEqual([
    ...['-0.5%', '0%', '+0.25%', '+0.5%', '+20%'],
  ])
})
