import { beforeAll, expect, test } from 'vitest'
import { Cover } from '../../../src/renderer/print/cover.tsx'
import { startText } from '../../../src/renderer/text.ts'
import { wordsOf } from '../../support/drawn.ts'
import { sampleReport } from '../../support/sample-report.ts'

beforeAll(() => startText('en'))

test('the first page of a screen has the note and signature for its reader', () => {
  const report = { id: 'ab'.repeat(32), about: sampleReport().about }
  const texts = { note: 'Two lines.\nThe second.', signature: 'Rafael' }
  expect(wordsOf(<Cover {...{ report, texts }} />)).toContain('Two lines. The second. Rafael')
  expect(wordsOf(<Cover report={report} texts={{ note: '', signature: '' }} />)).toContain(
    report.about.title,
  )
})
