import { beforeAll, expect, test } from 'vitest'
import { ErasedNote } from '../../../../src/renderer/features/settings/forget.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import { wordsOf } from '../../../support/drawn.ts'

beforeAll(() => startText('en'))

const COUNTS = { edits: 0, schedules: 0, annotations: 0, markers: 0, decisions: 0 }
const ERASED = { ...COUNTS, name: 'Acme', keys: 1, keysLater: 0, answers: 2, days: 3 }

test('the note on a removed account says that data replaced by a restore stays, when there is any', () => {
  const said = (hasReplacedData: boolean) =>
    wordsOf(
      <ErasedNote
        erased={{ ...ERASED, keptReports: 0 }}
        hasReplacedData={hasReplacedData}
        onClose={() => undefined}
      />,
    )
  expect(said(true)).toContain('“Data replaced by a restore” stay')
  expect(said(false)).not.toContain('restore')
})
