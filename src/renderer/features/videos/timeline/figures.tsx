import { Box, Flex, Group } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { truncatedRate } from '../../../../shared/api/statistics.ts'
import { thresholdText } from '../../../../shared/features/videos/codec.ts'
import type { Age } from '../../../../shared/time/age.ts'
import { dayCount, type Period } from '../../../../shared/time/period.ts'
import { signed } from '../../../ui/delta.tsx'
import { Freshness } from '../../../ui/freshness.tsx'
import kit from '../../../ui/kit.module.css'
import { type DragState, isMoved } from './drag-store.ts'
import { secondOf } from './move.ts'
import type { Before, ReachAt } from './reach.ts'
import type { Stage } from './stage.ts'

interface FiguresProps {
  stage: Stage
  period: Period
  age: Age | null
  /** Without one there are no figures to download. */
  hasPlayer: boolean
}

/** The figures at the position of the dragged item, next to those at its original position. */
export function Figures({ stage, period, age, hasPlayer }: FiguresProps) {
  const { t } = useTranslation(['videoTimeline', 'dryRun'])
  const { dateRange, zone } = stage.format
  const drag = useSyncExternalStore(stage.drag.subscribe, stage.drag.now)
  return (
    // Of a fixed height, so that the content below does not move when figures appear.
    <Box mih={66} pt={6}>
      {drag ? (
        <DraggedItem {...{ drag, stage, hasPlayer }} />
      ) : (
        <Box component="p" mt={4} className={kit.quiet}>
          {t('hint')}
        </Box>
      )}
      <Group gap="0 8px" mt={4} className={kit.quiet}>
        {hasPlayer
          ? t('note', { days: dateRange(period), count: dayCount(period) })
          : t('dryRun:noPlayer')}{' '}
        {hasPlayer && drag?.item.group === 'pixels' && t('noteFires')}
        {age && <Freshness {...age} zone={zone} />}
      </Group>
    </Box>
  )
}

interface DraggedProps extends Pick<FiguresProps, 'stage' | 'hasPlayer'> {
  drag: DragState
}

export function DraggedItem({ drag, stage, hasPlayer }: DraggedProps) {
  const figures = useFigures(stage, hasPlayer)
  const { origin, item, handle } = drag
  const before = figures(origin, secondOf(origin, handle))
  const now = figures(item, secondOf(item, handle))
  const hasMoved = isMoved(drag)
  const wasText = useWas(stage)
  return (
    <Group gap="4px 24px">
      <Box component="h4" maw="30ch" fz="sm" lh={1.3} className={kit.breaks}>
        {stage.words.labelOf(item, handle)}
      </Box>
      <Flex
        component="dl"
        gap="4px 24px"
        wrap="wrap"
        fz="sm"
        className={`${kit.facts} ${kit.tabular}`}
      >
        {now.map((figure, index) => (
          <div key={figure.name}>
            <dt>{figure.name}</dt>
            <dd>{wasText(figure, hasMoved ? before[index] : undefined)}</dd>
          </div>
        ))}
      </Flex>
    </Group>
  )
}

interface Figure {
  name: string
  text: string
  /** Of sessions, clicks or sales; absent where it is unknown or no number. */
  count?: number | undefined
}

/** A figure with what it was before the move, and by how much it went up or down. */
function useWas({ format }: Stage) {
  const { t } = useTranslation('videoTimeline')
  return ({ text, count }: Figure, before: Figure | undefined) => {
    if (!before || before.text === text) return text
    const { text: was, count: countBefore } = before
    if (count === undefined || countBefore === undefined) return t('was', { was, now: text })
    const percent = truncatedRate(count - countBefore, countBefore)
    if (percent === null) return t('was', { was, now: text })
    return t('wasBy', { was, now: text, by: signed(percent, format.percent) })
  }
}

function useFigures({ reach, format, length }: Stage, hasPlayer: boolean) {
  const { t } = useTranslation('videoTimeline')
  const { count, percent, videoTime } = format
  const rate = (part: number, whole: number) => percent(truncatedRate(part, whole) ?? 0)
  const dated = (name: string, before: Before | null): Figure => {
    if (!before) return { name, text: t('notStored') }
    const words = {
      count: count(before.count),
      all: count(before.all),
      share: rate(before.count, before.all),
    }
    return { name, text: t('of', words as never), count: before.count }
  }
  const reachedAt = (at: ReachAt | null): Figure => {
    const name = t('reached')
    if (!at) return { name, text: t('notStored') }
    const words = { count: count(at.sessions), share: percent(at.share ?? 0) }
    return { name, text: t('sessions', words as never), count: at.sessions }
  }
  const firesAt = (at: ReachAt | null, isOff: boolean): Figure[] => {
    const name = t(isOff ? 'firesOnceOn' : 'fires')
    if (!at) return [{ name, text: t('notStored') }]
    if (at.firesPerWeek === null) return []
    const text = t('firesValue', { count: format.perWeek(at.firesPerWeek) } as never)
    // The change of the sessions is that of the fires, and is not of rounded numbers.
    return [{ name, text, count: at.sessions }]
  }

  return (item: DragState['item'], second: number): Figure[] => {
    const at = reach.at(second)
    const range = { start: videoTime(item.start), end: videoTime(Math.min(item.end, length)) }
    const place = item.kind === 'window' ? t('range', range) : t('at', { time: videoTime(second) })
    const where =
      item.percent === null
        ? place
        : t('atPercent', {
            percent: thresholdText(item.percent, 'percent'),
            time: videoTime(second),
          })
    const placed = { name: t(`kind.${item.kind}`), text: where }
    if (!hasPlayer) return [placed]
    return [
      placed,
      reachedAt(at),
      dated(t('clicksBefore'), reach.clicksBefore(second)),
      dated(t('salesBefore'), reach.salesBefore(second)),
      ...(item.group === 'pixels' ? firesAt(at, item.isOff) : []),
    ]
  }
}
