import { beforeAll, expect, test } from 'vitest'
import { EditingProvider } from '../../../../src/renderer/features/videos/editing.tsx'
import { FieldNotes } from '../../../../src/renderer/features/videos/field-notes.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { OpenVideo } from '../../../../src/shared/features/publishing/edit.ts'
import { drawn } from '../../../support/drawn.ts'

beforeAll(() => startText('en'))

test('reverting names the value that the service has now, not the one from before the edit', () => {
  const at = { group: 'playback', item_id: null, register: 'volume' } as const
  const of = (volume: number) => ({ id: 'v', playback: { volume } })
  const edit = { ...at, kind: 'set', status: 'draft', base: 100, want: 200 }
  const opened = { base: of(555), shown: of(200), edits: [edit] } as unknown as OpenVideo
  const markup = drawn(
    <EditingProvider opened={opened} save={() => Promise.resolve([])}>
      <FieldNotes at={at} fieldId="field" />
    </EditingProvider>,
  )
  expect(/aria-label="(Revert [^"]*)"/u.exec(markup)?.[1]).toMatch(/ to 555$/u)
  expect(markup).toContain('was 100')
})

test('a threshold has its earlier value in the unit from when it was typed', () => {
  const at = { group: 'pixels', item_id: 'p', register: 'dispatch.threshold' } as const
  const of = (threshold: number) => ({
    id: 'v',
    pixels: { items: [{ id: 'p', dispatch: { mode: 'time', threshold } }] },
  })
  const edit = { ...at, kind: 'set', status: 'draft', base: 50, want: 60, partner: 'percent' }
  const opened = { base: of(50), shown: of(60), edits: [edit] } as unknown as OpenVideo
  const markup = drawn(
    <EditingProvider opened={opened} save={() => Promise.resolve([])}>
      <FieldNotes at={at} fieldId="field" />
    </EditingProvider>,
  )
  expect(markup).toContain('was 50%')
  expect(/aria-label="(Revert [^"]*)"/u.exec(markup)?.[1]).toMatch(/ to 0:50$/u)
})
