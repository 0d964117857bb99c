import { Box, Flex, Group } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { truncatedRate } from '../../../../shared/api/statistics.ts'
import { thresholdText } from '../../../../shared/features/videos/codec.ts'
import kit from '../../../ui/kit.module.css'
import { type DragState, isMoved } from './hold.ts'
import { secondOf } from './move.ts'
import type { Before } from './reach.ts'
import type { Stage } from './stage.ts'

interface FiguresProps {
  stage: Stage
  days: number
}

/** The figures at the position of the dragged item, next to those at its original position. */
export function Figures({ stage, days }: FiguresProps) {
  const { t } = useTranslation('videoTimeline')
  const drag = useSyncExternalStore(stage.drag.subscribe, stage.drag.now)
  return (
    // Of a fixed height, so that the content below does not move when figures appear.
    <Box mih={66} pt={6}>
      {drag ? (
        <DraggedItem drag={drag} stage={stage} />
      ) : (
        <Box component="p" mt={4} className={kit.quiet}>
          {t('hint')}
        </Box>
      )}
      <Box component="p" mt={4} className={kit.quiet}>
        {t('note', { count: days })} {drag?.item.group === 'pixels' && t('noteFires')}
      </Box>
    </Box>
  )
}

function DraggedItem({ drag, stage }: { drag: DragState; stage: Stage }) {
  const figures = useFigures(stage)
  const { origin, item, handle } = drag
  const before = figures(origin, secondOf(origin, handle))
  const now = figures(item, secondOf(item, handle))
  const hasMoved = isMoved(drag)
  const { t } = useTranslation('videoTimeline')
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
        {now.map(([name, value], index) => {
          const was = before[index]?.[1]
          const text = hasMoved && was !== value ? t('was', { was: was ?? '', now: value }) : value
          return (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          )
        })}
      </Flex>
    </Group>
  )
}

function useFigures({ reach, format, length }: Stage) {
  const { t } = useTranslation('videoTimeline')
  const { count, percent, videoTime } = format
  const rate = (part: number, whole: number) => percent(truncatedRate(part, whole) ?? 0)
  const dated = (before: Before | null) =>
    before
      ? t('of', {
          count: count(before.count),
          all: count(before.all),
          share: rate(before.count, before.all),
        } as never)
      : t('notStored')

  return (item: DragState['item'], second: number): [name: string, value: string][] => {
    const at = reach.at(second)
    const sessions = at && { count: count(at.sessions), share: percent(at.share ?? 0) }
    const fires = at && t('firesValue', { count: count(at.firesPerWeek) } as never)
    const range = { start: videoTime(item.start), end: videoTime(Math.min(item.end, length)) }
    const place = item.kind === 'window' ? t('range', range) : t('at', { time: videoTime(second) })
    const where =
      item.percent === null
        ? place
        : t('atPercent', {
            percent: thresholdText(item.percent, 'percent'),
            time: videoTime(second),
          })
    return [
      [t(`kind.${item.kind}`), where],
      [t('reached'), sessions ? t('sessions', sessions as never) : t('notStored')],
      [t('clicksBefore'), dated(reach.clicksBefore(second))],
      [t('salesBefore'), dated(reach.salesBefore(second))],
      ...(item.group === 'pixels'
        ? [[t('fires'), fires ?? t('notStored')] as [string, string]]
        : []),
    ]
  }
}
