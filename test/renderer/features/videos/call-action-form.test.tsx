import { beforeAll, expect, test } from 'vitest'
import { CallActionForm } from '../../../../src/renderer/features/videos/call-action-form.tsx'
import { EditingProvider } from '../../../../src/renderer/features/videos/editing.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { OpenVideo } from '../../../../src/shared/features/publishing/edit.ts'
import { wordsOf } from '../../../support/drawn.ts'

beforeAll(() => startText('en'))

/** The words of the form of a call to action with these settings. */
function said(action: object) {
  const item = { id: 'a', action }
  const video = { id: 'v', call_actions: { items: [item] } }
  const opened = { base: video, shown: video, edits: [] } as unknown as OpenVideo
  return wordsOf(
    <EditingProvider opened={opened} save={() => Promise.resolve([])}>
      <CallActionForm item={item} />
    </EditingProvider>,
  )
}

test('HTML has a preview, also where it is the content', () => {
  const previews = (action: object) => said(action).split('Show preview').length - 1
  expect(previews({ as_html: true, html: '<b>Buy</b>' })).toBe(1)
  expect(previews({ as_html: true, html: '', content: '<b>Buy</b>' })).toBe(2)
  expect(previews({ content: 'Buy' })).toBe(0)
})
