import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reportAbout, titleFrom } from '../../../../src/shared/features/reports/report.ts'

test('a name of any length or kind gives a title that a report may have', () => {
  expect(titleFrom(' VSL 2 ')).toBe('VSL 2')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (name) => {
      const title = titleFrom(name)
      expect(reportAbout.shape.title.safeParse(title).success).toBe(true)
    }),
  )
  expect(titleFrom(`x${'😀'.repeat(150)}`)).toBe(`x${'😀'.repeat(99)}`)
})
