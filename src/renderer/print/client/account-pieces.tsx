import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AMOUNTS } from '../../../shared/api/statistics.ts'
import { annotationsAbout } from '../../../shared/features/annotations/own-annotation.ts'
import type { Overview, OverviewRow } from '../../../shared/features/overview/overview.ts'
import { figure } from '../../../shared/features/overview/table.ts'
import { overviewTiles, type Tile } from '../../../shared/features/overview/tiles.ts'
import { accountFindings } from '../../../shared/features/reports/findings.ts'
import {
  fairComparison,
  growingDays,
  type ReportAbout,
} from '../../../shared/features/reports/report.ts'
import type { OpenReport } from '../../../shared/features/settings/window-info.ts'
import { namesApart } from '../../../shared/model/ids.ts'
import { CURRENCIES, type Currency } from '../../../shared/model/money.ts'
import { FEWEST_EVENTS } from '../../../shared/tables/change.ts'
import { sumOf } from '../../../shared/tables/measures.ts'
import { type Cell, isMissing } from '../../../shared/tables/table.ts'
import { title } from '../../../shared/tables/titles.ts'
import { combinedAge } from '../../../shared/time/age.ts'
import { call } from '../../bridge.ts'
import { useQuery } from '../../query.ts'
import { type Format, useFormat } from '../../ui/format.ts'
import { useView } from '../../view.ts'
import { annotationPieces, definitionPieces } from './closing-pieces.tsx'
import { DaysFigure } from './days-figure.tsx'
import {
  briefPercent,
  findingWords,
  isOfSales,
  type Worded,
  withGrowing,
  wordsOf,
} from './finding-words.ts'
import type { Piece, ReportContent } from './pages.tsx'
import { moneyText } from './player-pieces.tsx'
import { Heading, rateText, tablePieces, widthFor } from './table-pieces.tsx'
import { TilesRow } from './tiles-row.tsx'

interface Drawn extends Worded {
  overview: Overview
}

/** The pages of an account's report; null until its answers are loaded. */
export function useAccountContent(report: OpenReport): ReportContent | null {
  const { t } = useTranslation('clientReport')
  const format = useFormat()
  const deadBand = useView(({ preferences }) => preferences.deadBand)
  const definitions = useView(({ info }) => info.print?.definitions)
  const { about } = report
  const answers = useQuery('answers of an account report', () => answersOf(about), []).value
  return useMemo(() => {
    if (!answers) return null
    const { overview, annotations } = answers
    const findings = accountFindings(overview, deadBand)
    const growing = growingDays(about, ageOf(overview))
    const drawn = { t, format, about, growing, overview, findings }
    const currencies = CURRENCIES.filter((one) =>
      overview.rows.some((row) => isSold(salesCell(row, `total_amount_${one}`))),
    )
    const tiles = shownTiles(overview)
    const keys = [...tiles.map(({ key }) => key), 'over_pitch_rate', 'total_clicked']
    return {
      findings: findings.map((found) => findingWords(found, drawn)),
      isCompared: isWhollyCompared(overview),
      pieces: [
        ...figurePieces(drawn, tiles),
        ...daysPieces(drawn),
        ...videoPieces(drawn, currencies),
        ...annotationPieces({ t, format, annotations }),
        ...definitionPieces({ t, format, definitions, keys: [...new Set(keys)] }),
      ],
    }
  }, [answers, about, deadBand, definitions, t, format])
}

async function answersOf(about: ReportAbout) {
  const { account, period, comparison } = about
  if (!period) throw new TypeError('a report of no days')
  const account_id = account.id
  const [overview, annotations] = await Promise.all([
    call.overview.read({ account_id, period, comparison }),
    call.annotations.list({ account_id }).then(
      (list) => annotationsAbout(list.annotations, [], period),
      () => [],
    ),
  ])
  return { overview: printedOverview(overview, about), annotations }
}

