import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldStatistics, Measure, Statistics } from '../../../shared/api/statistics.ts'
import { curveOf, sessionsOf } from '../../../shared/features/player/curves/curve.ts'
import { onlyCurrency, playerFindings } from '../../../shared/features/reports/findings.ts'
import { growingDays } from '../../../shared/features/reports/report.ts'
import type { OpenReport } from '../../../shared/features/settings/window-info.ts'
import { valueName } from '../../../shared/model/country.ts'
import { CURRENCIES, type Currency } from '../../../shared/model/money.ts'
import { type Change, changeOf, FEWEST_EVENTS } from '../../../shared/tables/change.ts'
import { figureChange } from '../../../shared/tables/floors.ts'
import { measureCell, perUnit } from '../../../shared/tables/measures.ts'
import { isMissing } from '../../../shared/tables/table.ts'
import { title } from '../../../shared/tables/titles.ts'
import { type Format, useFormat } from '../../ui/format.ts'
import { useView } from '../../view.ts'
import { annotationPieces, definitionPieces } from './closing-pieces.tsx'
import { DaysFigure } from './days-figure.tsx'
import {
  dayName,
  findingWords,
  isOfSales,
  type Worded,
  withGrowing,
  wordsOf,
} from './finding-words.ts'
import type { Piece, ReportContent } from './pages.tsx'
import { type PlayerData, usePlayerData } from './player-data.ts'
import { Heading, type PieceColumn, rateText, tablePieces } from './table-pieces.tsx'
import { type ReportTile, TilesRow } from './tiles-row.tsx'
import { TimelineFigure } from './timeline-figure.tsx'

type Player = NonNullable<OpenReport['about']['player']>

interface Drawn extends Worded {
  player: Player
  answers: PlayerData
}

/** The pages of a player's report; null until its answers are loaded. */
export function usePlayerContent(report: OpenReport): ReportContent | null {
  const { t } = useTranslation('clientReport')
  const format = useFormat()
  const deadBand = useView(({ preferences }) => preferences.deadBand)
  const definitions = useView(({ info }) => info.print?.definitions)
  const answers = usePlayerData(report.about)
  return useMemo(() => {
    const { about } = report
    const { player } = about
    if (!answers || !player) return null
    const findings = playerFindings({ player, deadBand, ...answers })
    const growing = growingDays(about, answers.age)
    const drawn = { t, format, about, growing, player, answers, findings }
    const currencies = soldIn(answers.stats, answers.before)
    return {
      findings: findings.map((found) => findingWords(found, drawn)),
      isCompared: answers.before !== null,
      pieces: [
        ...timelinePieces(drawn),
        ...figurePieces(drawn, currencies),
        ...daysPieces(drawn, currencies),
        ...answers.fields.flatMap(({ field, rows }) =>
          fieldPieces(drawn, { field, rows, currencies }),
        ),
        ...annotationPieces({ t, format, annotations: answers.annotations }),
        ...definitionPieces({ t, format, definitions, keys: keysOf(player, currencies) }),
      ],
    }
  }, [answers, report, deadBand, definitions, t, format])
}

export const soldIn = (...rows: readonly (Statistics | null)[]): Currency[] =>
  CURRENCIES.filter((one) => rows.some((row) => (row?.[`total_amount_${one}`] ?? 0) > 0))

/** The figures whose definitions are at the end. */
const keysOf = ({ pitch_time }: Player, currencies: readonly Currency[]) => [
  ...currencies.map((one) => `total_amount_${one}`),
  'total_conversions',
  ...(currencies.length === 1 ? currencies.map((one) => `revenue_per_play_${one}`) : []),
  'total_started',
  ...(pitch_time > 0 ? ['over_pitch_rate'] : []),
  'total_clicked',
  'sessions_reached',
  'timed_conversions',
]

