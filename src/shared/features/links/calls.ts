import { z } from 'zod'
import type { Failure } from '../../failure.ts'
import { onAccount } from '../../model/ids.ts'
import { noOutput, type Operation, returns } from '../../operation.ts'
import { LARGEST_CHECK, type LinkResult, linkAddress, MOST_LINKS } from './link.ts'

const urls = z.array(linkAddress).min(1).max(MOST_LINKS)

/** A check of an account's addresses, running or ended. */
export interface LinkCheck {
  account_id: string
  status: 'running' | 'done' | 'stopped' | 'failed'
  /** Number of addresses. */
  total: number
  done: number
  /** Epoch milliseconds. */
  startedAt: number
  endedAt: number | null
  failure: Failure | null
}

export const linksCalls = {
  /**
   * Starts a check; results are added to `results` as they arrive. Throws `refused` while another
   * check runs.
   */
  check: {
    input: onAccount.extend({ urls, allowPrivate: z.boolean() }),
    output: returns<LinkCheck>(),
    largestInput: LARGEST_CHECK,
  },
  /** The last check since the app was started. */
  state: { input: onAccount, output: returns<LinkCheck | null>() },
  /** Cancels the check; resolves when no more requests are sent. Earlier results stay. */
  stop: { input: onAccount, output: noOutput },
  /** The last results of some addresses, or of all when null. */
  results: {
    input: onAccount.extend({ urls: urls.nullable() }),
    output: returns<LinkResult[]>(),
    largestInput: LARGEST_CHECK,
    isLarge: true,
    isStored: true,
  },
} satisfies Record<string, Operation>
