import type { ComparisonGroup } from '../../api/comparison-group.ts'
import { localTime } from '../../time/period.ts'

/**
 * A test with its times as wall-clock times of a zone, as requests take them. The service writes them in UTC:
 * only with its own zone, `Etc/UTC`, are the dates that it takes from the group those of the test (Analytics,
 * POST /comparison_groups/stats, `timezone`).
 */
export function testIn(group: ComparisonGroup, zone: string): ComparisonGroup {
  const here = <T extends { started_at?: string | null | undefined }>(one: T): T =>
    one.started_at ? { ...one, started_at: localTime(one.started_at, zone) } : one
  return {
    ...here(group),
    players: group.players.map(here),
    ...(group.finished_at && { finished_at: localTime(group.finished_at, zone) }),
  }
}

/** `testIn` for each listed test, and the number of those that could not be read. */
export function testsIn<Listed extends { value: readonly ComparisonGroup[] }>(
  listed: Listed,
  zone: string,
): Listed & { leftOut: number } {
  const value = listed.value.filter(({ id }) => id !== '').map((group) => testIn(group, zone))
  return { ...listed, value, leftOut: listed.value.length - value.length }
}

export const armIn = ({ players }: ComparisonGroup, id: string) =>
  players.find(({ player_id }) => player_id === id)

/** Analytics, `items[].start_date`: an arm without its own start has its group's. */
export const startOf = (group: ComparisonGroup, id: string) =>
  armIn(group, id)?.started_at ?? group.started_at ?? null
