import { beforeAll, expect, test } from 'vitest'
import { startText } from '../../../src/renderer/text.ts'
import { DialogFoot } from '../../../src/renderer/ui/dialog.tsx'
import { hasDisabledButton } from '../../support/drawn.ts'

beforeAll(() => startText('en'))

test('what cannot be undone cannot be cancelled once it is under way', () => {
  const canCancel = (of: { isFinal: boolean; isPending: boolean }) =>
    !hasDisabledButton(
      <DialogFoot {...of} failure={null} onCancel={() => undefined}>
        Erase
      </DialogFoot>,
      'Cancel',
    )
  expect(canCancel({ isFinal: true, isPending: false })).toBe(true)
  expect(canCancel({ isFinal: true, isPending: true })).toBe(false)
  expect(canCancel({ isFinal: false, isPending: true })).toBe(true)
})
