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
    list: ({ account_id }) => drafts.list(account_id),
    save: ({ account_id, edits, ...options }) => drafts.save(account_id, edits, options),
    undo: ({ account_id }) => drafts.undo(account_id),
    redo: ({ account_id }) => drafts.redo(account_id),
    discard: ({ account_id, video_ids }) => drafts.discard(account_id, video_ids),
    check: ({ account_id, video_ids }) => drafts.check(account_id, video_ids),
    request: async ({ account_id, video_id }) =>
      pictures.named(account_id, await outbox.requests(account_id, video_id)),
    post: ({ account_id, video_ids }) => outbox.post(account_id, video_ids),
    stop: ({ account_id }) => outbox.stop(account_id),
    resolve: ({ account_id, video_id, keys, choice }) =>
      outbox.resolve(account_id, video_id, { keys, choice }),
    keepBoth: ({ account_id, video_id, item_id }) => drafts.keepBoth(account_id, video_id, item_id),
    history: ({ account_id, video_id }) => drafts.history(account_id, video_id),
    restore: ({ account_id, video_id, entry }) => drafts.restore(account_id, video_id, entry),
    restoreVideo: ({ account_id, video_id, entry }) =>
      drafts.restoreVideo(account_id, video_id, entry),
    takeBack: ({ account_id, publish, keepsLater }) =>
      drafts.takeBack(account_id, publish, keepsLater),
  }
}
