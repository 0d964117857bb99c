import type { Failure } from '../../failure.ts'
import type { Account } from '../accounts/account.ts'

/** Why nothing at all is sent: the user works offline, or until a restart after a fault of the app. */
export type Pause = 'chosen' | 'halted'

/** A service that did not respond to the last request. */
export interface LostService {
  /** The account whose request failed; others may have the same service. */
  account_id: string
  base_url: string
  api: 'analytics' | 'video'
  /** The network problem that blocks its requests; null when there is none that the user must fix. */
  fault: Failure | null
}

/** Whether the services respond, from the last actual requests. */
export interface Connection {
  pause: Pause | null
  lost: LostService[]
  /**
   * Whole minutes by which this computer's clock is ahead of the service's, negative when behind. 0 within
   * two minutes; null before any response contained its time.
   */
  clockAheadMinutes: number | null
}

/** The host of a service's address. Services are lost by host, because one that does not respond answers at no path. */
export const hostOf = (base_url: string): string =>
  /^[a-z]+:\/\/([^/?#]+)/iu.exec(base_url)?.[1]?.toLowerCase() ?? base_url

type Addressed = Pick<Account, 'id' | 'isDemo' | 'base_url' | 'api_base_url'>

/** The lost services of an account. Those of the demo are on this computer, at addresses that its account does not have. */
export function lostOf({ lost }: Connection, { id, isDemo, base_url, api_base_url }: Addressed) {
  const at = (address: string | null) => {
    const host = address === null ? null : hostOf(address)
    return (
      lost.find((one) => (isDemo ? one.account_id === id : hostOf(one.base_url) === host)) ?? null
    )
  }
  return { analytics: at(base_url), video: at(api_base_url) }
}

/** `videos-lost`: only the video management service does not respond. */
export type Reach = 'online' | 'videos-lost' | 'offline' | 'halted'

/** What the app reaches for an account. */
export function reachOf(connection: Connection, account: Addressed | undefined): Reach {
  if (connection.pause) return connection.pause === 'halted' ? 'halted' : 'offline'
  if (!account) return 'online'
  const { analytics, video } = lostOf(connection, account)
  if (analytics) return 'offline'
  return video ? 'videos-lost' : 'online'
}
