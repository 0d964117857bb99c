import { z } from 'zod'
import { videoId } from '../api/video.ts'

// Analytics, Conventions: 24 hexadecimal characters.
const PLAYER_ID = /^[0-9a-fA-F]{24}$/
export const playerId = z.string().regex(PLAYER_ID, 'must be 24 hexadecimal characters')
/** For the window too, which has no schemas. */
export const isPlayerId = (text: string) => PLAYER_ID.test(text)

/** The id of an account, made by this app, not by the service. */
export const accountId = z.string().regex(/^[a-z0-9]{12}$/, 'not an account of this desk')

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/** Analytics, POST /events/leaderboard: `company_id` has the UUID format. */
export const isCompanyId = (text: string): boolean => UUID.test(text)

/** The inputs that most calls extend. */
export const onAccount = z.object({ account_id: accountId })
export const onPlayer = onAccount.extend({ player_id: playerId })
export const onVideo = onAccount.extend({ video_id: videoId })
/** Null for all videos of the account. */
export const onVideos = onAccount.extend({ video_ids: z.array(videoId).max(5000).nullable() })

export interface Named {
  id: string
  name: string
}

/** Their trimmed names; with the id where only it tells them apart: of one name, none, or another's id as name. */
export function namesApart(all: readonly Named[]): Named[] {
  const times = new Map<string, number>()
  for (const { name } of all) times.set(name.trim(), (times.get(name.trim()) ?? 0) + 1)
  const ids = new Set(all.map(({ id }) => id))
  const isName = (name: string) => name !== '' && times.get(name) === 1 && !ids.has(name)
  return all.map(({ id, name }) => {
    const trimmed = name.trim()
    return { id, name: isName(trimmed) ? trimmed : `${trimmed} (${id})`.trim() }
  })
}

/** The name of each, told apart by `namesApart`; the id of one that is not among them. */
export function namesIn(all: readonly Named[]): (id: string) => string {
  const names = new Map(namesApart(all).map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? id
}
