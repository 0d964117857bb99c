import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DayStatistics, Statistics } from '../../../shared/api/statistics.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import { isSale, mayGrow } from '../../../shared/features/analytics/growth.ts'
import { requestsAbout } from '../../../shared/features/analytics/requests.ts'
import {
  type Tile as Figure,
  isOfPitch,
  overviewTiles,
} from '../../../shared/features/overview/tiles.ts'
import { dailyMeasure, overviewOfOne } from '../../../shared/features/player/figures.ts'
import { isMeasure } from '../../../shared/tables/measures.ts'
import { isMissing, type Missing } from '../../../shared/tables/table.ts'
import { definition, title } from '../../../shared/tables/titles.ts'
import { daysRead } from '../../../shared/time/age.ts'
import { daysOf } from '../../../shared/time/period.ts'
import { useAnalyticsQuery } from '../../analytics-query.ts'
import { dayLeftOut } from '../../period.ts'
import { isLoading, type QueryResult } from '../../query.ts'
import { Answered, Block } from '../../ui/block.tsx'
import { useFormat } from '../../ui/format.ts'
import { useGrowth, useUsualGrowth } from '../../ui/growth.ts'
import kit from '../../ui/kit.module.css'
import { MissingValue, useCellText } from '../../ui/missing-value.tsx'
import { missingComparison, NotCompared } from '../../ui/not-compared.tsx'
import { BasisSwitch } from '../../ui/switches.tsx'
import { Tile, Tiles } from '../../ui/tile.tsx'
import { shortRange } from '../../ui/time-text.ts'
import { TodayApart } from '../../ui/today-apart.tsx'
import { prefer, useView } from '../../view.ts'
import { GrowingNote, isAllZero, type NoPitch, useNoPitch } from './figures.tsx'
import { OwnAge } from './page-age.tsx'
import { type About, todayRequest, useWithComparison } from './queries.ts'

export function KeyFigures({ about }: { about: About }) {
  const { t } = useTranslation('player')
  const { query, compared } = useWithComparison(about, ({ stats }) => stats)
  const { account_id, player, period, comparison, zone } = about
  const days = useAnalyticsQuery(account_id, requestsAbout(player, period, zone).statsByDay)
  return (
    <Block
      title={t('block.figures')}
      tools={<BasisSwitch />}
      // Key figures and amounts come from one response, and are exported to one file.
      exported={{ table: 'figures', account_id, player_id: player.id, period, comparison }}
      badge={comparison && <Text c="dimmed">{t('normal')}</Text>}
      foot={
        <>
          <OwnAge answer={query.value} zone={zone} />
          {query.value && <NotCompared {...{ compared, comparison, zone }} answer={query.value} />}
          <GrowingNote answer={query.value} about={about} />
          {period.end >= about.today && <span>{t('lateMinutes')}</span>}
          {query.value && <Today about={about} />}
        </>
      }
    >
      <Answered query={query} height={92}>
        {({ value }) => (
          <>
            {isAllZero(value) && <AllZero isUnknown={about.isUnknown} />}
            <FigureTiles {...{ about, current: value, compared, days: days.value }} />
          </>
        )}
      </Answered>
    </Block>
  )
}

/** Today's figures, shown separately when the chosen days end before today. */
function Today({ about }: { about: About }) {
  const choice = useView(({ preferences }) => preferences.playerPeriod)
  const day = dayLeftOut(choice, about.today)
  return day && <TodayFigures about={about} today={day} />
}

function TodayFigures({ about, today }: { about: About; today: string }) {
  const { account_id, player, zone } = about
  const period = { start: today, end: today }
  const query = useAnalyticsQuery(account_id, todayRequest(about, today))
  const answer = query.value
  const [current] = answer?.value ?? []
  const known = { compared: undefined, days: answer?.value }
  const overview =
    current && overviewOfOne({ player, period, comparison: null }, { current, ...known })
  // The page header displays the age.
  const of = { today, zone, overview, isLoading: isLoading(query), age: null }
  return <TodayApart {...of} onInclude={includeToday} />
}

function includeToday() {
  const { playerPeriod } = useView.getState().preferences
  prefer({ playerPeriod: { ...playerPeriod, excludesToday: false } })
}

