import { beforeAll, expect, test } from 'vitest'
import { PostBar } from '../../../../src/renderer/features/publishing/post-bar.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { Account } from '../../../../src/shared/features/accounts/account.ts'
import type { Edit, EditsList } from '../../../../src/shared/features/publishing/edit.ts'
import { hasDisabledButton } from '../../../support/drawn.ts'
import { texts } from '../../../support/texts.ts'

beforeAll(() => startText('en'))

const nothing = () => undefined

const edit = (video_id: string, status: Edit['status']) =>
  ({ key: 'texts', video_id, kind: 'set', status, failure: null }) as Edit

/** Whether changes of these states, all selected, can be discarded. */
function canDiscard(...states: Edit['status'][]): boolean {
  const edits = states.map((status, index) => edit(`v${index}`, status))
  const bar = (
    <PostBar
      account={{ id: 'a1' } as Account}
      list={{ edits, names: {}, isPosting: false } as unknown as EditsList}
      leftOut={new Set()}
      now={{ problems: [], stateOf: ({ status }) => status, checked: 0, unchecked: 0 }}
      failure={null}
      act={() => Promise.resolve()}
      onChooseAll={nothing}
      onDiscard={nothing}
      onPost={nothing}
    />
  )
  return !hasDisabledButton(bar, texts.en.outbox.discard)
}

test('nothing is offered to discard while every selected change is being sent or confirmed', () => {
  expect(canDiscard('draft', 'confirming')).toBe(true)
  expect(canDiscard('sending', 'confirming')).toBe(false)
})
