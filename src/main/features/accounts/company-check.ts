import { analytics } from '../../../shared/api/analytics.ts'
import type { Player } from '../../../shared/api/player.ts'
import { AppError } from '../../../shared/failure.ts'
import type { StoredAccount } from '../../../shared/features/accounts/account.ts'
import type { Store } from '../../database/store.ts'
import type { Send } from '../../http/request.ts'
import { headersFor } from '../../http/services.ts'
import { opened } from '../../threads/large-json.ts'

const DEADLINE_MS = 30_000

interface CompanyCheckParts {
  store: Pick<Store, 'answer'>
  send: Send
  version: string
}

/**
 * Throws `other-company` when none of an account's stored players is in the list of a key that works. The
 * service answers such a key about the account's players with zeros. Without either list nothing is known.
 */
export function makeCompanyCheck({ store, send, version }: CompanyCheckParts) {
  return async ({ id, name }: StoredAccount, base_url: string, key: string) => {
    const stored = await store.answer(id, 'players', {})
    const known = new Set(stored && (opened(stored.value) as Player[]).map((player) => player.id))
    if (known.size === 0) return
    const headers = headersFor(analytics.players, key, version)
    const options = { base_url, headers, deadlineMs: DEADLINE_MS }
    const received = await send(analytics.players, {}, options).catch(() => null)
    if (!received || opened(received.value).some((player) => known.has(player.id))) return
    throw new AppError({ kind: 'other-company', name })
  }
}
