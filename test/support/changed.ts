import path from 'node:path'
import { makeVerbs } from '../../src/main/database/verbs.ts'
import type { Preferences } from '../../src/shared/features/settings/preferences.ts'
import { addDays, todayIn } from '../../src/shared/time/period.ts'
import { testClock } from './clock.ts'
import { connectIn } from './connected-folder.ts'
import { newFolder } from './folder.ts'
import { type Launched, launch } from './launch.ts'
import { playerWith } from './pick.ts'
import { type Sandbox, startService } from './service.ts'

export const ZONE = 'America/Sao_Paulo'
const DAY = 86_400_000

/** How many days ago each change was posted. */
export const AGES = { late: 5, early: 16, first: 85 } as const

export const dayAgo = (days: number) => addDays(todayIn(ZONE, testClock.now()), -days)

async function connected(folder: string) {
  const service = await startService({
    players: 8,
    days: 90,
    plan: 'enterprise',
    limits: { queriesPerMinute: 6000 },
  })
  const edited = chosen(service)
  const account_id = await connectIn(folder, service, { timezone: ZONE })
  return { service, account_id, ...edited }
}

/** A player older than its changes, with a pitch, a call to action and an empty filter. */
function chosen(service: Sandbox) {
  const { video } = service
  const first = testClock.now() / 1000 - (AGES.first + 7) * 86_400
  const itemOf = ({ id }: { id: string }) => video.read(id).call_actions?.items?.[0]
  const player = playerWith(
    service,
    (one) => one.created < first && one.pitch_time > 0 && itemOf(one) !== undefined,
  )
  const lists = { countries: [], languages: [], devices: [], query_params: [] }
  video.colleague(player.id, { traffic_filter: { enabled: true, ...lists } })
  return { player, item_id: String(itemOf(player)?.id) }
}

/**
 * The app with an account and a player's video to which three changes were posted some days ago.
 */
export async function startChanged(preferences: Partial<Preferences> = {}) {
  const folder = newFolder()
  const { service, account_id, player, item_id } = await connected(folder)
  const ago = (days: number) => testClock.now() - days * DAY
  const posted = { event: 'posted', group: 'call_actions', item_id } as const
  const verbs = makeVerbs(path.join(folder, 'desk'), testClock)
  verbs.commitEdits(account_id, player.id, {
    history: [
      { ...posted, at: ago(AGES.first), register: 'action.url', before: 'a', after: 'b' },
      { ...posted, at: ago(AGES.early), register: 'window.start', before: 100, after: 45 },
      {
        ...posted,
        at: ago(AGES.late),
        register: 'action.content',
        before: 'Buy',
        after: 'Buy today',
      },
    ],
  })
  verbs.close()
  const place = { account_id, player_id: player.id, video_id: player.id }
  const desk: Launched = await launch({
    folder,
    size: { width: 1440, height: 900 },
    preferences: {
      language: 'en',
      theme: 'light',
      place: { ...place, screen: 'player' },
      playerPeriod: {
        preset: 'last90',
        custom: null,
        comparison: 'none',
        customComparison: null,
        excludesToday: false,
      },
      ...preferences,
    } as Partial<Preferences>,
  })
  return { ...desk, service, account_id, player, place }
}
