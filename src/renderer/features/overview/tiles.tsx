import { useTranslation } from 'react-i18next'
import type { Overview } from '../../../shared/model/desk.ts'
import type { Period } from '../../../shared/model/period.ts'
import { definition } from '../../../shared/tables/definitions.ts'
import { isMissing } from '../../../shared/tables/table.ts'
import { type Tile as Figure, overviewTiles } from '../../../shared/tables/tiles.ts'
import { title } from '../../../shared/tables/titles.ts'
import { type Format, useFormat } from '../../ui/format.ts'
import { Formula } from '../../ui/formula.tsx'
import { Nothing } from '../../ui/nothing.tsx'
import { shortRange } from '../../ui/short-range.ts'
import { Tile, Tiles } from '../../ui/tile.tsx'

interface OverviewTilesProps {
  overview: Overview
  period: Period
  comparison: Period | null
  isPartial: boolean
}

export function KeyFigures({ overview, ...dates }: OverviewTilesProps) {
  const { t } = useTranslation('overview')
  // Over several players only events add up, so the tiles count events whatever the table counts.
  const figures = overviewTiles(overview, 'events')
  return (
    <Tiles label={t('tiles')}>
      {figures.map((figure) => (
        <KeyFigure key={figure.key} figure={figure} {...dates} />
      ))}
    </Tiles>
  )
}

interface KeyFigureProps extends Omit<OverviewTilesProps, 'overview'> {
  figure: Figure
}

function KeyFigure({ figure, period, comparison, isPartial }: KeyFigureProps) {
  const { t } = useTranslation('period')
  const format = useFormat()
  const note = useNote(figure)
  const name = title(figure.key, format.language)
  const meaning = definition(figure.key, format.language)
  return (
    <Tile
      label={name}
      value={
        isMissing(figure.value) ? (
          <Nothing why={figure.value.missing} />
        ) : (
          written(Number(figure.value), figure, format)
        )
      }
      delta={comparison ? figure.change : null}
      kind={figure.kind}
      currency={figure.currency}
      comparisonText={
        comparison
          ? t('against', { days: shortRange(comparison, format.language, period) })
          : undefined
      }
      sparkline={figure.daily ?? undefined}
      isPartial={isPartial}
      note={note}
      definition={meaning && <Formula name={name} definition={meaning} />}
    />
  )
}

/** E4: compact only in tiles, and only where the whole figure is too long to read. */
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

/** How several players became one figure, and when some of them are not in it. */
function useNote({ method, of }: Figure): string | null {
  const { t } = useTranslation('overview')
  const notes = [
    method === 'median' && t('median'),
    of.players > 0 && of.players < of.all && t('overSome', of),
  ].filter(Boolean)
  return notes.length === 0 ? null : notes.join(' · ')
}
