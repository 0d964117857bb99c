import { z } from 'zod'
import { GROUPS } from '../../api/settings/index.ts'
import { videoId } from '../../api/video.ts'
import { onAccount, onVideos } from '../../model/ids.ts'
import { type Operation, returns, storedChange } from '../../operation.ts'
import { period } from '../../time/period.ts'
import type { SheetFigures } from './figures.ts'
import { sheetFilter } from './filter.ts'
import type { SheetVideo } from './rows.ts'

const group = z.enum(GROUPS)

/** The saved view of a tab: columns, filters and order. */
export const sheetView = z.object({
  group,
  name: z.string().trim().min(1).max(80),
  columns: z.array(z.string().max(64)).max(64),
  filters: z.array(sheetFilter).max(20),
  sort: z.object({ column: z.string().max(64), descending: z.boolean() }).nullable(),
  /** How many columns after the title stay in place. Views of before have none. */
  frozen: z.int().nonnegative().max(64).default(0),
})
export type SheetView = z.output<typeof sheetView>

export interface SheetPage {
  /** Empty when the page is as known. */
  videos: SheetVideo[]
  /** A hash of its videos. */
  version: string
  isAsKnown: boolean
  /** The `after` of the next page; null when this is the last one. */
  next: string | null
}

export const MOST_VIEWS = 100

export const sheetCalls = {
  /**
   * Videos with one group of their settings as on the service, by id, in pages so that no answer
   * blocks the window. The window applies the edits. A page whose version is `known` comes without
   * its videos.
   */
  page: {
    input: onAccount.extend({
      ...{ group, after: videoId.nullable() },
      known: z.string().max(64).optional(),
    }),
    output: returns<SheetPage>(),
    isLarge: true,
    isStored: true,
  },
  /**
   * The figures of the past of some videos, or of all when null, with the edits applied. With
   * `period` null, those of the period that most videos have. Never calls a service.
   */
  figures: {
    input: onVideos.extend({ group, period: period.nullable() }),
    output: returns<SheetFigures>(),
    isLarge: true,
  },
  /** The saved views of all tabs, by name. */
  views: { input: onAccount, output: returns<SheetView[]>(), isStored: true },
  /** Replaces the view of the same tab and name. */
  saveView: { input: onAccount.extend({ view: sheetView }), ...storedChange },
  removeView: { input: onAccount.extend({ group, name: sheetView.shape.name }), ...storedChange },
} satisfies Record<string, Operation>
