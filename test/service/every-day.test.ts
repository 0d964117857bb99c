import { describe, expect, test } from 'vitest'
import type { WorldPlayer } from '../../src/service/players.ts'
import { makeService, type Service, type ServiceOptions } from '../../src/service/service.ts'
import type { VariantKind } from '../../src/service/variants.ts'
import type { WorldTest } from '../../src/service/world.ts'
import type { ComparisonAnswer } from '../../src/shared/api/comparison-group.ts'
import { GROUPS } from '../../src/shared/api/settings/index.ts'
import type { Video } from '../../src/shared/api/video.ts'
import { DEFAULT_GUARDRAILS } from '../../src/shared/features/ab-tests/ab-test.ts'
import { DEMO_COMPANY } from '../../src/shared/features/accounts/account.ts'
import { FEWEST_PLAYS } from '../../src/shared/tables/change.ts'
import { count } from '../support/scale.ts'
import { value } from './asking.ts'

const DAY = 86_400
const FIRST = Date.parse('2026-11-22T00:00:00Z') / 1000
const LENGTH = 400
const DAYS = count('days', { usual: 80, full: LENGTH })
/** An instant of every `step`th day, in turn on every weekday and at every hour. */
const instants = (step: number) =>
  Array.from({ length: LENGTH / step }, (_, index) => {
    const day = index * step
    return FIRST + day * DAY + ((day * 7) % 24) * 3600
  })
const INSTANTS = instants(Math.floor(LENGTH / DAYS))
/** Those of which sessions are made. */
const SAMPLE = instants(50)
/** Days that the screens show at first. */
const PERIOD = 7
const LONGEST = 90

/** A sentence, and whether it holds of one of the things of a day. */
type Sentences<T> = Record<string, (one: T, now: number) => boolean>

const hasBegun = ({ arms }: WorldTest, now: number) => arms.every(({ joined }) => joined <= now)

const TESTS: Sentences<WorldTest> = {
  'a test runs, and has begun in all arms': (one, now) => hasBegun(one, now) && one.finished > now,
  'a test of two arms ran for the days of the guardrails, and has finished': (one, now) =>
    one.arms.length === 2 &&
    one.finished <= now &&
    one.finished - one.started >= DEFAULT_GUARDRAILS.days * DAY,
  'a test is planned': (one, now) => one.started > now,
  'a test of three arms has begun in all, and in the last one later': (one, now) =>
    one.arms.length === 3 && hasBegun(one, now) && Number(one.arms[2]?.joined) > one.started,
}

const PLAYERS: Sentences<WorldPlayer> = {
  'a player has a pitch': ({ pitch_time }) => pitch_time > 0,
  'a player has no pitch': ({ pitch_time }) => pitch_time === 0,
  'a large player is older than the longest preset and the period before it': (one, now) =>
    one.scale >= 180 && one.created < now - 2 * LONGEST * DAY,
  'a player is younger than the longest preset and the period before it': ({ created }, now) =>
    created > now - 2 * LONGEST * DAY,
  'nobody visits a player any more': ({ dead }, now) => dead < now / DAY - PERIOD,
  'a player tests headlines': ({ variants }) => variants.headline.length > 1,
  'a player tests speeds': ({ variants }) => variants.speed.length > 1,
  'a player tests smart autoplays': ({ variants }) => variants.autoplay.length > 1,
  'a player tests nothing within itself': ({ variants }) =>
    Object.values(variants).every(({ length }) => length < 2),
}

const actions = (video: Video) => video.call_actions?.items ?? []
const pixels = (video: Video) => video.pixels?.items ?? []

