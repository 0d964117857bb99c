import { Table } from '@mantine/core'
import { beforeAll, expect, test } from 'vitest'
import { ChangeRow } from '../../../../src/renderer/features/publishing/change-row.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { Account } from '../../../../src/shared/features/accounts/account.ts'
import type { Edit, EditStatus } from '../../../../src/shared/features/publishing/edit.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { aVideo, VIDEO } from '../../../support/edits.ts'

beforeAll(() => startText('en'))

/** The row of a threshold typed as a percentage, beside a mode that is a time on the service by now. */
function drawn(status: EditStatus) {
  const edit: Edit = {
    ...({ key: 'edit', video_id: VIDEO, kind: 'set', group: 'pixels', item_id: 'pixel1' } as const),
    ...{ register: 'dispatch.threshold', base: 50, theirs: 50, want: 60, partner: 'percent' },
    ...{ status, failure: null, waitsUntil: null },
  }
  const withThreshold = (threshold: number) =>
    aVideo({ pixels: { items: [{ id: 'pixel1', dispatch: { mode: 'time', threshold } }] } })
  const opened = { base: withThreshold(50), shown: withThreshold(60), edits: [edit], asOf: 1 }
  const account = { id: 'account00001' } as Account
  return wordsOf(
    <Table>
      <Table.Tbody>
        <ChangeRow
          {...{ account, edit, opened }}
          video_id={VIDEO}
          video="A video"
          blocked={null}
          state={status}
          act={() => Promise.resolve()}
        />
      </Table.Tbody>
    </Table>,
  )
}

test('a threshold in conflict has the unit of each side, and says that its mode changed', () => {
  const words = drawn('conflict')
  expect(words).toContain('When you began 50%')
  expect(words).toContain('On the service now 0:50')
  expect(words).toContain('“Fires by” is now Time played on the service.')
  expect(words).toContain('Mine 1:00')
})

test('a threshold has its earlier value in the unit from when it was typed', () => {
  expect(drawn('draft')).toContain('50% → 1:00')
})
