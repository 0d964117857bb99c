import { beforeAll, expect, test } from 'vitest'
import { draftKey } from '../../../../src/renderer/features/videos/drafts.ts'
import { EditingProvider } from '../../../../src/renderer/features/videos/editing.tsx'
import { ThresholdField } from '../../../../src/renderer/features/videos/fields.tsx'
import { draftStoreOf } from '../../../../src/renderer/features/videos/use-drafts.ts'
import { startText } from '../../../../src/renderer/text.ts'
import type { OpenVideo } from '../../../../src/shared/features/publishing/edit.ts'
import { drawn } from '../../../support/drawn.ts'

beforeAll(() => startText('en'))

test('a threshold that is no percentage is refused only until the pixel fires by time', () => {
  const at = { group: 'pixels', item_id: 'p', register: 'dispatch.threshold' } as const
  const video = { id: 'threshold typed early', duration: 600, pixels: { items: [{ id: 'p' }] } }
  const opened = { base: video, shown: video, edits: [] } as unknown as OpenVideo
  const store = draftStoreOf('', video.id)
  const key = draftKey(at, [])
  store.type(key, { at, part: [], text: '5:30', typed: null })
  const field = (isTime: boolean) =>
    drawn(
      <EditingProvider opened={opened} save={() => Promise.resolve([])}>
        <ThresholdField isTime={isTime} at={at} />
      </EditingProvider>,
    )
  const [inPercent, inTime] = [field(false), field(true)]
  store.discard(key)
  expect([inPercent, inTime].map((markup) => markup.includes('value="5:30"'))).toEqual([true, true])
  expect([inPercent, inTime].map((markup) => markup.includes('aria-invalid'))).toEqual([
    true,
    false,
  ])
})