const VIDEOS: Sentences<Video> = {
  ...Object.fromEntries(
    GROUPS.flatMap((group) =>
      [true, false].map((on) => [
        `a video has ${group} switched ${on ? 'on' : 'off'}`,
        (video: Video) => video[group]?.enabled === on,
      ]),
    ),
  ),
  'a video has no call to action': (video) => actions(video).length === 0,
  'a video has a text button': (video) => actions(video).some(({ design }) => design !== undefined),
  'a video has a call to action of HTML': (video) =>
    actions(video).some(({ action }) => action?.as_html),
  'a video has a picture as a button': (video) =>
    actions(video).some((item) => item['image_as_button']),
  'a video has no pixel': (video) => pixels(video).length === 0,
  ...Object.fromEntries(
    ['facebook', 'google', 'custom'].map((type) => [
      `a video has a ${type} pixel`,
      (video: Video) => pixels(video).some(({ base }) => base?.type === type),
    ]),
  ),
  'a video filters its traffic, and has a video for those left out': ({ traffic_filter: filter }) =>
    filter?.enabled === true && filter.fallback_video_id !== undefined,
  'a video loops at its end': ({ playback }) => playback?.action_after_finish?.type === 'loop',
  'a video starts with a picture of its own': ({ smart_autoplay }) =>
    smart_autoplay?.variants?.some((one) => one.template_name === 'image') ?? false,
  'a video starts with a variant built by hand': ({ smart_autoplay }) =>
    smart_autoplay?.variants?.some((one) => one.template_name === undefined) ?? false,
}

/** The days on which a sentence holds of nothing. */
const daysWithout = <T>(
  holds: (one: T, now: number) => boolean,
  thingsAt: (now: number) => T[],
): string[] =>
  INSTANTS.filter((now) => !thingsAt(now).some((one) => holds(one, now))).map((now) =>
    wire(now).slice(0, 10),
  )

const wire = (second: number) =>
  new Date(second * 1000).toISOString().slice(0, 19).replace('T', ' ')

type Row = Record<string, number>

/** What the services answer at an instant about the days that the screens show at first. */
function asked(service: Service, now: number, currencies: readonly string[]) {
  const days = { start_date: wire(now - PERIOD * DAY), end_date: wire(now) }
  const post = <T>(path: string, body: object) => value<T>(service, path, { body })
  const { world } = service
  const players = world.players(now)
  const largest = (fits: (player: WorldPlayer) => boolean) => {
    const [player] = players.filter(fits).sort((a, b) => b.scale - a.scale)
    if (!player) throw new Error('the world lacks such a player')
    return player
  }
  const about = ({ id, duration }: WorldPlayer) => ({
    player_id: id,
    video_duration: duration,
    ...days,
  })
  let figures: Promise<Row[]> | undefined
  return {
    now,
    currencies,
    /** Of all players, asked once. */
    figures() {
      figures ??= Promise.all(players.map((one) => post<Row>('/sessions/stats', about(one))))
      return figures
    },
    traffic: () => post<Row[]>('/traffic_origin/valid_utms', about(largest(() => true))),
    metrics: () => post<Row[]>('/custom_metrics/list', about(largest(({ index }) => index === 3))),
    variants: (path: string, kind: VariantKind) =>
      post<Row[]>(
        `/${path}/stats_by_player`,
        about(largest((one) => one.variants[kind].length > 1)),
      ),
    live: async () => {
      const ask = ({ id }: WorldPlayer) =>
        value<Row[]>(service, `/sessions/live_users?player_id=${id}`)
      return (await Promise.all(players.map(ask))).flat()
    },
    /** What the first two arms of a test got, of those that fit the one with most visitors. */
    arms: async (fits: (one: WorldTest) => boolean) => {
      const [test] = world
        .tests(now)
        .filter((one) => hasBegun(one, now - DAY) && fits(one))
        .sort((a, b) => b.visitors - a.visitors)
      const items = test?.players.slice(0, 2).map(({ id }) => ({ player_id: id }))
      const body = { comparison_group_id: test?.id, items }
      return (await post<ComparisonAnswer>('/comparison_groups/stats', body)).stats
    },
  }
}

