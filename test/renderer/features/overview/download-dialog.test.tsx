import { MantineProvider } from '@mantine/core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DownloadDialog } from '../../../../src/renderer/features/overview/download-dialog.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import { drawn } from '../../../support/drawn.ts'
import { aPlayer, aRow, idOf } from '../../../support/statistics.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { activeElement: null })
  await startText('en')
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const rows = [['a'], ['b'], ['c'], []].map((tags, number) =>
  aRow({ player: aPlayer({ id: idOf(number) }), tags }),
)

/** The players that the dialog begins with. */
function beginsWith(tags: string[]) {
  const period = { start: '2026-03-01', end: '2026-03-07' }
  const of = { account_id: 'account', period, comparison: null, download: null, rows, tags }
  const shown = drawn(
    <MantineProvider env="test">
      <DownloadDialog {...of} onClose={() => undefined} />
    </MantineProvider>,
  )
  return /<option[^>]* selected=""[^>]*>([^<]*)</u.exec(shown)?.[1]
}

test('a download begins with the players of the tags that narrow the table', () => {
  expect(beginsWith(['b'])).toBe('Tag b (1)')
  expect(beginsWith(['a', 'c'])).toBe('Tag a, c (2)')
  expect(beginsWith([])).toBe('All (4)')
})

test('tags that no player has any more narrow no download', () => {
  expect(beginsWith(['gone'])).toBe('All (4)')
})
