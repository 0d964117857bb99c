import { VisuallyHidden } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Currency } from '../../shared/model/money.ts'
import { type Change, type Tone, withDeadBand } from '../../shared/tables/change.ts'
import type { Kind, Missing } from '../../shared/tables/table.ts'
import { useView } from '../view.ts'
import classes from './delta.module.css'
import { useFormat } from './format.ts'
import { Hinted, MissingValue } from './missing-value.tsx'

interface DeltaProps {
  change: Change
  /** The figure's unit, for the absolute difference in the tooltip. */
  kind?: Kind | undefined
  currency?: Currency | undefined
  /** Tooltip: what the figure is compared with. */
  against?: string | undefined
  /** Why there is nothing to compare with, see `missingComparison`. */
  lacking?: Missing | undefined
}

/** How a figure changed, with a sign and words besides the colour. */
export function Delta({ change: rawChange, lacking, ...of }: DeltaProps) {
  const deadBand = useView(({ preferences }) => preferences.deadBand)
  const change = withDeadBand(rawChange, deadBand)
  switch (change.kind) {
    case 'relative':
    case 'points':
      return <Move {...of} change={change} />
    case 'new':
      return <Remark name="new" meaning="newMeaning" tone={change.tone} />
    case 'few-data':
      return <Remark name="fewData" meaning="fewDataMeaning" tone="neutral" />
    case 'none':
      if (lacking) return <MissingValue why={lacking} />
      return <Remark name="noComparison" meaning="noComparisonMeaning" tone="neutral" />
  }
}

export const toneClass = (tone: Tone) =>
  tone === 'neutral' ? classes.delta : `${classes.delta} ${classes[tone]}`

type Moved = Extract<Change, { kind: 'relative' | 'points' }>

function Move({ change, kind, currency, against }: DeltaProps & { change: Moved }) {
  const { t } = useTranslation('figure')
  const format = useFormat()
  const deadBand = useView(({ preferences }) => preferences.deadBand)
  const { amount, isSteady, tone } = change
  const isSame = change.difference === 0
  const shown = change.kind === 'points' ? format.points(amount) : signed(amount, format.percent)
  const plain = isSame ? null : plainDifference({ change, kind, currency }, format)
  const words = [
    against && `${against}.`,
    isSteady && t('steadyMeaning', { band: format.percent(deadBand) }),
    plain && t('difference', { amount: signed(change.difference, plain) }),
  ].filter(Boolean)
  const content = (
    <>
      {/* Not a dash, which would look like a minus. */}
      {(isSteady || isSame) && <span aria-hidden>≈</span>}
      {shown}
      <VisuallyHidden>{t(wordOf(change))}</VisuallyHidden>
    </>
  )
  if (words.length === 0) return <span className={toneClass(tone)}>{content}</span>
  return (
    <Hinted hint={words.join(' ')} className={toneClass(tone)}>
      {content}
    </Hinted>
  )
}

function wordOf({ difference, isSteady, tone }: Moved) {
  if (difference === 0) return 'same'
  return isSteady || tone === 'neutral' ? 'steady' : tone
}

/** Places gained or lost in a ranking: a gain is good. */
export function PlacesMoved({ places }: { places: number }) {
  const { count } = useFormat()
  if (places === 0) return <>{count(0)}</>
  const Arrow = places > 0 ? IconArrowUpRight : IconArrowDownRight
  return (
    <span className={toneClass(places > 0 ? 'good' : 'bad')}>
      <Arrow size={13} aria-hidden />
      {signed(places, count)}
    </span>
  )
}

function plainDifference(
  { change, kind, currency }: DeltaProps,
  { count, money }: ReturnType<typeof useFormat>,
) {
  if (change.kind !== 'relative') return null
  if (kind === 'money' && currency) return (cents: number) => money(cents, currency)
  return kind === 'count' ? count : null
}

/** A number with its sign, using the real minus character. */
export const signed = (value: number, format: (size: number) => string) =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${format(Math.abs(value))}`

interface RemarkProps {
  name: 'new' | 'fewData' | 'noComparison'
  meaning: 'newMeaning' | 'fewDataMeaning' | 'noComparisonMeaning'
  tone: Tone
}

function Remark({ name, meaning, tone }: RemarkProps) {
  const { t } = useTranslation('figure')
  return (
    <Hinted hint={t(meaning)} className={toneClass(tone)}>
      {t(name)}
    </Hinted>
  )
}
