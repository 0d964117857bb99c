import { create } from 'zustand'
import type { Outcome, SentEdit } from './edit-text.ts'

/** A post that was asked for here. */
export interface Sent {
  account_id: string
  edits: readonly SentEdit[]
  /** Epoch milliseconds. */
  at: number
  /** Null until it is over. */
  outcome: Outcome | null
}

/** The last post of each account until its result is dismissed: going to another screen keeps it. */
export const useLastPosts = create<Record<string, Sent | undefined>>(() => ({}))

export const keepPost = (sent: Sent) => useLastPosts.setState({ [sent.account_id]: sent })

/** Unless another post was asked for meanwhile. */
export function endPost(sent: Sent, outcome: Outcome) {
  if (useLastPosts.getState()[sent.account_id] === sent) keepPost({ ...sent, outcome })
}

export const dismissPost = (account_id: string) =>
  useLastPosts.setState({ [account_id]: undefined })