/** The overview as the pages name and compare its videos. */
export function printedOverview(overview: Overview, about: ReportAbout): Overview {
  const named = namesApart(overview.rows.map(({ player }) => player))
  const rows = overview.rows.map((row, index) => ({
    ...row,
    player: { ...row.player, ...named[index] },
  }))
  if (fairComparison(about)) return { ...overview, rows }
  // The report holds this call with its comparison, which is taken out only here.
  const alone = rows.map((row) => ({ ...row, comparison: null }))
  return { ...overview, rows: alone, comparedLeftOut: 0 }
}

const isCompared = ({ comparison }: OverviewRow) =>
  comparison !== null && (comparison.period !== null || comparison.sums !== null)

/** Figures of some of the videos are not compared, and the findings say so. */
export const isWhollyCompared = ({ rows, comparedLeftOut = 0 }: Overview) =>
  rows.length > 0 && comparedLeftOut === 0 && rows.every(isCompared)

const ageOf = ({ rows }: Overview) =>
  combinedAge(
    rows.map(({ current: { asOf, isSettled = false } }) =>
      asOf === null ? null : { asOf, isSettled },
    ),
  )

type Key = Parameters<typeof figure>[1]

const salesCell = (row: OverviewRow, key: Key) => figure(row.current, key, row.player)
const isSold = (cell: Cell) => !isMissing(cell) && Number(cell) > 0

/** What the rows of videos show. */
const ACTIVITY = ['total_started', 'total_clicked', 'total_conversions', ...AMOUNTS] as const

/** Whether a video has a share in the totals of either period. */
const isActive = ({ player, current, comparison }: OverviewRow) =>
  [current, comparison].some((figures) =>
    ACTIVITY.some((key) => isSold(figure(figures, key, player))),
  )

/** The additive figures, and revenue per play. */
const TILE = /^(total_amount|revenue_per_play|total_conversions|total_started)/u

export const shownTiles = (overview: Overview) =>
  overviewTiles(overview, 'events').filter(({ value, key }) => !isMissing(value) && TILE.test(key))

function tileText(format: Format, { kind, currency }: Tile, cell: Cell): string {
  if (isMissing(cell)) return '–'
  const value = Number(cell)
  if (kind === 'percent') return briefPercent(format, value)
  return kind === 'money' && currency ? format.money(value, currency) : format.count(value)
}

/** Which videos are not in the figures of either period. */
function leftOutText({ t, format, about: { comparison }, overview }: Drawn): string {
  const { leftOut = 0, comparedLeftOut = 0 } = overview
  const notes = [
    leftOut > 0 && t('leftOut', { count: leftOut }),
    comparison &&
      comparedLeftOut > 0 &&
      t('comparedLeftOut', { count: comparedLeftOut, days: format.dateRange(comparison) }),
  ]
  return notes.filter(Boolean).join(' ')
}

export function figurePieces(drawn: Drawn, tiles: readonly Tile[]): Piece[] {
  const { t, format, growing } = drawn
  const words = wordsOf(drawn, 'revenue', 'sales', 'plays')
  const text = withGrowing(leftOutText(drawn), drawn)
  return [
    {
      key: 'figures',
      content: (
        <>
          <Heading title={words?.sentence ?? t('figures')} {...(text !== '' && { text })} />
          <TilesRow
            tiles={tiles.map((tile) => ({
              name: title(tile.key, format.language),
              value: tileText(format, tile, tile.value),
              // The sum of other players is not what the sum was before.
              before:
                isMissing(tile.comparison) || tile.change.kind === 'none'
                  ? null
                  : tileText(format, tile, tile.comparison),
              change: tile.change,
              isGrowing: growing !== null && isOfSales(tile.key),
              of: tile.of,
            }))}
          />
        </>
      ),
    },
  ]
}

const OF_DAYS = [
  { of: 'sales', key: 'total_conversions', title: 'dayByDay', text: 'dayByDayText' },
  { of: 'plays', key: 'total_started', title: 'playsByDay', text: null },
] as const

