import { randomBytes } from 'node:crypto'
import type { QuotaUsage } from '../../../shared/api/quota.ts'
import { AppError, failureOf, mayStoreKeyUntested, noAccount } from '../../../shared/failure.ts'
import {
  type Account,
  DEMO_COMPANY,
  type Erased,
  type StoredAccount,
} from '../../../shared/features/accounts/account.ts'
import type { Clock } from '../../clock.ts'
import type { Store } from '../../database/store.ts'
import type { ActivityList } from '../../http/activity.ts'
import { checkedAddress } from '../../http/address.ts'
import type { Access } from '../../http/video-service.ts'
import { type Keychain, type KeyOf, type KeyUse, keysOf } from '../../keychain/keychain.ts'
import type { CallHandlers } from '../../shell/router.ts'

/** Removes an account by `remove` while no work is done for it; goes on with it when that fails. */
export type WhileStopped = <T>(account_id: string, remove: () => Promise<T>) => Promise<T>

interface AccountParts {
  store: Pick<
    Store,
    | ('accounts' | 'putAccount' | 'changeAccount' | 'ownRecords' | 'removeAccount')
    | ('erasePutAside' | 'pastScope' | 'leaveZone')
  >
  keychain: Keychain
  services: {
    tryKey: (base_url: string, key: string) => Promise<QuotaUsage>
    tryToken: (api_base_url: string, token: string) => Promise<void>
    mayKnowVideos: (access: Access, video_ids: readonly string[]) => Promise<boolean>
    test: (account_id: string) => Promise<QuotaUsage>
    testToken: (account_id: string) => Promise<void>
    forget: (account_id: string) => void
  }
  /** Throws when a key that works is of another company than the account. */
  assertSameCompany: (account: StoredAccount, base_url: string, key: string) => Promise<void>
  activity: Pick<ActivityList, 'forget'>
  whileStopped: WhileStopped
  /** Continues with what waited for a working video token. */
  goOn: (account_id: string) => Promise<void>
  /** Gives back the disk space of what was removed. Never throws. */
  onForgotten: () => Promise<void>
  clock: Clock
  onChange: () => void
}

interface Tried {
  /** Throws when the service cannot be reached, instead of storing the input untested. */
  mustAnswer?: boolean | undefined
}

interface NewAccount extends Tried {
  name: string
  timezone: string
  base_url: string
  analytics_key: string
  api_base_url: string | null
  video_token: string | null
}

interface NewKey extends Tried {
  account_id: string
  key: string
  /** A new address of the analytics service; the account's own when absent. */
  base_url?: string | undefined
  mayBeOtherCompany?: boolean | undefined
}

interface NewToken extends Tried {
  account_id: string
  api_base_url: string
  video_token: string
  mayBeOtherCompany?: boolean | undefined
}

export type Accounts = ReturnType<typeof makeAccounts>

