import { beforeAll, expect, test } from 'vitest'
import { KeyButtons } from '../../../../src/renderer/features/settings/key-form.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import { hasDisabledButton } from '../../../support/drawn.ts'

beforeAll(() => startText('en'))

test('while a key is tested it cannot be cancelled, because it is replaced nevertheless', () => {
  const canCancel = (isPending: boolean) =>
    !hasDisabledButton(
      <KeyButtons use="Use this key" isPending={isPending} onClose={() => undefined} />,
      'Cancel',
    )
  expect(canCancel(false)).toBe(true)
  expect(canCancel(true)).toBe(false)
})
