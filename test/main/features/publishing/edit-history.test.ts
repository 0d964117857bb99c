import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Database, openDatabase, type Value } from '../../../../src/main/database/database.ts'
import { DESK } from '../../../../src/main/database/stored-features.ts'
import { makeEditHistory } from '../../../../src/main/features/publishing/edit-history.ts'
import {
  type HistoryFilter,
  WHOLE_HISTORY,
} from '../../../../src/shared/features/publishing/change-history.ts'
import { aDesk } from '../../../support/posting-desk.ts'
import { ACCOUNT, aFolder } from '../../../support/store-folder.ts'

/** How SQLite reads a page of the history. */
function planOf(filter: Partial<HistoryFilter>, before: number | null = 1000): string {
  const file = join(aFolder(), 'desk.db')
  const desk = openDatabase({ file, synchronous: 'FULL', migrations: DESK })
  const plans: string[] = []
  const planned: Database = {
    ...desk,
    all(sql, ...binds) {
      const steps = desk.objects<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...binds)
      plans.push(steps.map(({ detail }) => detail).join('; '))
      return desk.all<Value[]>(sql, ...binds) as never
    },
  }
  makeEditHistory(planned).page(ACCOUNT, { ...WHOLE_HISTORY, ...filter }, before)
  desk.close()
  expect(plans).toHaveLength(1)
  return plans.join()
}

test.each<[string, Partial<HistoryFilter>]>([
  ['of all videos', {}],
  ['of one kind', { event: 'posted' }],
  ['since an instant', { since: 5 }],
  ['of a video', { video_id: 'v1' }],
  ['of a video since an instant', { video_id: 'v1', since: 5 }],
])('a page of the history %s is read in its order, without sorting all of it', (_, filter) => {
  expect(planOf(filter)).not.toContain('TEMP B-TREE')
  expect(planOf(filter, null)).not.toContain('TEMP B-TREE')
})

test('the history is searched by what its rows show: items, groups and settings, in any language', () => {
  const { verbs, video, videos } = aDesk()
  const other = videos.find(({ id }) => id !== video.id) ?? video
  const of = { event: 'posted', group: 'pixels', item_id: 'gone' } as const
  const item = { base: { name: 'Launch' } }
  const threshold = { ...of, register: 'dispatch.threshold', before: 50, after: 75 }
  const mode = { ...of, register: 'dispatch.mode', before: 'percent', after: 'time' }
  const deleted = { ...of, register: null, before: item, after: null }
  const filter = { ...of, group: 'traffic_filter', item_id: null } as const
  const token = { ...filter, register: 'token', before: null, after: 'launch' }
  const fallback = { ...filter, register: 'fallback_video_id', before: null, after: other.id }
  const countries = { ...filter, register: 'countries', before: ['BR'], after: ['BR', 'US'] }
  const cta = { event: 'posted', group: 'call_actions', item_id: 'cta' } as const
  const start = { ...cta, register: 'window.start', before: 330, after: 360 }
  const text = { ...cta, register: 'action.content', before: 'Now', after: 'Say "yes" now' }
  const history = [threshold, mode, deleted, token, fallback, countries, start, text]
  verbs.commitEdits(ACCOUNT, video.id, { history: history.map((one, at) => ({ ...one, at })) })
  const found = (search: string) =>
    verbs.changeHistory
      .page({ account_id: ACCOUNT, filter: { ...WHOLE_HISTORY, search }, before: null })
      .entries.map(({ register }) => register)
  const ofPixel = [null, 'dispatch.mode', 'dispatch.threshold']
  expect([found('launch'), found('Píxeles')]).toEqual([ofPixel, ofPixel])
  expect(['Fires at', 'dispara em'].map(found)).toEqual([
    ['dispatch.threshold'],
    ['dispatch.threshold'],
  ])
  const shown = ['5:30', 'Say "yes"', 'br, us', '75%', 'Tempo assistido', other.name ?? '?']
  expect(shown.map(found)).toEqual([
    ['window.start'],
    ['action.content'],
    ['countries'],
    ['dispatch.threshold'],
    ['dispatch.mode'],
    ['fallback_video_id'],
  ])
})
