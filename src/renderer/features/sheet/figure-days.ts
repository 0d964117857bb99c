import type { TFunction } from 'i18next'
import type { Figure, SheetColumn } from '../../../shared/features/sheet/columns.ts'
import type { VideoFigures } from '../../../shared/features/sheet/figures.ts'
import type { SheetRow } from '../../../shared/features/sheet/rows.ts'
import { getOrCreate } from '../../../shared/maps.ts'
import type { Period } from '../../../shared/time/period.ts'
import type { Format } from '../../ui/format.ts'

/** The stored figures of a tab. */
export interface TabFigures {
  /** The days of all figures; null when there are none. */
  period: Period | null
  byVideo: ReadonlyMap<string, VideoFigures>
}

/** The days of a cell's figure and how old it is, or that there is none of these days. */
export function figureDays(
  { period, byVideo }: TabFigures,
  t: TFunction<'sheet'>,
  { dateRange, instant, zone }: Pick<Format, 'dateRange' | 'instant' | 'zone'>,
) {
  if (!period) return () => ''
  const none = t('noFigures', { days: dateRange(period) })
  // Written once for each video, because cells are drawn often.
  const texts = new Map<VideoFigures, string>()
  return ({ video, item_id }: Pick<SheetRow, 'video' | 'item_id'>, { key }: SheetColumn) => {
    const found = byVideo.get(video.id)
    const figures = found?.rows[item_id ?? '']
    if (!found || figures?.[key as Figure] === undefined) return none
    return getOrCreate(texts, found, () =>
      t('figuresAsOf', { days: dateRange(found.period), time: instant(found.asOf), zone }),
    )
  }
}
