import { beforeAll, expect, test } from 'vitest'
import { FoundEdits } from '../../../../src/renderer/features/publishing/take-back-dialog.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { LaterChange, TakeBack } from '../../../../src/shared/features/publishing/publish.ts'
import { drawn } from '../../../support/drawn.ts'
import { VIDEO } from '../../../support/edits.ts'
import { texts } from '../../../support/texts.ts'

beforeAll(() => startText('en'))

const { nothing, nothingButLater } = texts.en.publish.back
const LATER: LaterChange = {
  ...{ video_id: VIDEO, name: 'A video', isDraft: false },
  ...{ group: 'playback', item_id: null, register: 'scroll_to_action_in' },
  ...{ published: 11, now: 12, restored: 10 },
}

/** The summary when no draft would be made or removed. */
function summaryOf(found: Partial<TakeBack>, keepsLater = true) {
  const none = { videos: 0, made: 0, dropped: 0, later: [], present: 0, missing: [], ...found }
  const part = (
    <FoundEdits
      {...{ account_id: 'account', keepsLater }}
      found={none}
      hasFailed={false}
      onKeep={() => undefined}
    />
  )
  return /role="status">([^<]*)</u.exec(drawn(part))?.[1]
}

test('a publish whose values are all as before has nothing to take back', () => {
  expect(summaryOf({})).toBe(nothing)
  expect(summaryOf({ present: 1 })).toBe(nothing)
})

test('while later changes are left as they are, they are said to be why nothing is taken back', () => {
  expect(summaryOf({ later: [LATER] })).toBe(nothingButLater)
  expect(summaryOf({ later: [LATER], missing: ['A video'] })).toBe(nothingButLater)
})

test('values that cannot be restored are not said to be as they were before', () => {
  expect(summaryOf({ missing: ['A video'] })).toBe('')
  expect(summaryOf({ missing: ['A video'], later: [LATER] }, false)).toBe('')
})
