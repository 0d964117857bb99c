import { expect, test } from 'vitest'
import {
  dismissPost,
  endPost,
  type SentPost,
  savePost,
  useLastPosts,
} from '../../../../src/renderer/features/publishing/edit-text.ts'

const outcome = { posted: 1, overwritten: 0, left: 0, unneeded: 0 }
const aPost = (change: Partial<SentPost> = {}): SentPost => ({
  account_id: 'one',
  edits: [],
  at: 1,
  outcome: null,
  ...change,
})

test('the result of an account’s last post stays until it is dismissed, whatever other accounts post', () => {
  const post = aPost()
  savePost(post)
  endPost(post, outcome)
  savePost(aPost({ account_id: 'other' }))
  dismissPost('other')
  expect(useLastPosts.getState()).toMatchObject({ one: { outcome }, other: undefined })
  dismissPost('one')
  expect(useLastPosts.getState()['one']).toBeUndefined()
})

test('the end of an older post is no result of a newer one', () => {
  const older = aPost()
  savePost(older)
  savePost(aPost({ at: 2 }))
  endPost(older, outcome)
  expect(useLastPosts.getState()['one']).toMatchObject({ at: 2, outcome: null })
})
