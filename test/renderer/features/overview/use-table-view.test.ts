import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { emptyReason } from '../../../../src/renderer/features/overview/use-table-view.ts'
import { startText } from '../../../../src/renderer/text.ts'

beforeAll(() => startText('en'))

const NONE = { search: '', activeOnly: false, tags: [] as string[] }
const reason = (filters: Partial<typeof NONE>) =>
  emptyReason({ ...NONE, ...filters }, i18next.getFixedT('en', 'overview')).text

test('a table without players names the one filter that leaves none', () => {
  expect(reason({ tags: ['client-x'] })).toBe('No player has any of the selected tags: client-x.')
  expect(reason({ search: ' webinar ' })).toMatch(/^No name or ID contains “webinar”\./u)
  expect(reason({ activeOnly: true })).toMatch(/^No player was viewed in this period/u)
})

test('a table without players because of several filters blames none of them alone', () => {
  expect(reason({ search: 'webinar', tags: ['client-x', 'vsl'] })).toBe(
    'No player matches all the filters: tagged client-x, vsl; name or ID with “webinar”.',
  )
  expect(reason({ search: 'joint', activeOnly: true })).toBe(
    'No player matches all the filters: name or ID with “joint”; viewed in this period.',
  )
})
