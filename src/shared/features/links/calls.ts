import { z } from 'zod'
import type { Failure } from '../../failure.ts'
import { onAccount } from '../../model/ids.ts'
import { noOutput, type Operation, returns } from '../../operation.ts'
import { type LinkResult, linkAddress, MOST_LINKS } from './link.ts'

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
  /** Why it failed. */
  failure: Failure | null
}

export const linksCalls = {
  /** Starts a check; its results are in `results` as they come. Throws `refused` while another one runs. */
  check: {
    input: onAccount.extend({ urls, allowPrivate: z.boolean() }),
    output: returns<LinkCheck>(),
  },
  /** The last check since the app was started. */
  state: { input: onAccount, output: returns<LinkCheck | null>() },
  /** Resolves when nothing more is sent. Results stay. */
  stop: { input: onAccount, output: noOutput },
  /** The last result of each of some addresses, or of all with null. */
  results: {
    input: onAccount.extend({ urls: urls.nullable() }),
    output: returns<LinkResult[]>(),
    isLarge: true,
    isStored: true,
  },
} satisfies Record<string, Operation>