// Analytics, What the service does, 7: when every number is zero, the ID should be checked.
function AllZero({ isUnknown }: { isUnknown: boolean }) {
  const { t } = useTranslation('player')
  return (
    <p className={kit.note} role="note">
      {isUnknown ? t('allZeroUnknown') : `${t('allZero')}: ${t('allZeroKnown')}`}
    </p>
  )
}

interface TilesProps {
  about: About
  current: Statistics
  compared: QueryResult<Answer<Statistics>>
  days: Answer<DayStatistics[]> | undefined
}

function FigureTiles({ about, current, compared, days }: TilesProps) {
  const { t } = useTranslation('player')
  const { language } = useFormat()
  const basis = useView(({ preferences }) => preferences.basis)
  const known = { current, compared: compared.value?.value, days: days?.value }
  const overview = overviewOfOne(about, known)
  const { account_id, comparison, period, zone, today } = about
  const growth = useGrowth(account_id)
  const usual = useUsualGrowth()
  const read = days ? daysRead(days, zone, today) : () => today
  const growing = daysOf(period).filter((day) => mayGrow(day, today, read(day))).length
  const noPitch = useNoPitch(about)
  return (
    <Tiles isInBlock label={t('block.figures')}>
      {mostRead(overviewTiles(overview, basis, Number.POSITIVE_INFINITY)).map((figure) => (
        <FigureTile
          key={figure.key}
          figure={figure}
          daily={figure.daily ?? (days && dailyOf(figure, days.value, about))}
          noPitch={isOfPitch(figure.key) && about.player.pitch_time === 0 ? noPitch : null}
          isPartial={period.end >= read(period.end)}
          growingDays={isSale(figure.key) ? growing : 0}
          usual={
            isSale(figure.key)
              ? usual.newest(growth?.[figure.key], { period, read: read(period.end) })
              : null
          }
          lacking={missingComparison(compared)}
          comparisonText={
            comparison ? t('vs', { days: shortRange(comparison, language, period) }) : undefined
          }
        />
      ))}
    </Tiles>
  )
}

const MOST = 7

/** Left out first, because the funnel contains them. */
const ELSEWHERE = /^total_(clicked|started)/
const NOT_HERE = /^(engagement_rate$|revenue_per_play)/

/** At most seven figures, so that they fit in one row. */
function mostRead(figures: readonly Figure[]): Figure[] {
  const clicks = figures.filter(({ key }) => key.startsWith('total_clicked'))
  const known = figures.filter((figure) => !clicks.includes(figure) && !NOT_HERE.test(figure.key))
  const after = known.findIndex(({ key }) => key === 'overall_conversion_rate') + 1
  const ordered = known.toSpliced(after, 0, ...clicks)
  const surplus = ordered.filter(({ key }) => ELSEWHERE.test(key))
  const left = new Set(surplus.slice(0, Math.max(0, ordered.length - MOST)))
  return ordered.filter((figure) => !left.has(figure))
}

const dailyOf = ({ key }: Figure, days: readonly DayStatistics[], about: About) =>
  isMeasure(key) ? dailyMeasure(key, days, about) : undefined

interface FigureTileProps {
  figure: Figure
  /** Per day of the period. */
  daily: readonly (number | null)[] | undefined
  /** Why a figure of the pitch is missing; null when it is not. */
  noPitch: NoPitch | null
  isPartial: boolean
  /** How many of the last days still grow. */
  growingDays?: number
  /** How much they usually do. */
  usual?: string | null
  comparisonText: string | undefined
  /** Why there is nothing to compare with. */
  lacking: Missing | undefined
}

export function FigureTile({ figure, daily, noPitch, isPartial, ...props }: FigureTileProps) {
  const { comparisonText, lacking, growingDays, usual } = props
  const { language } = useFormat()
  const text = useCellText()
  const { key, value, kind, currency, change } = figure
  const name = title(key, language)
  const formula = definition(key, language)
  return (
    <Tile
      label={name}
      value={
        isMissing(value) ? (
          <MissingValue why={value.missing} words={noPitch?.long} />
        ) : (
          text(value, kind, currency)
        )
      }
      delta={comparisonText && !isMissing(value) ? change : null}
      kind={kind}
      currency={currency}
      {...{ comparisonText, lacking }}
      sparkline={noPitch ? undefined : daily}
      {...{ isPartial, growingDays }}
      note={noPitch?.short}
      definition={[formula, usual].filter(Boolean).join('\n')}
    />
  )
}
