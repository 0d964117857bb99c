import { Fragment, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldStatistics, Measure, Statistics } from '../../../shared/api/statistics.ts'
import type { BreakdownField } from '../../../shared/features/analytics/requests.ts'
import { breakdownTable } from '../../../shared/features/player/breakdown.ts'
import { curveOf, sessionsOf } from '../../../shared/features/player/curves/curve.ts'
import { onlyCurrency, playerFindings } from '../../../shared/features/reports/findings.ts'
import { growingDays } from '../../../shared/features/reports/report.ts'
import type { OpenReport } from '../../../shared/features/settings/window-info.ts'
import { valueName } from '../../../shared/model/country.ts'
import type { Currency } from '../../../shared/model/money.ts'
import { type Change, changeOf, FEWEST_EVENTS } from '../../../shared/tables/change.ts'
import { figureChange } from '../../../shared/tables/floors.ts'
import {
  currenciesWithSales,
  currencyOf,
  exactPerUnit,
  type Known,
  measureCell,
  perUnit,
} from '../../../shared/tables/measures.ts'
import { type Cell, isMissing } from '../../../shared/tables/table.ts'
import { title } from '../../../shared/tables/titles.ts'
import { type Format, useFormat } from '../../ui/format.ts'
import { withColumns } from '../../ui/table-layout.ts'
import { useView } from '../../view.ts'
import { annotationPieces, definitionPieces, leftOutPieces } from './closing-pieces.tsx'
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
    const currencies = currenciesWithSales([answers.stats, answers.before])
    return {
      findings: findings.map((found) => findingWords(found, drawn)),
      isCompared: answers.before !== null,
      pieces: [
        ...timelinePieces(drawn),
        ...figurePieces(drawn, currencies),
        ...daysPieces(drawn, currencies),
        ...answers.fields.flatMap((of) => fieldPieces(drawn, { ...of, currencies })),
        ...annotationPieces({ t, format, annotations: answers.annotations }),
        ...leftOutPieces({ t, format, about }),
        ...definitionPieces({ t, format, definitions, keys: keysOf(player, currencies) }),
      ],
    }
  }, [answers, report, deadBand, definitions, t, format])
}

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
  const of = (row: Statistics, divide = perUnit) =>
    divide(row[`total_amount_${currency}`], row.total_started)
  const text = (row: Statistics) => moneyText(format, of(row), currency)
  const { before } = answers
  const change: Change = before
    ? changeOf({
        current: of(stats, exactPerUnit),
        previous: of(before, exactPerUnit),
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

const statisticsKeys = ({ player }: Drawn, currencies: readonly Currency[]): Measure[] => [
  'total_started',
  ...(player.pitch_time > 0 ? (['over_pitch_rate'] as const) : []),
  'total_clicked',
  'total_conversions',
  ...currencies.map((one) => `total_amount_${one}` as const),
]

function statisticsColumn({ t, format }: Drawn, key: Measure): PieceColumn {
  if (key === 'over_pitch_rate') return { title: t('reachedPitch'), width: NARROW }
  const width = key === 'total_started' ? PLAYS : currencyOf(key) ? MONEY : NARROW
  return { title: title(key, format.language), width }
}

function statisticsText({ format }: Drawn, key: Measure, cell: Cell): string {
  const currency = currencyOf(key)
  if (currency) return moneyText(format, cell, currency)
  return key === 'over_pitch_rate' ? rateText(cell, format) : format.count(Number(cell))
}

export function daysPieces(drawn: Drawn, currencies: readonly Currency[]): Piece[] {
  const { t, answers, findings } = drawn
  const days = [...(answers.days ?? [])].sort((a, b) => (a.date_key < b.date_key ? -1 : 1))
  if (days.length < 2) return []
  const best = findings.find((one) => one.kind === 'day')
  const words = wordsOf(drawn, 'day')
  const { stats } = answers
  const keys = statisticsKeys(drawn, currencies)
  const cellsOf = (row: Statistics) =>
    keys.map((key) => statisticsText(drawn, key, measureCell(row, key, drawn.player)))
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
        ...keys.map((key) => statisticsColumn(drawn, key)),
      ],
      rows: days.map((one) => [dayName(one.date_key, drawn), ...cellsOf(one)]),
      // The answer for the whole period, because rates of days cannot be summed.
      totals: stats ? [t('total'), ...cellsOf(stats)] : undefined,
    }),
  ]
}

const MOST_VALUES = 12

interface FieldTable {
  field: BreakdownField
  values: Known<readonly FieldStatistics[]> | null
  currencies: readonly Currency[]
}

export function fieldPieces(drawn: Drawn, { field, values, currencies }: FieldTable): Piece[] {
  const { t, format, player } = drawn
  const sort = { column: 'total_started', descending: true }
  const whole = breakdownTable(values, { player, sort, top: MOST_VALUES })
  const keys = statisticsKeys(drawn, currencies)
  const { rows } = withColumns(whole, ['grouped_field', ...keys])
  if (rows.length < 2) return []
  const { fewData, hasOthers } = whole
  const isFew = (key: Measure, cell: Cell, index: number) => {
    if (key === 'over_pitch_rate') return fewData[index] === true && !isMissing(cell)
    return key === 'total_conversions' && Number(cell) > 0 && Number(cell) < FEWEST_EVENTS
  }
  const marked = keys.filter((key, at) =>
    rows.some(([, ...cells], index) => isFew(key, cells[at] ?? 0, index)),
  )
  const counts = { shown: format.count(MOST_VALUES), all: format.count(values?.value.length ?? 0) }
  return tablePieces({
    key: field,
    title: t(`by.${field}`),
    text: hasOthers ? t('firstOf', counts) : undefined,
    columns: [
      { title: t(`field.${field}`), width: 'rest', isText: true },
      ...keys.map((key) => statisticsColumn(drawn, key)),
    ],
    rows: rows.map(([value, ...cells], index) => [
      hasOthers && index === MOST_VALUES
        ? t('allOthers')
        : valueName(field, value as string, format.language),
      ...keys.map((key, at) => {
        const cell = cells[at] ?? 0
        const text = statisticsText(drawn, key, cell)
        if (!isFew(key, cell, index)) return text
        return (
          <>
            {text}
            <sup>{marked.indexOf(key) + 1}</sup>
          </>
        )
      }),
    ]),
    ...(marked.length > 0 && {
      footnote: marked.map((key, index) => (
        <Fragment key={key}>
          <sup>{index + 1}</sup> {t(key === 'over_pitch_rate' ? 'fewPlays' : 'fewSales')}{' '}
        </Fragment>
      )),
    }),
  })
}
