import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { pictureNote } from '../../../../../src/renderer/features/player/compare/compare-notes.tsx'
import { startText } from '../../../../../src/renderer/text.ts'
import { makeFormat } from '../../../../../src/renderer/ui/format.ts'
import type { Baseline } from '../../../../../src/shared/features/player/curves/baseline.ts'
import { texts } from '../../../../support/texts.ts'

beforeAll(() => startText('en'))

const format = makeFormat('en', 'UTC')
const text = texts.en.compare
const own = { choice: null }
const arm = { choice: { kind: 'arm', group_id: 'test', player_id: 'player' } } as const
const band: Baseline = {
  ...{ similar: 9, players: 6, lengths: { shortest: 600, longest: 900 } },
  band: { lower: [80], median: [90], upper: [100] },
  otherDays: { players: 2, period: { start: '2026-02-01', end: '2026-02-07' } },
}
const noteOf = (compared: Parameters<typeof pictureNote>[0], baseline?: Baseline) =>
  pictureNote(compared, baseline, {
    ...{ t: i18next.getFixedT('en', 'compare'), format },
  })

test('a picture with a variant says that it covers its own days', () => {
  expect(noteOf([own, arm])).toBe(text.armNote)
  expect(noteOf([own])).toBe('')
})

test('a picture with the account band says of which players and days it is', () => {
  const note = noteOf([own], band)
  expect(note).toContain('6 of the 9 other players')
  expect(note).toContain('2 of them have no downloaded curve for these days')
  expect(note).toContain(format.dateRange({ start: '2026-02-01', end: '2026-02-07' }))
  expect(noteOf([own], { ...band, band: null })).toBe('')
})
