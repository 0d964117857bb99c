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
