import { useTranslation } from 'react-i18next'
import type { Statistics } from '../../../shared/api/statistics.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import type { Currency } from '../../../shared/model/money.ts'
import type { Change } from '../../../shared/tables/change.ts'
import { figureChange } from '../../../shared/tables/floors.ts'
import { averageOrder, currenciesWithSales, perUnit } from '../../../shared/tables/measures.ts'
import { type Cell, type Missing, missing } from '../../../shared/tables/table.ts'
import { definition } from '../../../shared/tables/titles.ts'
import type { QueryResult } from '../../query.ts'
import { Answered, Block } from '../../ui/block.tsx'
import { Delta } from '../../ui/delta.tsx'
import { useFormat } from '../../ui/format.ts'
import { Formula } from '../../ui/formula.tsx'
import kit from '../../ui/kit.module.css'
import { CellView } from '../../ui/missing-value.tsx'
import { missingComparison, NotCompared } from '../../ui/not-compared.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { GrowingNote } from './figures.tsx'
import { OwnAge } from './page-age.tsx'
import classes from './player.module.css'
import { type About, useWithComparison } from './queries.ts'

export function Money({ about }: { about: About }) {
  const { t } = useTranslation('player')
  const { dateRange } = useFormat()
  const { comparison } = about
  const { query, compared } = useWithComparison(about, ({ stats }) => stats)
  const row = query.value?.value
  const currencies = currenciesWithSales([row, compared.value?.value])
  return (
    <Block
      title={t('block.money')}
      foot={
        <>
          <OwnAge answer={query.value} zone={about.zone} />
          {comparison && compared.value && currencies.length > 0 && (
            <span>{t('changeFrom', { days: dateRange(comparison) })}</span>
          )}
          {currencies.length > 0 && <GrowingNote answer={query.value} about={about} />}
          {query.value && (
            <NotCompared {...{ compared, comparison }} answer={query.value} zone={about.zone} />
          )}
          {currencies.length > 0 && <span>{t('averageNote')}</span>}
          {currencies.length > 1 && <span>{t('severalNote')}</span>}
        </>
      }
    >
      <Answered query={query} height={110}>
        {({ value }) =>
          currencies.length === 0 ? (
            <EmptyState title={t('noSales')} text={t('noSalesText')} />
          ) : (
            <Amounts
              row={value}
              compared={compared}
              isCompared={about.comparison !== null}
              currencies={currencies}
            />
          )
        }
      </Answered>
    </Block>
  )
}

interface AmountsProps {
  row: Statistics
  compared: QueryResult<Answer<Statistics>>
  isCompared: boolean
  currencies: Currency[]
}

function Amounts({ row, compared, isCompared, currencies }: AmountsProps) {
  const { t } = useTranslation('player')
  const first = currencies[0] ?? 'usd'
  return (
    <table className={`${kit.table} ${classes.table}`}>
      <thead>
        <tr>
          <th scope="col">{t('currency')}</th>
          <Head name={t('revenue')} measure={`total_amount_${first}`} />
          {isCompared && <th scope="col">{t('step.change')}</th>}
          <Head name={t('averageOrder')} measure={`average_order_value_${first}`} />
          <Head name={t('perPlay')} measure={`revenue_per_play_${first}`} />
          <Head name={t('perDevice')} measure={`revenue_per_device_${first}`} />
        </tr>
      </thead>
      <tbody>
        {currencies.map((currency) => (
          <tr key={currency}>
            <th scope="row">{currency.toUpperCase()}</th>
            {amountsOf(row, compared.value?.value, currency).map(({ name, cell, change }) => (
              <Amount
                key={name}
                {...{ cell, currency }}
                change={isCompared ? change : undefined}
                lacking={missingComparison(compared)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Head({ name, measure }: { name: string; measure: string }) {
  const { language } = useFormat()
  const formula = definition(measure, language)
  return (
    <th scope="col">
      <span className={classes.named}>
        {name}
        {formula && <Formula name={name} definition={formula} />}
      </span>
    </th>
  )
}

interface AmountProps {
  cell: Cell
  currency: Currency
  change: Change | undefined
  /** Why there is nothing to compare with. */
  lacking: Missing | undefined
}

function Amount({ cell, currency, change, lacking }: AmountProps) {
  return (
    <>
      <td>
        <CellView cell={cell} kind="money" currency={currency} />
      </td>
      {change && (
        <td>
          <Delta {...{ change, currency, lacking }} kind="money" />
        </td>
      )}
    </>
  )
}

/** Truncated to whole cents, exact below one cent; separately for each currency. */
function amountsOf(row: Statistics, compared: Statistics | undefined, currency: Currency) {
  const key = `total_amount_${currency}` as const
  const amount = row[key]
  const change = figureChange(key, (measure) => ({
    current: Number(row[measure]),
    previous: compared ? Number(compared[measure]) : missing('no-comparison'),
  }))
  return [
    { name: 'revenue', cell: amount, change },
    { name: 'averageOrder', cell: averageOrder(currency, (key) => row[key]), change: undefined },
    { name: 'perPlay', cell: perUnit(amount, row.total_started), change: undefined },
    { name: 'perDevice', cell: perUnit(amount, row.total_started_device_uniq), change: undefined },
  ]
}
