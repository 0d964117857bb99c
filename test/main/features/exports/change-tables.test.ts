import { expect, test } from 'vitest'
import type { About } from '../../../../src/main/features/exports/builder.ts'
import { CHANGE_TABLES } from '../../../../src/main/features/exports/change-tables.ts'
import { WHOLE_HISTORY } from '../../../../src/shared/features/publishing/change-history.ts'
import { LANGUAGES } from '../../../../src/shared/locales/languages.ts'
import { filterText } from '../../../../src/shared/tables/titles.ts'
import { VIDEO } from '../../../support/edits.ts'
import { ACCOUNT } from '../../../support/store-folder.ts'

const about = {
  account_id: ACCOUNT,
  readHistory: async () => ({ entries: [], next: null }),
} as unknown as About

const filtersOf = async (own: Partial<typeof WHOLE_HISTORY>, language = LANGUAGES[0]) => {
  const filter = { ...WHOLE_HISTORY, ...own }
  const request = { table: 'change_history', account_id: ACCOUNT, filter, language } as const
  const { filters = {} } = await CHANGE_TABLES.change_history(request, about)
  return Object.entries(filters).map((one) => filterText(one, language))
}

test('the file of all changes says by what they were chosen', async () => {
  expect(await filtersOf({})).toEqual([])
  const all = {
    search: 'buy',
    video_id: VIDEO,
    event: 'posted',
    group: 'call_actions',
    since: Date.UTC(2026, 2, 1),
  } as const
  expect(await filtersOf(all)).toEqual([
    ['Search', 'buy'],
    ['Video ID', VIDEO],
    ['What happened', 'published and verified'],
    ['Group', 'Calls to action'],
    ['Since (UTC)', '2026-03-01T00:00:00.000Z'],
  ])
})
