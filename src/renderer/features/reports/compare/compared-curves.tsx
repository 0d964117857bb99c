import { useTranslation } from 'react-i18next'
import { type Curve, sessionsOf } from '../../../../shared/curves/curve.ts'
import { pointsBetween } from '../../../../shared/curves/pitch.ts'
import { truncatedRate } from '../../../../shared/model/statistics.ts'
import type { ReportComparison } from '../../../../shared/reports/comparison.ts'
import { Block } from '../../../ui/block.tsx'
import { CurvesPicture } from '../../../ui/curves-picture.tsx'
import { useFormat } from '../../../ui/format.ts'
import { oldestOf, PictureOf } from '../../../ui/picture/picture-of.ts'
import classes from './compare.module.css'
import { type BothCurves, useDrawing } from './drawing.ts'

/** The retention of both reports over each other, of a test that of each arm. */
export function ComparedCurves({ comparison }: { comparison: ReportComparison }) {
  const { t } = useTranslation('reportsCompare')
  const facts = usePictureFacts(comparison)
  return comparison.curves.map(({ name, left, right }) => (
    <Block key={name} title={name === null ? t('curves') : t('curveOf', { name })}>
      {left && right ? (
        <PictureOf value={facts}>
          <Picture curves={{ left, right }} />
        </PictureOf>
      ) : (
        <p className={classes.note}>
          {t('oneCurve', { side: t(`sideOf.${left ? 'left' : 'right'}`) })}
        </p>
      )}
    </Block>
  ))
}

/** What a saved picture of the curves says of both reports. */
function usePictureFacts({ left, right }: ReportComparison) {
  const { t } = useTranslation('reportsCompare')
  const sides = [
    `${t('left')}: ${left.about.title}`,
    `${t('right')}: ${right.id === null ? t('now') : right.about.title}`,
  ]
  const ages = [left, right].flatMap(({ about }) =>
    about.asOf ? [{ asOf: about.asOf.oldest }] : [],
  )
  return {
    title: t('curves'),
    subject: sides.join(' · '),
    period: left.about.period,
    asOf: oldestOf(...ages),
    zone: left.about.account.timezone,
  }
}

function Picture({ curves }: { curves: BothCurves }) {
  const { t } = useTranslation('reportsCompare')
  const drawing = useDrawing(curves)
  const say = useReading(curves)
  return <CurvesPicture {...{ drawing, say }} label={t('curvesLabel')} />
}

function useReading({ left, right }: BothCurves) {
  const { t } = useTranslation('reportsCompare')
  const { percent, points, count, videoTime } = useFormat()
  return (second: number) => {
    const [a, b] = [figureAt(left, second), figureAt(right, second)]
    const say = (side: 'left' | 'right', one: Figure | null) =>
      `${t(side)} ${one ? `${percent(one.share)} (${count(one.sessions)})` : '–'}`
    const difference = a && b ? ` · ${points(pointsBetween(b.share, a.share))}` : ''
    const time = `${t('time')} ${videoTime(second)}`
    return `${time} · ${say('left', a)} · ${say('right', b)}${difference}`
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
