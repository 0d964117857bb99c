import { useElementSize } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { Table } from '../../../shared/tables/table.ts'
import { useFormat } from '../../ui/format.ts'
import classes from './ab-tests.module.css'

const HEIGHT = 160
const LEFT = 56
const PAD = 14
/** Percent beyond which an interval is cut off: the first days know nearly nothing. */
const WIDEST = 200

interface DayBar {
  day: string
  lift: number
  low: number
  high: number
}

/** A bar per day, from the least to the most lift; the table beside it says the same. */
export function TimeDrawing({ table }: { table: Table }) {
  const { t } = useTranslation('abTests')
  const { date, language } = useFormat()
  const { ref, width } = useElementSize()
  const bars = table.rows.flatMap(([day, lift, low, high]): DayBar[] =>
    typeof day === 'string' &&
    typeof lift === 'number' &&
    typeof low === 'number' &&
    typeof high === 'number'
      ? [{ day, lift, low, high }]
      : [],
  )
  const most = Math.min(WIDEST, Math.max(5, ...bars.flatMap(({ low, high }) => [-low, high])))
  const clamp = (value: number) => Math.max(-most, Math.min(most, value))
  const y = (value: number) => PAD + ((most - clamp(value)) / (2 * most)) * (HEIGHT - 2 * PAD)
  const step = (Math.max(width, 200) - LEFT - PAD) / Math.max(bars.length, 1)
  const x = (at: number) => LEFT + step * (at + 0.5)
  const percent = new Intl.NumberFormat(language, { style: 'percent', signDisplay: 'exceptZero' })
  const [first, last] = [bars[0], bars.at(-1)]
  if (!first || !last) return null
  const label = t('time', {
    first: `${date(first.day)} ${percent.format(first.lift / 100)}`,
    last: `${date(last.day)} ${percent.format(last.lift / 100)}`,
  })
  return (
    <div ref={ref} className={classes.drawing}>
      <svg role="img" aria-label={label} width="100%" height={HEIGHT}>
        {[most, 0, -most].map((value) => (
          <g key={value}>
            <line className={classes.rule} x1={LEFT} x2="100%" y1={y(value)} y2={y(value)} />
            <text className={classes.tick} x={LEFT - 6} y={y(value) + 4} textAnchor="end">
              {percent.format(value / 100)}
            </text>
          </g>
        ))}
        {bars.map(({ day, lift, low, high }, at) => (
          <g key={day}>
            <line className={classes.bar} x1={x(at)} x2={x(at)} y1={y(low)} y2={y(high)} />
            <circle className={classes.dot} cx={x(at)} cy={y(lift)} r={3.5} />
          </g>
        ))}
      </svg>
    </div>
  )
}
