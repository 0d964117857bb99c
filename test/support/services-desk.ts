import { makeActivity } from '../../src/main/http/activity.ts'
import type { Send, SendOptions } from '../../src/main/http/request.ts'
import { makeServices } from '../../src/main/http/services.ts'
import { makeKeychain } from '../../src/main/keychain/keychain.ts'
import type { QuotaUsage } from '../../src/shared/api/quota.ts'
import { AppError, type Failure } from '../../src/shared/failure.ts'
import { virtualClock } from './clock.ts'
import { memoryKeytar, newKeyNotes } from './keychain.ts'

export const account_id = 'abcdefghijkl'
export const base_url = 'https://analytics.example.com'

interface Sent extends SendOptions {
  path: string
  at: number
}

/** The services before a service that answers as `world` says, in 10 milliseconds. */
export function desk() {
  const clock = virtualClock()
  const memory = memoryKeytar()
  const keychain = makeKeychain({
    ...{ keytar: async () => memory.keytar, clock, serviceName: 'test' },
    notes: newKeyNotes(),
  })
  const sent: Sent[] = []
  const absent: [account_id: string, path: string][] = []
  const world = {
    ...{ failure: null as Failure | null, serverAhead: 0, answers: '', hangs: '', refuses: '' },
    base_url,
    usage: { quotas: [] } as QuotaUsage,
  }
  const inputs: Record<string, unknown>[] = []
  const send = (async (endpoint, input, options) => {
    inputs.push({ ...(input as object) })
    sent.push({ ...options, path: endpoint.path, at: clock.monotonic() })
    await clock.wait(endpoint.path === world.hangs ? 30_000 : 10, options.signal)
    const isAnswered = endpoint.path === world.answers
    if (world.failure && !isAnswered) throw new AppError(world.failure)
    if (world.refuses && JSON.stringify(input).includes(world.refuses)) {
      throw new AppError({ kind: 'invalid', fields: [], text: 'events' })
    }
    if (!options.headers['X-Api-Token']) throw new AppError(KEYLESS)
    const value = endpoint.path === '/quota/usage' ? world.usage : []
    return { value, serverNow: clock.now() + world.serverAhead, receivedAt: clock.now() }
  }) as Send
  const activity = makeActivity({ clock })
  const locate = async (id: string) => ({
    base_url: world.base_url,
    api_base_url: null,
    ...(id === 'demodemodemo' ? { sessionKey: 'demo-key' } : {}),
  })
  const services = makeServices({
    send,
    keychain,
    clock,
    random: () => 0.5,
    activity,
    locate,
    version: '1.2.3',
    onAbsent: (...of) => absent.push(of),
  })
  return { absent, clock, memory, keychain, sent, inputs, world, activity, services }
}

export async function deskWithKey() {
  const made = desk()
  await made.keychain.set({ account_id, use: 'analytics', address: base_url }, 'key-1')
  return made
}

const KEYLESS: Failure = {
  kind: 'unauthorized',
  reason: 'missing-token',
  text: 'missing token',
}
