import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { thresholdText } from '../../../../shared/features/videos/codec.ts'
import { useFormat } from '../../../ui/format.ts'
import type { Axis, Handle } from './move.ts'
import { secondOf } from './move.ts'
import type { TimelineItem } from './placed.ts'
import type { Reach } from './reach.ts'
import type { Words } from './stage.ts'

export function useWords(reach: Reach, { length }: Pick<Axis, 'length'>): Words {
  const { t } = useTranslation('videoTimeline')
  const format = useFormat()
  return useMemo(() => {
    const nameOf = ({ kind, label }: TimelineItem) =>
      label === '' ? t(`kind.${kind}`) : `${t(`kind.${kind}`)} ${label}`
    const noteOf = ({ isOff, mark }: TimelineItem) =>
      [isOff ? t('off') : '', mark ? t(`mark.${mark}`) : ''].filter((word) => word !== '')
    const placeOf = (item: TimelineItem, handle: Handle) => {
      const time = format.videoTime(secondOf(item, handle))
      if (item.percent !== null) {
        return t('atPercent', { percent: thresholdText(item.percent, 'percent'), time })
      }
      if (item.kind !== 'window' || handle !== 'whole') return t('at', { time })
      return t('range', { start: time, end: format.videoTime(item.end) })
    }
    const reachedOf = (second: number) => {
      const at = second <= length ? reach.at(second) : null
      if (!at || at.share === null) return []
      const share = format.percent(at.share)
      const sessions = t('sessions', { count: format.count(at.sessions), share } as never)
      return [`${t('reached')}: ${sessions}`]
    }
    return {
      nameOf,
      labelOf: (item, handle) =>
        [t(`handle.${handle}`, { name: nameOf(item) }), ...noteOf(item)].join(', '),
      valueOf: (item, handle) =>
        [placeOf(item, handle), ...reachedOf(secondOf(item, handle))].join('. '),
    }
  }, [t, format, reach, length])
}
