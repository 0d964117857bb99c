import type { PartsOptions } from '../../src/main/options.ts'
import { listen } from '../../src/service/server.ts'
import { makeService, type ServiceOptions } from '../../src/service/service.ts'
import type { Account } from '../../src/shared/features/accounts/account.ts'
import { testClock } from './clock.ts'
import { openDesk } from './desk.ts'
import { newFolder } from './folder.ts'
import { type MemoryKeytar, memoryKeytar } from './keychain.ts'
import { closedLater } from './opened.ts'

export const ZONE = 'America/Sao_Paulo'

export async function aService(options: Partial<ServiceOptions> = {}) {
  const service = makeService({ now: testClock.now, players: 3, days: 30, ...options })
  const { base_url, close } = await listen(service, { port: 0 })
  return { ...service, base_url, close: closedLater(close) }
}

/** The accounts part, with a keychain in memory that can be in any state. */
export function aDesk(
  folder = newFolder(),
  memory: MemoryKeytar = memoryKeytar(),
  change: Partial<PartsOptions> = {},
) {
  const desk = openDesk(folder, { keytar: () => Promise.resolve(memory.keytar), ...change })
  const { accounts } = desk.handlers
  const connect = (base_url: string, analytics_key: string, name = 'Acme') =>
    accounts.connect({
      ...{ name, timezone: ZONE, base_url, analytics_key },
      ...{ api_base_url: null, video_token: null },
    })
  const keys = () => [...memory.items].filter(([name]) => !name.endsWith('canary'))
  /** The accounts once their keys are read. */
  const list = async (): Promise<Account[]> => {
    for (;;) {
      const all = await accounts.list(undefined)
      if (all.every((account) => account.keys.analytics !== 'waiting')) return all
      await new Promise((next) => setTimeout(next, 5))
    }
  }
  return { ...desk, ...memory, accounts, connect, keys, list }
}

export const failing = async (asked: unknown): Promise<unknown> => {
  try {
    await asked
  } catch (thrown) {
    return (thrown as { failure?: unknown }).failure
  }
  return 'did not fail'
}