/** Sales and plays of each day. */
const daysPieces = (drawn: Drawn): Piece[] => {
  const { t, overview } = drawn
  const { days, daily } = overview
  return OF_DAYS.flatMap(({ of, key, title, text }) => {
    const counted = countedDays(days, daily[key])
    // With a missing day, the bars would suggest that nothing was counted on it.
    if (counted.length < 2 || counted.length < days.length) return []
    return [
      {
        key: `${of} of days`,
        content: (
          <>
            <Heading title={t(title)} {...(text && { text: withGrowing(t(text), drawn) })} />
            <DaysFigure of={of} best={null} days={counted} wording={drawn} />
          </>
        ),
      },
    ]
  })
}

/** The days with a known count. */
const countedDays = (days: readonly string[], counts: readonly (number | null)[]) =>
  days.flatMap((day, index) => {
    const count = counts[index] ?? null
    return count === null ? [] : [{ day, count }]
  })

export function videoPieces(drawn: Drawn, currencies: readonly Currency[]): Piece[] {
  const { t, format, overview } = drawn
  const { language } = format
  const active = overview.rows
    .filter(isActive)
    .sort(
      (a, b) =>
        number(b, 'total_conversions') - number(a, 'total_conversions') ||
        number(b, 'total_started') - number(a, 'total_started'),
    )
  const unknown = overview.rows.filter((row) => isMissing(salesCell(row, 'total_started'))).length
  if (active.length === 0) return []
  const hasBefore = overview.rows.some(isCompared)
  const amounts = currencies.map((one) => ({ one, key: `total_amount_${one}` as const }))
  const isFew = (row: OverviewRow) => {
    const sales = number(row, 'total_conversions')
    return sales > 0 && sales < FEWEST_EVENTS
  }
  const countText = (cell: Cell) => (isMissing(cell) ? '–' : format.count(Number(cell)))
  const words = wordsOf(drawn, 'leader')
  const all = (key: Key, which: 'current' | 'comparison' = 'current') =>
    sumOf(overview.rows.map((row) => figure(row[which], key, row.player)))
  const narrow = 50
  const plays = title('total_started', language)
  return tablePieces({
    key: 'videos',
    title: words?.sentence ?? t('videos'),
    columns: [
      { title: t('video'), width: 'rest', isText: true },
      // As narrow as it can be: with three currencies little is left for the names.
      { title: plays, width: Math.min(82, widthFor(narrow, [plays])) },
      { title: t('reachedPitch'), width: narrow },
      { title: title('total_clicked', language), width: narrow },
      { title: t('sales'), width: narrow },
      ...(hasBefore ? [{ title: t('change'), width: narrow }] : []),
      ...amounts.map(({ key }) => ({ title: title(key, language), width: 66 })),
    ],
    ...(unknown > 0 && { text: t('notDownloaded', { count: unknown }) }),
    rows: active.map((row) => {
      const rate = salesCell(row, 'over_pitch_rate')
      return [
        row.player.name,
        countText(salesCell(row, 'total_started')),
        rateText(rate, format),
        countText(salesCell(row, 'total_clicked')),
        <>
          {countText(salesCell(row, 'total_conversions'))}
          {isFew(row) && <sup>1</sup>}
        </>,
        ...(hasBefore ? [countText(figure(row.comparison, 'total_conversions', row.player))] : []),
        ...amounts.map(({ key, one }) => moneyText(format, salesCell(row, key), one)),
      ]
    }),
    // Only additive measures: a rate cannot be combined over several videos.
    totals: [
      t('allVideos'),
      countText(all('total_started')),
      '',
      countText(all('total_clicked')),
      countText(all('total_conversions')),
      ...(hasBefore ? [countText(all('total_conversions', 'comparison'))] : []),
      ...amounts.map(({ key, one }) => moneyText(format, all(key), one)),
    ],
    ...(active.some(isFew) && {
      footnote: (
        <>
          <sup>1</sup> {t('fewSales')}
        </>
      ),
    }),
  })
}

function number(row: OverviewRow, key: Key): number {
  const cell = salesCell(row, key)
  return isMissing(cell) ? 0 : Number(cell)
}
