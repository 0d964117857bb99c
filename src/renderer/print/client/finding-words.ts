import type { TFunction } from 'i18next'
import { isSale } from '../../../shared/features/analytics/growth.ts'
import type { Finding } from '../../../shared/features/reports/findings.ts'
import {
  createdLate,
  type ReportDays,
  unfinishedDay,
} from '../../../shared/features/reports/report.ts'
import { appTexts } from '../../../shared/locales/languages.ts'
import { type Period, unevenDays } from '../../../shared/time/period.ts'
import type { Format } from '../../ui/format.ts'

/** A finding as displayed on the cover. */
export interface FindingWords {
  sentence: string
  evidence: string
  number: string
  /** Shown below the number. */
  under: string
}

/** What the sentences of a report are made with. */
export interface Wording {
  t: TFunction<'clientReport'>
  format: Format
  about: ReportDays
  /** The days whose sales may still grow. */
  growing: Period | null
}

export interface Worded extends Wording {
  findings: readonly Finding[]
}

type MovedFinding = Extract<Finding, { kind: 'revenue' | 'sales' | 'plays' }>
type AccountFinding = Extract<Finding, { kind: 'leader' | 'reach' | 'mover' }>

const isMoved = (found: Finding): found is MovedFinding =>
  found.kind === 'revenue' || found.kind === 'sales' || found.kind === 'plays'
const isOfAccount = (found: Finding): found is AccountFinding =>
  found.kind === 'leader' || found.kind === 'reach' || found.kind === 'mover'

/** Whether a figure is counted on the day of the click, as sales are. */
export const isOfSales = (key: string) => isSale(key) || key.startsWith('revenue_per_play')

/** With one decimal, truncated as the service does. */
export function briefPercent(
  { language }: Format,
  percent: number,
  { isSigned = false, isFixed = false }: { isSigned?: boolean; isFixed?: boolean } = {},
): string {
  return new Intl.NumberFormat(appTexts(language).locale, {
    style: 'unit',
    unit: 'percent',
    // In a column, so that the decimal points are aligned.
    minimumFractionDigits: isFixed ? 1 : 0,
    maximumFractionDigits: 1,
    roundingMode: 'trunc',
    ...(isSigned && { signDisplay: 'exceptZero' }),
  } as Intl.NumberFormatOptions)
    .format(percent)
    .replace('-', '−')
}

/** The words of the first finding of some kinds. */
export function wordsOf(drawn: Worded, ...kinds: Finding['kind'][]) {
  const found = drawn.findings.find(({ kind }) => kinds.includes(kind))
  return found && findingWords(found, drawn)
}

export function findingWords(found: Finding, wording: Wording): FindingWords {
  const { t, format, growing } = wording
  const percent = (value: number) => briefPercent(format, value)
  const { count, videoTime } = format
  if (isMoved(found)) return movedWords(found, wording)
  if (isOfAccount(found)) return accountWords(found, wording)
  switch (found.kind) {
    case 'pitch': {
      const second = videoTime(found.second)
      return {
        sentence: t('finding.pitch', { percent: percent(found.percent) }),
        evidence: [
          t('evidence.pitch', {
            reached: count(found.reached),
            sessions: count(found.sessions),
            second,
          }),
          found.drop && t('evidence.drop', spanned(found.drop, format)),
        ]
          .filter(Boolean)
          .join(' '),
        number: percent(found.percent),
        under: t('under.pitch', { second }),
      }
    }
    case 'opening':
      return {
        sentence: t('finding.opening', spanned(found.drop, format)),
        evidence: t('evidence.opening', { sessions: count(found.sessions) }),
        number: percent(found.drop.percent),
        under: t('under.opening'),
      }
    case 'minute':
      return {
        sentence: t('finding.minute', spanned(found, format)),
        evidence: withGrowing(
          t('evidence.minute', { sales: count(found.sales), all: count(found.all) }),
          wording,
        ),
        number: percent(found.percent),
        under: underShare(wording),
      }
    case 'day':
      return {
        sentence: t(growing ? 'finding.daySoFar' : 'finding.day', { day: format.date(found.day) }),
        evidence: withGrowing(
          t('evidence.day', {
            ...{ sales: count(found.sales), all: count(found.all), days: count(found.days) },
          }),
          wording,
        ),
        number: percent(found.percent),
        under: underShare(wording),
      }
  }
}

/** Shown below a share of the sales. */
const underShare = ({ t, growing }: Wording) => t(growing ? 'under.ofSalesSoFar' : 'under.ofSales')

function accountWords(found: AccountFinding, wording: Wording): FindingWords {
  const { t, format } = wording
  const percent = briefPercent(format, Math.abs(found.percent))
  const { count } = format
  switch (found.kind) {
    case 'leader': {
      const counts = { sales: count(found.sales), all: count(found.all), count: found.videos }
      return {
        sentence: t('finding.leader', { name: found.name, percent }),
        evidence: withGrowing(t('evidence.leader', counts), wording),
        number: percent,
        under: underShare(wording),
      }
    }
    case 'reach':
      return {
        sentence: t('finding.reach', { percent }),
        evidence: t('evidence.reach', { count: found.videos }),
        number: percent,
        under: t('under.reach'),
      }
    case 'mover':
      return moverWords(found, wording)
  }
}