type Asked = ReturnType<typeof asked>
const sum = (rows: Row[], field: string) =>
  rows.reduce((total, row) => total + Number(row[field]), 0)

const FIGURES: Record<string, (told: Asked) => Promise<boolean>> = {
  'a player has plays enough for its rates, and its half has too': async ({ figures }) =>
    (await figures()).some(({ total_started }) => Number(total_started) > 2 * FEWEST_PLAYS),
  'players have sales, in each currency': async ({ figures, currencies }) => {
    const rows = await figures()
    const amounts = currencies.map((currency) => sum(rows, `total_amount_${currency}`))
    return amounts.every((amount) => amount > 0)
  },
  'a player has plays and no sale': async ({ figures }) =>
    (await figures()).some((row) => Number(row.total_started) > 0 && row.total_conversions === 0),
  'a player has no views': async ({ figures }) =>
    (await figures()).some(({ total_viewed }) => total_viewed === 0),
  'pages had query parameters': async ({ traffic }) => (await traffic()).length > 5,
  'marked seconds were reached': async ({ metrics }) => sum(await metrics(), 'users_above') > 0,
  'headlines were played': async ({ variants }) =>
    (await variants('headlines', 'headline')).every(({ plays }) => Number(plays) > 0),
  'speeds were played': async ({ variants }) =>
    (await variants('turbo', 'speed')).every(({ plays }) => Number(plays) > 0),
  'smart autoplays were played': async ({ variants }) =>
    (await variants('smart_autoplays', 'autoplay')).every(({ plays }) => Number(plays) > 0),
  'somebody watches now': async ({ live }) => sum(await live(), 'live_users') > 0,
  'both arms of a test that runs have plays': async ({ arms, now }) =>
    (await arms(({ finished }) => finished > now)).every(({ plays }) => plays.total > 0),
  'both arms of a test that has finished have sales': async ({ arms, now }) =>
    (await arms(({ finished }) => finished <= now)).every(
      ({ conversions }) => conversions.total > 0,
    ),
}

describe.each<[string, Omit<ServiceOptions, 'now'>, string[]]>([
  ['the sandbox by default', {}, ['usd', 'brl', 'eur']],
  ['the demo', DEMO_COMPANY, ['usd', 'brl']],
])(`on each of ${DAYS} days in %s`, (_, options, currencies) => {
  const clock = { now: FIRST }
  const service = makeService({
    ...options,
    limits: { queriesPerMinute: null },
    now: () => clock.now * 1000,
  })
  const { world } = service
  // Nobody changes one, so each is read once.
  const videos = new Map<string, Video>()
  const videosAt = (now: number) => {
    clock.now = now
    return world.players(now).map(({ id }) => {
      const video = videos.get(id) ?? service.video.read(id)
      videos.set(id, video)
      return video
    })
  }

  test.each(Object.entries(TESTS))('%s', (_, holds) => {
    expect(daysWithout(holds, world.tests)).toEqual([])
  })

  test.each(Object.entries(PLAYERS))('%s', (_, holds) => {
    expect(daysWithout(holds, world.players)).toEqual([])
  })

  test('every video has all settings groups', () => {
    for (const now of INSTANTS) {
      for (const video of videosAt(now)) expect(Object.keys(video)).toEqual(containing(GROUPS))
    }
  })

  test.each(Object.entries(VIDEOS))('%s', (_, holds) => {
    expect(daysWithout(holds, videosAt)).toEqual([])
  })

  const answers = SAMPLE.map((now) => asked(service, now, currencies))
  test.each(Object.entries(FIGURES))('%s (on some of the days)', async (_, holds) => {
    const without: string[] = []
    for (const told of answers) {
      clock.now = told.now
      if (!(await holds(told))) without.push(wire(told.now))
    }
    expect(without).toEqual([])
  })
})

const containing = (keys: string[]) => expect.arrayContaining(keys)
