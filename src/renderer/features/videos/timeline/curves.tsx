import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import kit from '../../../ui/kit.module.css'
import { EmptyLane, Lane } from './lanes.tsx'
import type { Audience } from './reach.ts'
import { areaPath, barsPath, WIDTH } from './shapes.ts'
import type { Stage } from './stage.ts'
import classes from './timeline.module.css'

const TALL = { curve: 96, bars: 36 }

export const Curves = memo(function Curves({
  audience,
  stage,
}: {
  audience: Audience
  stage: Stage
}) {
  const { clicks, sales } = audience
  const clicked = useMemo(
    () => clicks?.map(({ timed, total_users }) => [timed, total_users] as const),
    [clicks],
  )
  const sold = useMemo(
    () => sales?.map(({ timed, timed_conversions }) => [timed, timed_conversions] as const),
    [sales],
  )
  return (
    <>
      <Reached stage={stage} />
      {clicked && <Bars name="clicks" items={clicked} stage={stage} />}
      {sold && <Bars name="sales" items={sold} stage={stage} />}
    </>
  )
})

function Reached({ stage }: { stage: Stage }) {
  const { t } = useTranslation('videoTimeline')
  const { format, reach, length } = stage
  const path = useMemo(() => areaPath(reach.curve, TALL.curve), [reach])
  const all = reach.curve[0]
  if (all === undefined) return null
  const name = t('lane.reached')
  if (all === 0) {
    return (
      <Lane name={name} stage={stage} height={20}>
        <span className={kit.quiet}>{t('empty')}</span>
      </Lane>
    )
  }
  const end = format.percent(reach.at(length)?.share ?? 0)
  const summary = t('curveSummary', { all: format.count(all), end })
  return (
    <Lane name={name} most={all} stage={stage} height={TALL.curve}>
      <Drawing path={path} height={TALL.curve} kind="curve" label={`${name}. ${summary}`} />
    </Lane>
  )
}

interface BarsProps {
  name: 'clicks' | 'sales'
  items: readonly (readonly [number, number])[]
  stage: Stage
}

function Bars({ name, items, stage }: BarsProps) {
  const { t } = useTranslation('videoTimeline')
  const { length, format } = stage
  const { path, size, most } = useMemo(() => barsPath(items, length, TALL.bars), [items, length])
  if (most === 0) return <EmptyLane name={name} stage={stage} />
  const words = { name: t(`lane.${name}`), count: size }
  const title = size === 1 ? t('perSecond', words) : t('perBar', words)
  const summary = t('barsSummary', { most: format.count(most) })
  return (
    <Lane name={title} most={most} stage={stage} height={TALL.bars}>
      <Drawing path={path} height={TALL.bars} kind={name} label={`${title}. ${summary}`} />
    </Lane>
  )
}

interface DrawingProps {
  path: string
  height: number
  kind: 'curve' | 'clicks' | 'sales'
  label: string
}

const Drawing = ({ path, height, kind, label }: DrawingProps) => (
  <svg
    className={classes.drawing}
    viewBox={`0 0 ${WIDTH} ${height}`}
    preserveAspectRatio="none"
    role="img"
    aria-label={label}
    data-kind={kind}
  >
    <path d={path} />
  </svg>
)