function moverWords(found: Extract<Finding, { kind: 'mover' }>, wording: Wording): FindingWords {
  const { t, format, growing } = wording
  const [now, before] = [format.count(found.now), format.count(found.before)]
  const values = { name: found.name, percent: briefPercent(format, Math.abs(found.percent)) }
  const evidence = t('evidence.mover', { now, before })
  if (growing && found.direction === 'down') {
    return {
      sentence: t('finding.moverDownSoFar', values),
      evidence: withGrowing(evidence, wording),
      ...{ number: now, under: t('under.salesSoFar') },
    }
  }
  return {
    sentence: t(found.direction === 'up' ? 'finding.moverUp' : 'finding.moverDown', values),
    evidence,
    number: briefPercent(format, found.percent, { isSigned: true }),
    under: t('under.mover'),
  }
}

/** A text about sales, and which of them are not final. */
export function withGrowing(text: string, { t, format, growing }: Wording): string {
  const note = growing && t('evidence.growing', { days: format.dateRange(growing) })
  return [text, note].filter(Boolean).join(' ')
}

function movedWords(found: MovedFinding, wording: Wording): FindingWords {
  const { t, format } = wording
  const { kind, direction, percent } = found
  const value = (amount: number) =>
    found.kind === 'revenue' ? format.money(amount, found.currency) : format.count(amount)
  const now = value(found.now)
  const evidence = movedEvidence(found, wording, value)
  const size = percent === null ? '' : briefPercent(format, Math.abs(percent))
  if (isSoFar(found, wording)) {
    const sentence = t(`finding.${found.kind}.${found.direction}SoFar`, { percent: size })
    return { sentence, evidence, number: now, under: t(`under.${found.kind}SoFar`) }
  }
  const isMoved = direction === 'up' || direction === 'down'
  return {
    sentence: t(`finding.${kind}.${direction}`, { percent: size, now }),
    evidence,
    number: isMoved && percent !== null ? briefPercent(format, percent, { isSigned: true }) : now,
    under: t(`under.${kind}`),
  }
}

type SoFar = Extract<MovedFinding, { kind: 'revenue' | 'sales' }> & { direction: 'down' | 'steady' }

/** Whether what is missing of the last days may make up for what is less. */
const isSoFar = (found: MovedFinding, { growing }: Wording): found is SoFar =>
  growing !== null &&
  found.kind !== 'plays' &&
  (found.direction === 'down' || found.direction === 'steady')

function movedEvidence(
  found: MovedFinding,
  wording: Wording,
  value: (amount: number) => string,
): string {
  const counted = [
    found.before === null
      ? whyAlone(wording)
      : wording.t('evidence.against', { now: value(found.now), before: value(found.before) }),
    found.kind === 'revenue' && soldWords(found, wording),
  ]
    .filter(Boolean)
    .join(' ')
  return found.kind === 'plays' ? counted : withGrowing(counted, wording)
}

/** Why a figure is not compared with other days. */
function whyAlone({ t, format, about }: Wording): string {
  if (!about.comparison) return t('evidence.alone')
  const days = format.dateRange(about.comparison)
  const unfinished = unfinishedDay(about)
  if (unfinished !== null) return t('evidence.unfinished', { days, day: format.date(unfinished) })
  const created = createdLate(about)
  if (created !== null) return t('young', { day: format.date(created) })
  const uneven = unevenDays(about)
  return uneven ? t('uneven', uneven) : t('evidence.incomplete', { days })
}

/** What the cover says beside the period; `isCompared`: there are figures of the other days. */
export function daysNote(
  { t, format, about }: Omit<Wording, 'growing'>,
  isCompared: boolean,
): string | null {
  const unfinished = unfinishedDay(about)
  if (unfinished !== null) return t('unfinished', { day: format.date(unfinished) })
  const created = createdLate(about)
  if (created !== null) return t('young', { day: format.date(created) })
  const uneven = unevenDays(about)
  if (uneven) return t('uneven', uneven)
  if (!about.comparison) return null
  const days = format.dateRange(about.comparison)
  return isCompared ? t('comparedWith', { days }) : t('evidence.incomplete', { days })
}

/** The name of a day in charts and tables. */
export function dayName(day: string, { t, format, about }: Wording): string {
  const date = format.date(day)
  return day === unfinishedDay(about) ? t('soFar', { day: date }) : date
}

function soldWords(
  { sales, salesBefore }: Extract<Finding, { kind: 'revenue' }>,
  { t, format: { count } }: Wording,
) {
  const now = count(sales)
  return salesBefore === null
    ? t('evidence.soldAlone', { now })
    : t('evidence.sold', { now, before: count(salesBefore) })
}

const spanned = (
  { start, end, percent }: { start: number; end: number; percent: number },
  format: Format,
) => ({
  start: format.videoTime(start),
  end: format.videoTime(end),
  percent: briefPercent(format, percent),
})
