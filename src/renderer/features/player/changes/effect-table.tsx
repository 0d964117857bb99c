import { Box, Flex } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { EffectWindows } from '../../../../shared/features/publishing/effect.ts'
import type { EffectRow } from '../../../../shared/features/publishing/effect-table.ts'
import { currencyOf } from '../../../../shared/tables/measures.ts'
import { definition, title } from '../../../../shared/tables/titles.ts'
import { dayCount, type Period } from '../../../../shared/time/period.ts'
import { Delta } from '../../../ui/delta.tsx'
import { useFormat } from '../../../ui/format.ts'
import { Formula } from '../../../ui/formula.tsx'
import kit from '../../../ui/kit.module.css'
import { CellView } from '../../../ui/missing-value.tsx'
import classes from '../player.module.css'
import own from './changes.module.css'

interface EffectTableProps {
  rows: readonly EffectRow[]
  windows: EffectWindows
  isLoading: boolean
}

export function EffectTable({ rows, windows, isLoading }: EffectTableProps) {
  const { t } = useTranslation('changes')
  return (
    <table className={`${kit.table} ${classes.table} ${own.effect}`}>
      <Box component="caption" pb={4} ta="left" className={kit.heading}>
        {t('card.figures')}
      </Box>
      <thead>
        <tr>
          <th scope="col">{t('card.figure')}</th>
          {(['before', 'after'] as const).map((side) => (
            <th key={side} scope="col">
              {t(`card.${side}`)}
              <Days period={windows[side]} />
            </th>
          ))}
          <th scope="col">{t('card.change')}</th>
          <th scope="col">{t('card.interval')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              <Figure measure={row.key} />
            </th>
            {[row.before, row.after].map((cell, index) => (
              <td key={index === 0 ? 'before' : 'after'}>
                <CellView cell={cell} kind={row.kind} currency={currencyOf(row.key)} />
              </td>
            ))}
            <td>
              <Delta
                change={row.change}
                kind={row.kind}
                currency={currencyOf(row.key)}
                lacking={isLoading ? 'loading' : undefined}
              />
            </td>
            <td>
              <Interval interval={row.interval} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The name of a figure, with a button for its definition. */
function Figure({ measure }: { measure: EffectRow['key'] }) {
  const { language } = useFormat()
  const [name, formula] = [title(measure, language), definition(measure, language)]
  return (
    <Flex component="span" gap={4} align="center">
      {name}
      {formula && <Formula name={name} definition={formula} />}
    </Flex>
  )
}

function Interval({ interval }: Pick<EffectRow, 'interval'>) {
  const { t } = useTranslation('changes')
  const { points } = useFormat()
  if (!interval) return <>–</>
  const [low, high] = interval
  return <>{t('card.between', { low: points(low), high: points(high) })}</>
}

function Days({ period }: { period: Period }) {
  const { dateRange, language, date } = useFormat()
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  const { start, end } = period
  const isOne = dayCount(period) === 1
  const days = isOne
    ? weekday.format(Date.parse(start))
    : `${weekday.format(Date.parse(start))} – ${weekday.format(Date.parse(end))}`
  return (
    <Box component="span" display="grid" fw={400} className={kit.quiet}>
      {isOne ? date(start) : dateRange(period)}
      <span>{days}</span>
    </Box>
  )
}