function timelinePieces(drawn: Drawn): Piece[] {
  const { t, player, answers, findings } = drawn
  const { engagement, clicks, seconds, windows } = answers
  if (!engagement) return []
  const curve = curveOf(engagement.grouped_timed, player)
  if (sessionsOf(curve) === 0) return []
  const loss = findings.find((one) => one.kind === 'pitch' || one.kind === 'opening')
  const words = wordsOf(drawn, 'pitch', 'opening')
  return [
    {
      key: 'timeline',
      content: (
        <>
          <Heading
            title={words?.sentence ?? t('retention')}
            text={t('retentionText', { count: sessionsOf(curve) })}
          />
          <TimelineFigure
            curve={curve}
            drop={loss?.drop ?? null}
            windows={windows}
            clicks={(clicks ?? []).map(({ timed, total_users }) => ({
              second: timed,
              count: total_users,
            }))}
            sales={(seconds ?? []).map(({ timed, timed_conversions }) => ({
              second: timed,
              count: timed_conversions,
            }))}
          />
        </>
      ),
    },
  ]
}

function figurePieces(drawn: Drawn, currencies: readonly Currency[]): Piece[] {
  const { t, answers } = drawn
  if (!answers.stats) return []
  const words = wordsOf(drawn, 'revenue', 'sales', 'plays')
  const text = withGrowing('', drawn)
  return [
    {
      key: 'figures',
      content: (
        <>
          <Heading title={words?.sentence ?? t('figures')} {...(text !== '' && { text })} />
          <TilesRow tiles={figureTiles(drawn, answers.stats, currencies)} />
        </>
      ),
    },
  ]
}

type OfTiles = Pick<Drawn, 't' | 'format' | 'growing'> & { answers: Pick<PlayerData, 'before'> }

/** The amount of each currency, the counts, and revenue per play where one currency has all sales. */
export function figureTiles(
  drawn: OfTiles,
  stats: Statistics,
  currencies: readonly Currency[],
): ReportTile[] {
  const { format, answers, growing } = drawn
  const { before } = answers
  const tile = (key: Measure, currency?: Currency) => {
    const value = (row: Statistics) =>
      currency ? format.money(Number(row[key]), currency) : format.count(Number(row[key]))
    return {
      name: title(key, format.language),
      value: value(stats),
      before: before && value(before),
      change: changeBetween(key, stats, before),
      isGrowing: growing !== null && isOfSales(key),
    }
  }
  const only = onlyCurrency(stats, before)
  return [
    ...currencies.map((one) => tile(`total_amount_${one}`, one)),
    tile('total_conversions'),
    ...(only ? [perPlayTile(drawn, only, stats)] : []),
    tile('total_started'),
  ]
}

function changeBetween(key: Measure, stats: Statistics, before: Statistics | null): Change {
  if (!before) return { kind: 'none' }
  return figureChange(key, (measure) => ({
    current: Number(stats[measure]),
    previous: Number(before[measure]),
  }))
}

function perPlayTile(
  { t, format, answers, growing }: OfTiles,
  currency: Currency,
  stats: Statistics,
): ReportTile {
  const of = (row: Statistics) => perUnit(row[`total_amount_${currency}`], row.total_started)
  const text = (row: Statistics) => moneyText(format, of(row), currency)
  const { before } = answers
  const change: Change = before
    ? changeOf({
        current: of(stats),
        previous: of(before),
        isRate: false,
        sample: { current: stats.total_conversions, previous: before.total_conversions },
        fewest: FEWEST_EVENTS,
      })
    : { kind: 'none' }
  return {
    name: t('revenuePerPlay'),
    value: text(stats),
    before: before && !isMissing(of(before)) ? text(before) : null,
    change,
    isGrowing: growing !== null,
  }
}

/** An amount, also of zero; a dash where it is not known or does not apply. */
export const moneyText = (format: Format, cents: ReturnType<typeof perUnit>, currency: Currency) =>
  isMissing(cents) ? '–' : format.money(Number(cents), currency)

const NARROW = 76
/** The longest of their names is a single word. */
const PLAYS = 86
const MONEY = 84