/** The connected accounts. Keys only pass through here on their way to the keychain. */
export function makeAccounts(parts: AccountParts) {
  const { store, keychain, services, clock } = parts
  const present = (account: StoredAccount) => withKeyStates(keychain, account)
  const change = async (account_id: string, update: Partial<StoredAccount>) => {
    const account = await store.changeAccount(account_id, update)
    if (!account) throw noAccount()
    parts.onChange()
    return present(account)
  }

  return {
    list: async (): Promise<Account[]> => (await store.accounts()).map(present),
    find: (account_id: string) => find(store, account_id),
    change,
    /** What changes with an account's zone: the days of each zone are downloaded apart. */
    async inZone({ id, timezone, downloadedAt }: StoredAccount, other: string) {
      if (other === timezone) return {}
      const left = { account_id: id, timezone, downloadedAt }
      return { timezone: other, downloadedAt: await store.leaveZone(left, other) }
    },
    /** Tests the key first; when it is refused this throws and stores nothing. */
    connect: async (input: NewAccount) => present(await connect(parts, input)),
    demo: async (input: { timezone: string }) => present(await addDemo(parts, input)),
    async test(account_id: string): Promise<QuotaUsage> {
      const usage = await services.test(account_id)
      await change(account_id, { testedAt: clock.now() })
      return usage
    },
    /** Tests the video token, and continues with waiting edits when it works. */
    async testVideos(account_id: string) {
      await services.testToken(account_id)
      await parts.goOn(account_id)
    },
    /** Replaces the key, and optionally the analytics address: Analytics, Versioning, 2. */
    async replaceKey({ account_id, key, base_url, mustAnswer, mayBeOtherCompany }: NewKey) {
      const before = await find(store, account_id)
      if (before.isDemo) throw demoHasOwn()
      const address = checkedAddress(base_url ?? before.base_url)
      keychain.assertMayHave(address)
      const testedAt = await testedAtOf(clock, () => services.tryKey(address, key), mustAnswer)
      if (testedAt !== null && !mayBeOtherCompany)
        await parts.assertSameCompany(before, address, key)
      const of = { account_id, use: 'analytics', address } as const
      await keychain.set(of, key)
      const update = { base_url: address, testedAt }
      const account = await change(account_id, update).catch(eraseUnnamed(parts, of))
      // Only now: until here requests go to the old address.
      services.forget(account_id)
      await eraseOfOtherAddress(keychain, before, { use: 'analytics', address })
      return account
    },
    /** Sets or replaces address and token of the video management service. */
    async connectVideos(token: NewToken) {
      const { account_id, api_base_url, video_token, mustAnswer, mayBeOtherCompany } = token
      const before = await find(store, account_id)
      if (before.isDemo) throw demoHasOwn()
      const address = checkedAddress(api_base_url, 'api_base_url')
      keychain.assertMayHave(address)
      const test = () => services.tryToken(address, video_token)
      const testedAt = await testedAtOf(clock, test, mustAnswer)
      if (testedAt !== null && !mayBeOtherCompany)
        await assertOwnVideos(parts, before, { api_base_url: address, token: video_token })
      const of = { account_id, use: 'video', address } as const
      await keychain.set(of, video_token)
      const update = { api_base_url: address }
      const account = await change(account_id, update).catch(eraseUnnamed(parts, of))
      await eraseOfOtherAddress(keychain, before, { use: 'video', address })
      await parts.goOn(account_id)
      return account
    },
    /** Reads the keychain again, after it was unlocked. */
    async unlock(account_id: string) {
      const account = await find(store, account_id)
      for (const of of keysOf(account)) await keychain.read(of)
      parts.onChange()
      return present(account)
    },
    ownRecords: (account_id: string) => store.ownRecords(account_id),
    forget: (account_id: string) => forget(parts, account_id),
  }
}

/** Throws `other-company` when the service knows none of an account's stored videos with a token. */
async function assertOwnVideos(
  { store, services }: AccountParts,
  { id, name }: StoredAccount,
  access: Access,
) {
  const { video_ids } = await store.pastScope(id)
  if (video_ids.length === 0 || (await services.mayKnowVideos(access, video_ids))) return
  throw new AppError({ kind: 'other-company', name, service: 'video' })
}

async function find(store: AccountParts['store'], account_id: string): Promise<StoredAccount> {
  const account = (await store.accounts()).find(({ id }) => id === account_id)
  if (!account) throw noAccount()
  return account
}

/**
 * For a key whose account could not be changed: erases it when no account names it, as when the account
 * was removed meanwhile, because nothing would find it later.
 */
const eraseUnnamed =
  ({ store, keychain }: AccountParts, of: KeyOf) =>
  async (thrown: unknown): Promise<never> => {
    const account = await find(store, of.account_id).catch(() => null)
    const named = account ? keysOf(account) : []
    if (!named.some(({ use, address }) => use === of.use && address === of.address))
      await keychain.erase([of])
    throw thrown
  }

/** Erases the key of the previous address. */
async function eraseOfOtherAddress(
  keychain: Keychain,
  before: StoredAccount,
  { use, address }: { use: KeyUse; address: string },
) {
  await keychain.erase(keysOf(before).filter((of) => of.use === use && of.address !== address))
}

const demoHasOwn = () =>
  new AppError({ kind: 'refused', text: 'The demo account has its own keys.' })

async function connect(parts: AccountParts, input: NewAccount): Promise<StoredAccount> {
  const { store, keychain, services, clock } = parts
  const base_url = checkedAddress(input.base_url)
  keychain.assertMayHave(base_url)
  const tryKey = () => services.tryKey(base_url, input.analytics_key)
  const testedAt = await testedAtOf(clock, tryKey, input.mustAnswer)
  const ofVideos = await triedVideos(parts, input)
  const { timezone } = input
  const account = {
    ...newAccount({ name: input.name.trim(), timezone, base_url, testedAt }, parts.clock.now()),
    ...ofVideos,
  }
  // The row first: without it the key could never be found again.
  await store.putAccount(account)
  try {
    await keepKeys(parts, account, input)
  } catch (thrown) {
    await store.removeAccount(account.id)
    throw thrown
  }
  parts.onChange()
  return account
}

