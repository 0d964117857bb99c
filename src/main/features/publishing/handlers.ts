import type { CallHandlers } from '../../shell/router.ts'
import type { Pictures } from '../pictures/pictures.ts'
import type { Drafts } from './drafts.ts'
import type { Outbox } from './outbox.ts'

interface EditsParts {
  drafts: Drafts
  outbox: Outbox
  pictures: Pick<Pictures, 'named'>
}

export function editsHandlers({ drafts, outbox, pictures }: EditsParts): CallHandlers['edits'] {
  return {
    ...drafts,
    request: async ({ account_id, video_id }) =>
      pictures.named(account_id, await outbox.requests(account_id, video_id)),
    post: ({ account_id, video_ids }) => outbox.post(account_id, video_ids),
    stop: ({ account_id }) => outbox.stop(account_id),
    resolve: ({ account_id, video_id, keys, choice }) =>
      outbox.resolve(account_id, video_id, { keys, choice }),
  }
}
