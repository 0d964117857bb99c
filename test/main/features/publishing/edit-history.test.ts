import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Database, openDatabase, type Value } from '../../../../src/main/database/database.ts'
import { DESK } from '../../../../src/main/database/stored-features.ts'
import { makeEditHistory } from '../../../../src/main/features/publishing/edit-history.ts'
import {
  type HistoryFilter,
  WHOLE_HISTORY,
} from '../../../../src/shared/features/publishing/change-history.ts'
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
