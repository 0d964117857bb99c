import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exactDifference, truncatedRate } from '../../../../shared/api/statistics.ts'
import { type Curve, sessionsOf } from '../../../../shared/features/player/curves/curve.ts'
import type {
  ComparedCurve,
  ReportComparison,
} from '../../../../shared/features/reports/comparison.ts'
import type { ReportAbout } from '../../../../shared/features/reports/report.ts'
import { Block, Chooser } from '../../../ui/block.tsx'
import { CurvesPicture } from '../../../ui/curves-picture.tsx'
import { type Format, useFormat } from '../../../ui/format.ts'
import { ageText, daysText, type PictureFacts, PictureOf } from '../../../ui/picture/picture-of.ts'
import classes from './compare.module.css'
import { type BothCurves, useDrawing } from './drawing.ts'

/** The retention curves of both reports, for each arm of a test or value of a parameter. */
export function ComparedCurves({ comparison }: { comparison: ReportComparison }) {
  const { t } = useTranslation('reportsCompare')
  const { curves } = comparison
  const parameters = new Set(curves.flatMap(({ query_key }) => query_key ?? []))
  return (
    <>
      {curves
        .filter(({ query_key }) => query_key === null)
        .map((curve) => (
          <Block
            key={curve.name}
            title={curve.name === null ? t('curves') : t('curveOf', { name: curve.name })}
          >
            <Pair {...{ comparison, curve }} />
          </Block>
        ))}
      {[...parameters].map((query_key) => (
        <ValuesBlock key={query_key} {...{ comparison, query_key }} />
      ))}
    </>
  )
}

/** The curves of a query parameter, one value at a time; those that both reports have come first. */
function ValuesBlock({
  comparison,
  query_key,
}: {
  comparison: ReportComparison
  query_key: string
}) {
  const { t } = useTranslation('reportsCompare')
  const [picked, setPicked] = useState<string | null>(null)
  const curves = comparison.curves
    .filter((one) => one.query_key === query_key)
    .sort((a, b) => sidesIn(b) - sidesIn(a))
  const curve = curves.find(({ name }) => name === picked) ?? curves[0]
  if (!curve) return null
  const choices = curves.map((one) => {
    const side = one.left ? 'left' : 'right'
    const value = one.name ?? ''
    return { value, label: sidesIn(one) === 2 ? value : t(`valueOnly.${side}`, { value }) }
  })
  return (
    <Block
      title={t('curvesBy', { query_key })}
      tools={
        <Chooser
          label={t('valueOf', { query_key })}
          value={curve.name ?? ''}
          choices={choices}
          onChange={setPicked}
        />
      }
      foot={<span>{t('rawValues')}</span>}
    >
      <Pair key={curve.name} {...{ comparison, curve }} />
    </Block>
  )
}

const sidesIn = ({ left, right }: ComparedCurve) => Number(left !== null) + Number(right !== null)

function Pair({ comparison, curve }: { comparison: ReportComparison; curve: ComparedCurve }) {
  const { t } = useTranslation('reportsCompare')
  const facts = usePictureFacts(comparison, curve)
  const { left, right } = curve
  return left && right ? (
    <PictureOf value={facts}>
      <Picture curves={{ left, right }} />
    </PictureOf>
  ) : (
    <p className={classes.note}>
      {t('oneCurve', { side: t(`sideOf.${left ? 'left' : 'right'}`) })}
    </p>
  )
}

/** The texts of a saved picture, about both reports. */
function usePictureFacts(comparison: ReportComparison, curve: ComparedCurve): PictureFacts {
  const { t } = useTranslation('reportsCompare')
  const { t: picture } = useTranslation('picture')
  const format = useFormat()
  return pictureFacts(comparison, curve, { t, picture, format })
}

interface Wording {
  t: TFunction<'reportsCompare'>
  picture: TFunction<'picture'>
  format: Format
}

export function pictureFacts(
  { left, right }: ReportComparison,
  { name, query_key }: ComparedCurve,
  { t, picture, format }: Wording,
): PictureFacts {
  const source = (side: 'left' | 'right', { account, period, asOf }: ReportAbout) => {
    const age = asOf && { asOf: asOf.oldest }
    const facts = { period, age, zone: account.timezone }
    const wording = { t: picture, format }
    const words = [daysText(facts, wording), ageText(facts, wording), account.name]
    return `${t(side)}: ${words.filter(Boolean).join(' · ')}`
  }
  const sides = [
    `${t('left')}: ${left.about.title}`,
    `${t('right')}: ${right.id === null ? t('now') : right.about.title}`,
  ]
  return {
    title: name === null ? t('curves') : t('curveOf', { name: named(query_key, name) }),
    subject: sides.join(' · '),
    period: left.about.period,
    age: null,
    zone: left.about.account.timezone,
    sources: [source('left', left.about), source('right', right.about)],
  }
}

const named = (query_key: string | null, name: string) =>
  query_key === null ? name : `${query_key} = ${name}`

function Picture({ curves }: { curves: BothCurves }) {
  const { t } = useTranslation('reportsCompare')
  const drawing = useDrawing(curves)
  const readingAt = useReading(curves)
  return <CurvesPicture {...{ drawing, readingAt }} label={t('curvesLabel')} />
}

function useReading({ left, right }: BothCurves) {
  const { t } = useTranslation('reportsCompare')
  const { percent, points, count, videoTime } = useFormat()
  return (second: number) => {
    const [a, b] = [figureAt(left, second), figureAt(right, second)]
    const valueOf = (side: 'left' | 'right', one: Figure | null) =>
      `${t(side)} ${one ? `${percent(one.share)} (${count(one.sessions)})` : '–'}`
    const difference = a && b ? ` · ${points(exactDifference(b.share, a.share))}` : ''
    const time = `${t('time')} ${videoTime(second)}`
    return `${time} · ${valueOf('left', a)} · ${valueOf('right', b)}${difference}`
  }
}

interface Figure {
  sessions: number
  share: number
}

function figureAt(curve: Curve, second: number): Figure | null {
  const sessions = curve.reached[second]
  const share = sessions === undefined ? null : truncatedRate(sessions, sessionsOf(curve))
  return sessions === undefined || share === null ? null : { sessions, share }
}