async function triedVideos({ keychain, services, clock }: AccountParts, input: NewAccount) {
  const { api_base_url, video_token } = input
  if (api_base_url === null || video_token === null) return {}
  const address = checkedAddress(api_base_url, 'api_base_url')
  keychain.assertMayHave(address)
  await testedAtOf(clock, () => services.tryToken(address, video_token), input.mustAnswer)
  return { api_base_url: address }
}

async function keepKeys({ keychain }: AccountParts, account: StoredAccount, input: NewAccount) {
  const typed = { analytics: input.analytics_key, video: input.video_token ?? '' }
  const keys = keysOf(account)
  try {
    for (const of of keys) await keychain.set(of, typed[of.use])
  } catch (thrown) {
    await keychain.erase(keys)
    throw thrown
  }
}

/**
 * When the key was tested, epoch milliseconds; null when it is stored untested because the service
 * cannot be reached. Throws refusals, and network faults that no later try could get past, such as
 * an untrusted certificate or a refusing proxy.
 */
async function testedAtOf(
  clock: Clock,
  tryIt: () => Promise<unknown>,
  mustAnswer = false,
): Promise<number | null> {
  try {
    await tryIt()
    return clock.now()
  } catch (thrown) {
    if (mustAnswer || !mayStoreKeyUntested(failureOf(thrown))) throw thrown
    return null
  }
}

async function addDemo(
  { store, clock, onChange }: AccountParts,
  { timezone }: { timezone: string },
) {
  const known = (await store.accounts()).find(({ isDemo }) => isDemo)
  if (known) return known
  const account = {
    ...newAccount({ name: 'Demo', timezone, base_url: 'demo', testedAt: null }, clock.now()),
    isDemo: true,
  }
  await store.putAccount(account)
  onChange()
  return account
}

/** The account last: after an interruption it is still there and can be removed again. */
async function forget(parts: AccountParts, account_id: string): Promise<Erased> {
  const { store, keychain, services } = parts
  const account = await find(store, account_id)
  const removed = await parts.whileStopped(account_id, async () => {
    services.forget(account_id)
    const { now: keys, later: keysLater } = await keychain.erase(keysOf(account))
    await store.erasePutAside()
    return { keys, keysLater, ...(await store.removeAccount(account_id)) }
  })
  void parts.onForgotten()
  parts.activity.forget(account_id)
  parts.onChange()
  return { name: account.name, ...removed }
}

function withKeyStates(keychain: Keychain, account: StoredAccount): Account {
  const { company_id = null, ...known } = account
  if (account.isDemo) {
    const keys = { analytics: 'session', video: 'session' } as const
    return { ...known, company_id: DEMO_COMPANY.company_id, keys }
  }
  const states = keysOf(account).map((of) => [of.use, keychain.state(of)])
  const none: Account['keys'] = { analytics: 'absent', video: 'absent' }
  return { ...known, company_id, keys: { ...none, ...Object.fromEntries(states) } }
}

type AccountFields = Pick<StoredAccount, 'name' | 'timezone' | 'base_url' | 'testedAt'>

function newAccount(fields: AccountFields, createdAt: number): StoredAccount {
  return {
    ...fields,
    id: [...randomBytes(12)].map((byte) => (byte % 36).toString(36)).join(''),
    isDemo: false,
    api_base_url: null,
    downloadedAt: null,
    createdAt,
  }
}

export function accountsHandlers(accounts: Accounts): CallHandlers['accounts'] {
  return {
    ...accounts,
    test: ({ account_id }) => accounts.test(account_id),
    testVideos: ({ account_id }) => accounts.testVideos(account_id),
    async update({ account_id, name, timezone, company_id }) {
      const before = await accounts.find(account_id)
      return accounts.change(account_id, {
        ...(name === undefined ? {} : { name: name.trim() }),
        ...(timezone === undefined ? {} : await accounts.inZone(before, timezone)),
        ...(company_id === undefined ? {} : { company_id: company_id?.toLowerCase() ?? null }),
      })
    },
    unlock: ({ account_id }) => accounts.unlock(account_id),
    ownRecords: ({ account_id }) => accounts.ownRecords(account_id),
    forget: ({ account_id }) => accounts.forget(account_id),
  }
}
