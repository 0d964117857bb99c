// Analytics, GET /sessions/live_users: answers are cached for 30 seconds.
const SOONEST_MS = 30_000
/** Ten queries a minute leave a Basic plan's sixty to everything else. */
const PER_PLAYER_MS = 6_000

/** How long to wait between two looks at so many players. */
export const lookEveryMs = (players: number): number =>
  Math.max(SOONEST_MS, players * PER_PLAYER_MS)
