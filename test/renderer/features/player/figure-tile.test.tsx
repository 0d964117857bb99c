import { beforeAll, expect, test } from 'vitest'
import { FigureTile } from '../../../../src/renderer/features/player/key-figures.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { Tile } from '../../../../src/shared/features/overview/tiles.ts'
import { type Cell, missing } from '../../../../src/shared/tables/table.ts'
import { drawn, wordsOf } from '../../../support/drawn.ts'
import { texts } from '../../../support/texts.ts'

beforeAll(() => startText('en'))

test('a rate of nothing does not say that the days before have no data', () => {
  const figure: Omit<Tile, 'value'> = {
    ...{ key: 'play_rate', kind: 'percent', comparison: 41.5, change: { kind: 'none' } },
    ...{ method: 'own', of: { players: 1, all: 1 }, daily: null },
  }
  const said = (value: Cell) =>
    wordsOf(
      <FigureTile
        figure={{ ...figure, value }}
        daily={undefined}
        noPitch={null}
        isPartial={false}
        comparisonText="than Feb 22 – 28"
        lacking={undefined}
      />,
    )
  expect(said(missing('not-applicable'))).not.toContain(texts.en.figure.noComparison)
  expect(said(41.5)).toContain(texts.en.figure.noComparison)
})

test('the last days of a figure that may still grow are hatched', () => {
  const figure: Tile = {
    ...{
      key: 'total_conversions',
      kind: 'count',
      value: 9,
      comparison: 8,
      change: { kind: 'none' },
    },
    ...{ method: 'own', of: { players: 1, all: 1 }, daily: null },
  }
  const isHatched = (growingDays: number) =>
    drawn(
      <FigureTile
        {...{ figure, growingDays }}
        daily={[4, 5]}
        noPitch={null}
        isPartial={false}
        comparisonText={undefined}
        lacking={undefined}
      />,
    ).includes('<pattern')
  expect([0, 1].map(isHatched)).toEqual([false, true])
})
