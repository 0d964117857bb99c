import { beforeAll, expect, test } from 'vitest'
import { Outcome } from '../../../../src/renderer/features/sheet/find-replace-dialog.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { texts } from '../../../support/texts.ts'

beforeAll(() => startText('en'))

const words = (places: number, leftOut: number) =>
  wordsOf(
    <Outcome
      done={{ places, videos: 2, leftOut }}
      undo={() => Promise.resolve()}
      isTooMany={false}
      isSaving={false}
    />,
  )

test('a replacement of which nothing was saved offers no undo, which would take back another change', () => {
  const { undo } = texts.en.findReplace
  expect(words(3, 0)).toContain(undo)
  expect(words(1, 2)).toContain(undo)
  expect(words(0, 3)).toBe(texts.en.sheet.inFlight_other.replace('{{count, number}}', '3'))
})
