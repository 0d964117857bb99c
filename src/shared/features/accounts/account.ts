import { z } from 'zod'
import type { QuotaUsage } from '../../api/quota.ts'
import type { KeyState } from '../../failure.ts'
import { onAccount } from '../../model/ids.ts'
import { noInput, noOutput, type Operation, returns } from '../../operation.ts'
import { timezone } from '../../time/time.ts'

/** A company's account in this installation. Never contains a key. */
export interface Account {
  id: string
  name: string
  isDemo: boolean
  timezone: string
  /** The company's own id, needed for rankings only; null until the user enters it. */
  company_id: string | null
  base_url: string
  /** Null when the account has no token for the video management service. */
  api_base_url: string | null
  keys: { analytics: KeyState; video: KeyState }
  /** When a call last showed that the analytics key works; null if never. */
  testedAt: number | null
  downloadedAt: number | null
  createdAt: number
}

/** An account without its keys, which live in the keychain only. */
export interface StoredAccount extends Omit<Account, 'keys' | 'company_id'> {
  company_id?: string | null
}

/** Whether the account has access to its videos. */
export const hasVideos = ({ isDemo, api_base_url }: Account): boolean =>
  isDemo || api_base_url !== null

/** What the user made for an account, which only this computer has. Removing the account deletes it. */
export interface OwnRecords {
  /** Unpublished edits. */
  edits: number
  /** Schedules of reports. */
  schedules: number
  annotations: number
  /** Marked seconds of videos. */
  markers: number
  /** Decisions on A/B tests. */
  decisions: number
  /** The account's reports in the library, which are not deleted: each is a record of its own. */
  keptReports: number
}

/** What removing an account deleted. */
export interface Erased extends OwnRecords {
  name: string
  keys: number
  /** Keys in a locked keychain: deleted when it is next unlocked. */
  keysLater: number
  answers: number
  days: number
}

export const LONGEST_NAME = 80
const name = z.string().regex(/\S/u, 'must not be empty').max(LONGEST_NAME)
const key = z.string().min(1).max(4096)
const baseUrl = z.string().max(500)
/** When true, the call fails if the service does not respond; otherwise the keys are stored untested. */
const mustAnswer = z.boolean().optional()
/** When true, a key is also accepted that seems to be another company's. */
const mayBeOtherCompany = z.boolean().optional()

/** Keys are only ever inputs of these calls. */
export const accountsCalls = {
  list: { input: noInput, output: returns<Account[]>() },
  /** Tests the keys, and stores them unless the service rejects them. */
  connect: {
    input: z.object({
      name,
      timezone,
      base_url: baseUrl,
      analytics_key: key,
      /** The video management service's address and token: both, or neither. */
      api_base_url: baseUrl.nullable(),
      video_token: key.nullable(),
      mustAnswer,
    }),
    output: returns<Account>(),
  },
  demo: { input: z.object({ timezone }), output: returns<Account>() },
  test: { input: onAccount, output: returns<QuotaUsage>() },
  /** Tests the video token. A rejected token that works again is marked as usable. */
  testVideos: { input: onAccount, output: noOutput },
  /** Sets or replaces the video management service's address and token. */
  connectVideos: {
    input: onAccount.extend({
      ...{ api_base_url: baseUrl, video_token: key },
      ...{ mustAnswer, mayBeOtherCompany },
    }),
    output: returns<Account>(),
  },
  /** Replaces the key; with an address, that is the key of the service there. */
  replaceKey: {
    input: onAccount.extend({ key, base_url: baseUrl.optional(), mustAnswer, mayBeOtherCompany }),
    output: returns<Account>(),
  },
  update: {
    input: onAccount.extend({
      name: name.optional(),
      timezone: timezone.optional(),
      company_id: z.guid().nullable().optional(),
    }),
    output: returns<Account>(),
  },
  /** Reads the keychain again after the user unlocked it. */
  unlock: { input: onAccount, output: returns<Account>() },
  /** What `forget` would delete of what the user made. */
  ownRecords: { input: onAccount, output: returns<OwnRecords>() },
  forget: { input: onAccount, output: returns<Erased>() },
} satisfies Record<string, Operation>

/** The company of the demo account, simulated by the sandbox service inside the app. */
export const DEMO_COMPANY = {
  players: 48,
  days: 180,
  seed: 7,
  company_id: 'd0c0ffee-0000-4000-8000-000000000048',
  // Analytics, Limits: Enterprise has custom limits. These let the whole demo be downloaded without waiting.
  plan: 'enterprise',
  limits: { queriesPerMinute: 6000 },
  texts: 'ordinary',
} as const
