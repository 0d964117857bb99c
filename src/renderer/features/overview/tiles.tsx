import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Growth, growingIn, isSale } from '../../../shared/features/analytics/growth.ts'
import type { Overview } from '../../../shared/features/overview/overview.ts'
import {
  type Tile as Figure,
  isOfPitch,
  overviewTiles,
} from '../../../shared/features/overview/tiles.ts'
import { isMissing } from '../../../shared/tables/table.ts'
import { definition, title } from '../../../shared/tables/titles.ts'
import { dayCount, type Period } from '../../../shared/time/period.ts'
import { type Format, useFormat } from '../../ui/format.ts'
import { useGrowth, useUsualGrowth } from '../../ui/growth.ts'
import { MissingValue } from '../../ui/missing-value.tsx'
import { Tile, Tiles } from '../../ui/tile.tsx'
import { shortRange } from '../../ui/time-text.ts'

interface OverviewTilesProps {
  account_id: string
  overview: Overview
  /** The current calendar day in the account's zone. */
  today: string
  /** The day on which the figures were read. */
  read: string
  period: Period
  comparison: Period | null
  isPartial: boolean
}

export const KeyFigures = memo(function KeyFigures(props: OverviewTilesProps) {
  const { account_id, overview, ...dates } = props
  const { t } = useTranslation('overview')
  const growth = useGrowth(account_id)
  const comparisonText = useComparisonText(dates)
  // The tiles count events whatever the table counts, because nothing else can be added over
  // several players.
  const figures = useMemo(() => overviewTiles(overview, 'events'), [overview])
  const hasPitch = overview.rows.some(({ player }) => player.pitch_time > 0)
  return (
    <Tiles label={t('tiles')}>
      {figures.map((figure) => (
        <KeyFigure
          key={figure.key}
          {...{ figure, growth, comparisonText }}
          {...dates}
          isWithoutPitch={isOfPitch(figure.key) && !hasPitch}
        />
      ))}
    </Tiles>
  )
})

type Dates = Omit<OverviewTilesProps, 'account_id' | 'overview'>

function useComparisonText({ period, comparison }: Dates) {
  const { t } = useTranslation('period')
  const { language } = useFormat()
  return useMemo(
    () => comparison && t('against', { days: shortRange(comparison, language, period) }),
    [t, comparison, language, period],
  )
}

interface KeyFigureProps extends Dates {
  comparisonText: string | null
  figure: Figure
  growth: Growth | undefined
  /** Whether the figure needs a pitch, and no player has one. */
  isWithoutPitch: boolean
}

function KeyFigure(props: KeyFigureProps) {
  const { figure, growth, period, comparison, isPartial, isWithoutPitch } = props
  const { t } = useTranslation('player')
  const { language } = useFormat()
  const note = useNote(figure)
  const usual = useUsualGrowth().newest(
    isSale(figure.key) ? growth?.[figure.key] : undefined,
    props,
  )
  const growing = isSale(figure.key) ? growingIn(period, props.today, props.read) : null
  const name = title(figure.key, language)
  const meaning = definition(figure.key, language)
  return (
    <Tile
      label={name}
      value={<Value {...{ figure, isWithoutPitch }} />}
      delta={comparison && !isMissing(figure.value) ? figure.change : null}
      lacking={figure.lacking}
      kind={figure.kind}
      currency={figure.currency}
      comparisonText={props.comparisonText ?? undefined}
      sparkline={figure.daily ?? undefined}
      isPartial={isPartial}
      growingDays={growing ? dayCount(growing) : 0}
      note={isWithoutPitch ? t('noPitch') : note}
      definition={[meaning, usual].filter(Boolean).join('\n')}
    />
  )
}

function Value({ figure, isWithoutPitch }: Pick<KeyFigureProps, 'figure' | 'isWithoutPitch'>) {
  const { t } = useTranslation('player')
  const format = useFormat()
  const { value } = figure
  if (!isMissing(value)) return written(Number(value), figure, format)
  return <MissingValue why={value.missing} words={isWithoutPitch ? t('noPitchLong') : undefined} />
}

/** E4: compact notation only in tiles, and only for figures that are too long to read. */
function written(value: number, { kind, currency }: Figure, format: Format) {
  if (kind === 'money' && currency) {
    const isLong = value >= 100_000_000
    return (
      <span title={format.money(value, currency)}>
        {format.money(value, currency, { compact: isLong })}
      </span>
    )
  }
  if (kind === 'percent') return format.percent(value)
  const isLong = value >= 10_000_000
  return (
    <span title={format.count(value)}>{isLong ? format.compact(value) : format.count(value)}</span>
  )
}

/** How the players' figures were combined, shown when some players are missing from one. */
function useNote({ method, of, changeOf }: Figure): string | null {
  const { t } = useTranslation('overview')
  const notes = [
    method === 'median' && t('median'),
    of.players > 0 && of.players < of.all && t('overSome', of),
    changeOf !== undefined && t('changeOf', { count: changeOf }),
  ].filter(Boolean)
  return notes.length === 0 ? null : notes.join(' · ')
}