function statisticsColumns(
  { t, format, player }: Drawn,
  currencies: readonly Currency[],
): PieceColumn[] {
  const { language } = format
  return [
    { title: title('total_started', language), width: PLAYS },
    ...(player.pitch_time > 0 ? [{ title: t('reachedPitch'), width: NARROW }] : []),
    { title: title('total_clicked', language), width: NARROW },
    { title: t('sales'), width: NARROW },
    ...currencies.map((one) => ({ title: title(`total_amount_${one}`, language), width: MONEY })),
  ]
}

function statisticsCells(
  { format, player }: Drawn,
  row: Statistics,
  currencies: readonly Currency[],
) {
  const rate = measureCell(row, 'over_pitch_rate', player)
  return [
    format.count(row.total_started),
    ...(player.pitch_time > 0 ? [rateText(rate, format)] : []),
    format.count(row.total_clicked),
    format.count(row.total_conversions),
    ...currencies.map((one) => moneyText(format, row[`total_amount_${one}`], one)),
  ]
}

export function daysPieces(drawn: Drawn, currencies: readonly Currency[]): Piece[] {
  const { t, answers, findings } = drawn
  const days = [...(answers.days ?? [])].sort((a, b) => (a.date_key < b.date_key ? -1 : 1))
  if (days.length < 2) return []
  const best = findings.find((one) => one.kind === 'day')
  const words = wordsOf(drawn, 'day')
  const { stats } = answers
  return [
    {
      key: 'days figure',
      content: (
        <>
          <Heading
            title={words?.sentence ?? t('dayByDay')}
            text={withGrowing(t('dayByDayText'), drawn)}
          />
          <DaysFigure
            of="sales"
            best={best?.day ?? null}
            wording={drawn}
            days={days.map((one) => ({ day: one.date_key, count: one.total_conversions }))}
          />
        </>
      ),
    },
    ...tablePieces({
      key: 'days',
      title: t('daysTable'),
      columns: [
        { title: t('day'), width: 'rest', isText: true },
        ...statisticsColumns(drawn, currencies),
      ],
      rows: days.map((one) => [
        dayName(one.date_key, drawn),
        ...statisticsCells(drawn, one, currencies),
      ]),
      // The answer for the whole period, because rates of days cannot be summed.
      totals: stats ? [t('total'), ...statisticsCells(drawn, stats, currencies)] : undefined,
    }),
  ]
}

const MOST_VALUES = 12

interface FieldTable {
  field: 'country' | 'device_type' | 'browser'
  rows: readonly FieldStatistics[]
  currencies: readonly Currency[]
}

function fieldPieces(drawn: Drawn, { field, rows, currencies }: FieldTable): Piece[] {
  const { t, format } = drawn
  const sorted = [...rows].sort((a, b) => b.total_started - a.total_started)
  const shown = sorted.slice(0, MOST_VALUES)
  if (shown.length < 2) return []
  const isFew = ({ total_conversions: sales }: Statistics) => sales > 0 && sales < FEWEST_EVENTS
  const salesAt = drawn.player.pitch_time > 0 ? 3 : 2
  const counts = { shown: format.count(shown.length), all: format.count(sorted.length) }
  return tablePieces({
    key: field,
    title: t(`by.${field}`),
    text: sorted.length > shown.length ? t('firstOf', counts) : undefined,
    columns: [
      { title: t(`field.${field}`), width: 'rest', isText: true },
      ...statisticsColumns(drawn, currencies),
    ],
    rows: shown.map((row) => [
      valueName(field, row.grouped_field, format.language),
      ...statisticsCells(drawn, row, currencies).map((cell, index) =>
        index === salesAt && isFew(row) ? (
          <>
            {cell}
            <sup>1</sup>
          </>
        ) : (
          cell
        ),
      ),
    ]),
    ...(shown.some(isFew) && {
      footnote: (
        <>
          <sup>1</sup> {t('fewSales')}
        </>
      ),
    }),
  })
}
