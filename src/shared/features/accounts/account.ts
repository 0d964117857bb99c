import { z } from 'zod'
import type { QuotaUsage } from '../../api/quota.ts'
import type { KeyState } from '../../failure.ts'
import { onAccount } from '../../model/ids.ts'
import { done, nothing, type Operation, returns } from '../../operation.ts'
import { timezone } from '../../time/time.ts'

/** A company's account as this desk knows it. Never holds a key. */
export interface Account {
  id: string
  name: string
  isDemo: boolean
  timezone: string
  /** The company's own id, which only rankings need; null until the person told it. */
  company_id: string | null
  /** Base address of the analytics service. */
  base_url: string
  /** Base address of the video management service, when the account has a token for it. */
  api_base_url: string | null
  keys: { analytics: KeyState; video: KeyState }
  /** When a call last showed that the analytics key works; null when none has. */
  testedAt: number | null
  downloadedAt: number | null
  createdAt: number
}

/** Whether the account has a way to its videos. */
export const hasVideos = ({ isDemo, api_base_url }: Account): boolean =>
  isDemo || api_base_url !== null

/** What forgetting an account erased. */
export interface Erased {
  name: string
  keys: number
  /** Keys that a locked keychain still has: they go when it is next unlocked. */
  keysLater: number
  answers: number
  days: number
  /** Changes that were not posted. */
  edits: number
  /** Of reports that made themselves. */
  schedules: number
  /** Reports of it in the library, which are not erased: each is a record of its own. */
  keptReports: number
}

const name = z.string().regex(/\S/u, 'must not be empty').max(80)
const key = z.string().min(1).max(4096)
const baseUrl = z.string().max(500)
/** Fails where nothing answers, instead of keeping what was typed untested. */
const mustAnswer = z.boolean().optional()

/** What the window may ask of accounts; keys only go in. */
export const accountsCalls = {
  list: { input: nothing, output: returns<Account[]>() },
  /** Takes keys, tries them, and keeps them only when they are not refused. */
  connect: {
    input: z.object({
      name,
      timezone,
      base_url: baseUrl,
      analytics_key: key,
      /** Both or neither: the address and token of the video management service. */
      api_base_url: baseUrl.nullable(),
      video_token: key.nullable(),
      mustAnswer,
    }),
    output: returns<Account>(),
  },
  demo: { input: z.object({ timezone }), output: returns<Account>() },
  test: { input: onAccount, output: returns<QuotaUsage>() },
  /** Tries the video token; one that was refused and works again is used again. */
  testVideos: { input: onAccount, output: done },
  /** Takes the video management service's address and token, or other ones. */
  connectVideos: {
    input: onAccount.extend({ api_base_url: baseUrl, video_token: key, mustAnswer }),
    output: returns<Account>(),
  },
  /** Takes another key, and with an address the key of the service there. */
  replaceKey: {
    input: onAccount.extend({ key, base_url: baseUrl.optional(), mustAnswer }),
    output: returns<Account>(),
  },
  update: {
    input: onAccount.extend({
      name: name.optional(),
      timezone: timezone.optional(),
      company_id: z.uuid().optional(),
    }),
    output: returns<Account>(),
  },
  /** Looks at the keychain again: after it was unlocked. */
  unlock: { input: onAccount, output: returns<Account>() },
  forget: { input: onAccount, output: returns<Erased>() },
} satisfies Record<string, Operation>
