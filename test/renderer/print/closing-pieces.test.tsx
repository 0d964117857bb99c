import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import {
  definitionPieces,
  leftOutPieces,
} from '../../../src/renderer/print/client/closing-pieces.tsx'
import { startText } from '../../../src/renderer/text.ts'
import { makeFormat } from '../../../src/renderer/ui/format.ts'
import { allDefinitions } from '../../../src/shared/tables/titles.ts'
import { wordsOf } from '../../support/drawn.ts'
import { sampleReport } from '../../support/sample-report.ts'

beforeAll(() => startText('en'))

test('figures of one title are defined in one row', () => {
  const pieces = definitionPieces({
    ...{ t: i18next.getFixedT('en', 'clientReport'), format: makeFormat('en', 'UTC') },
    definitions: allDefinitions(),
    keys: ['total_conversions', 'total_clicked', 'timed_conversions'],
  })
  const rows = pieces.map(({ content }) => wordsOf(content))
  expect(rows.filter((row) => row.startsWith('Conversions '))).toEqual([
    expect.stringMatching(
      /each session counts once\. Sessions with an initial sale, at the second/u,
    ),
  ])
})

test('what a report leaves out is named with the reason', () => {
  const { about } = sampleReport()
  const of = { t: i18next.getFixedT('en', 'clientReport'), format: makeFormat('en', 'UTC') }
  const leftOut = ['statsByField', 'not a call of ours']
  const rows = leftOutPieces({ ...of, about: { ...about, leftOut } }).map(({ content }) =>
    wordsOf(content),
  )
  expect(rows.join(' ')).toContain('Breakdown, not a call of ours It was read before')
  expect(leftOutPieces({ ...of, about })).toEqual([])
})
