import { beforeAll, expect, test } from 'vitest'
import { checkedNow } from '../../../../src/renderer/features/publishing/check-state.ts'
import { PostBar } from '../../../../src/renderer/features/publishing/post-bar.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { Account } from '../../../../src/shared/features/accounts/account.ts'
import type { Edit, EditsList } from '../../../../src/shared/features/publishing/edit.ts'
import { hasDisabledButton, wordsOf } from '../../../support/drawn.ts'
import { texts } from '../../../support/texts.ts'

beforeAll(() => startText('en'))

const nothing = () => undefined

const edit = (video_id: string, status: Edit['status']) =>
  ({ key: 'texts', video_id, kind: 'set', status, failure: null }) as Edit

const barOf = (edits: Edit[], checked: Edit[] = [], leftOut: string[] = []) => (
  <PostBar
    account={{ id: 'a1' } as Account}
    list={{ edits, names: {}, isPosting: false } as unknown as EditsList}
    leftOut={new Set(leftOut)}
    now={checkedNow(edits, { at: 1, edits: checked, problems: [] })}
    failure={null}
    act={() => Promise.resolve()}
    onChooseAll={nothing}
    onDiscard={nothing}
    onPost={nothing}
  />
)

/** Whether changes of these states, all selected, can be discarded. */
function canDiscard(...states: Edit['status'][]): boolean {
  const edits = states.map((status, index) => edit(`v${index}`, status))
  return !hasDisabledButton(barOf(edits), texts.en.outbox.discard)
}

test('nothing is offered to discard while every selected change is being sent or confirmed', () => {
  expect(canDiscard('draft', 'confirming')).toBe(true)
  expect(canDiscard('sending', 'confirming')).toBe(false)
})

test('no warning is claimed for selected changes unless all of them were checked', () => {
  const { noWarning, notChecked } = texts.en.outbox
  const [one, other] = [edit('v1', 'draft'), edit('v2', 'draft')]
  const said = (edits: Edit[], checked: Edit[], leftOut: string[] = []) => {
    const words = wordsOf(barOf(edits, checked, leftOut))
    return [noWarning, notChecked].filter((text) => words.includes(text))
  }
  expect(said([one, other], [one, other])).toEqual([noWarning])
  expect(said([one, other], [one])).toEqual([notChecked])
  expect(said([one, other], [one], ['v2'])).toEqual([noWarning])
  expect(said([one, other], [one], ['v1'])).toEqual([notChecked])
  // Nothing of it would be sent.
  expect(said([edit('v1', 'conflict')], [])).toEqual([notChecked])
})
