import { Button, Flex } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Overview } from '../../shared/features/overview/overview.ts'
import { overviewTiles } from '../../shared/features/overview/tiles.ts'
import { isMissing } from '../../shared/tables/table.ts'
import { title } from '../../shared/tables/titles.ts'
import type { Age } from '../../shared/time/age.ts'
import { useReport } from '../view.ts'
import { useFormat } from './format.ts'
import { Freshness } from './freshness.tsx'
import kit from './kit.module.css'
import { useCellText } from './missing-value.tsx'
import { PopoverButton } from './popover.tsx'

interface TodayApartProps {
  today: string
  zone: string
  /** Today's figures only. */
  overview: Overview | undefined
  isLoading: boolean
  age: Age | null | undefined
  /** Includes today in the period. */
  onInclude: () => void
  /** Opened from the name where there is no line for the definition. */
  isFolded?: boolean
}

/** The incomplete current day, next to the compared days: additive figures only. */
export function TodayApart({ isFolded = false, ...props }: TodayApartProps) {
  return isFolded ? <Folded {...props} /> : <Line {...props} />
}

function Folded(props: TodayApartProps) {
  const { t } = useTranslation('period')
  return (
    <PopoverButton
      label={t('today')}
      variant="subtle"
      color="gray"
      c="var(--desk-second)"
      size="compact-xs"
      fw={500}
      popover={{ width: 320 }}
    >
      <Line {...props} />
    </PopoverButton>
  )
}

function Line({ today, zone, overview, isLoading, age, onInclude }: TodayApartProps) {
  const { t } = useTranslation('period')
  const { date, language } = useFormat()
  const text = useCellText()
  const isReport = useReport() !== null
  const tiles = overview ? overviewTiles(overview, 'events', Number.POSITIVE_INFINITY) : []
  const sums = tiles.flatMap(({ key, method, value, kind, currency, of }) => {
    if (method !== 'sum' || isMissing(value)) return []
    const some = of.players < of.all ? ` (${t('todayOf', of)})` : ''
    return [`${title(key, language)} ${text(value, kind, currency)}${some}`]
  })
  return (
    <Flex component="p" gap="4px 12px" align="baseline" wrap="wrap" className={kit.quiet}>
      <span>
        {t('todayApart', { day: date(today) })}{' '}
        {isLoading ? t('todayLoading') : sums.length > 0 ? sums.join(' · ') : t('todayNothing')}
      </span>
      {age && <Freshness {...age} zone={zone} isZoneBeside />}
      {!isReport && (
        <Button size="compact-xs" onClick={onInclude}>
          {t('includeToday')}
        </Button>
      )}
    </Flex>
  )
}
