import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { figureTiles } from '../../../src/renderer/print/client/player-pieces.tsx'
import { startText } from '../../../src/renderer/text.ts'
import { makeFormat } from '../../../src/renderer/ui/format.ts'
import { CURRENCIES } from '../../../src/shared/model/money.ts'
import { currenciesWithSales } from '../../../src/shared/tables/measures.ts'
import { aStatistics } from '../../support/statistics.ts'

beforeAll(() => startText('en'))

test('a player’s report has the amount of every currency, and revenue per play where there is one', () => {
  const format = makeFormat('en', 'UTC')
  const values = (amounts: Parameters<typeof aStatistics>[0]) => {
    const stats = aStatistics(amounts)
    const drawn = {
      t: i18next.getFixedT('en', 'clientReport'),
      format,
      growing: null,
      answers: { before: null },
    }
    return figureTiles(drawn, stats, currenciesWithSales([stats])).map(({ value }) => value)
  }
  const amounts = {
    total_amount_usd: 401_030,
    total_amount_brl: 566_450,
    total_amount_eur: 233_430,
  }
  const three = CURRENCIES.map((one) => format.money(amounts[`total_amount_${one}`], one))
  expect(values(amounts)).toEqual([...three, '40', '800'])
  expect(values({})).toHaveLength(4)
})
