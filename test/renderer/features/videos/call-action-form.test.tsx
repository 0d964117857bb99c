import type { KeyboardEvent, ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { CallActionForm } from '../../../../src/renderer/features/videos/call-action-form.tsx'
import { EditingProvider } from '../../../../src/renderer/features/videos/editing.tsx'
import { type Field, useField } from '../../../../src/renderer/features/videos/use-field.ts'
import { startText } from '../../../../src/renderer/text.ts'
import type { OpenVideo } from '../../../../src/shared/features/publishing/edit.ts'
import { TEXT } from '../../../../src/shared/features/videos/codec.ts'
import { drawn, wordsOf } from '../../../support/drawn.ts'

beforeAll(() => startText('en'))

afterEach(() => {
  vi.unstubAllGlobals()
})

/** In the editor of a video with one call to action. */
function edited(item: { id: string }, part: ReactNode) {
  const video = { id: 'v', call_actions: { items: [item] } }
  const opened = { base: video, shown: video, edits: [] } as unknown as OpenVideo
  return (
    <EditingProvider opened={opened} save={() => Promise.resolve([])}>
      {part}
    </EditingProvider>
  )
}

/** The form of a call to action with these settings. */
function form(settings: object) {
  const item = { id: 'a', ...settings }
  return edited(item, <CallActionForm item={item} />)
}

/** The texts in the form that can have several lines. */
const textareas = (settings: object) =>
  [...drawn(form(settings)).matchAll(/<textarea[^>]*>([^<]*)</gu)].map(([, text]) => text)

test('HTML has a preview, also where it is the content', () => {
  const previews = (action: object) => wordsOf(form({ action })).split('Show preview').length - 1
  expect(previews({ as_html: true, html: '<b>Buy</b>' })).toBe(1)
  expect(previews({ as_html: true, html: '', content: '<b>Buy</b>' })).toBe(2)
  expect(previews({ content: 'Buy' })).toBe(0)
})

test('a text of several lines is edited with its lines, wherever it is', () => {
  const settings = {
    base: { name: 'June\nlaunch' },
    action: { content: 'QUERO\nCOMPRAR' },
    design: { styles: { shadow: '0 0 2px red,\n0 0 9px blue' } },
  }
  expect(textareas(settings)).toEqual([
    'June\nlaunch',
    'QUERO\nCOMPRAR',
    '0 0 2px red,\n0 0 9px blue',
  ])
})

test('a line can be added to the text of a button, not to its name or address', () => {
  const settings = { base: { name: 'June' }, action: { content: 'Buy', url: 'https://buy.com' } }
  expect(textareas(settings)).toEqual(['Buy'])
})

test('Enter saves a text of several lines, with Shift it adds a line', () => {
  vi.stubGlobal('document', { getElementById: () => null })
  let field: Field | null = null
  function Content() {
    field = useField({ group: 'call_actions', item_id: 'a', register: 'action.content' }, TEXT)
    return null
  }
  drawn(edited({ id: 'a' }, <Content />))
  const addsLine = (shiftKey: boolean) => {
    const preventDefault = vi.fn()
    const currentTarget = { tagName: 'TEXTAREA', getAttribute: () => null }
    const event = { key: 'Enter', shiftKey, currentTarget, preventDefault }
    field?.onKeyDown(event as unknown as KeyboardEvent<HTMLElement>)
    return preventDefault.mock.calls.length === 0
  }
  expect([addsLine(false), addsLine(true)]).toEqual([false, true])
})
