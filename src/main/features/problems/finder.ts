import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { Group } from '../../../shared/api/settings/index.ts'
import type { Video } from '../../../shared/api/video.ts'
import {
  type CheckedVideo,
  joinedProblems,
  videoProblems,
} from '../../../shared/features/problems/account-problems.ts'
import type { OwnRule } from '../../../shared/features/problems/own-rule.ts'
import type { AccountProblem, ProblemPlace } from '../../../shared/features/problems/problem.ts'
import { applyEdits, itemAt } from '../../../shared/features/publishing/lay.ts'
import { canonical, groupValues, itemValues } from '../../../shared/features/publishing/value.ts'
import { fieldsOf } from '../../../shared/plain.ts'
import type { StoreContext } from '../../database/stored.ts'
import { makeTurnsOf } from '../../threads/turns.ts'
import type { EditRow } from '../publishing/edit-row.ts'
import { makeVideoList } from '../videos/store.ts'

type FinderParts = Pick<StoreContext, 'desk' | 'listedPlayers' | 'clock'> & {
  rules: (account_id: string) => OwnRule[]
}

/** The problems found in an account. */
export interface Found {
  problems: readonly AccountProblem[]
  /** By id. */
  videos: ReadonlyMap<string, CheckedVideo>
  /** Whether the complete list of videos was read. */
  isComplete: boolean
}

interface Remembered {
  /** Changes when anything changes that the video's problems depend on. */
  stamp: string
  checked: CheckedVideo
  /** The hashes of the values of muted places. */
  hashes: Map<string, string | null>
}

/** How long the store's thread works before other calls get a turn. */
const SLICE_MS = 8

/**
 * Finds the problems of an account in slices. Only changed videos are checked again: checking a
 * large account takes most of a second, and each edit starts a new check.
 */
export function makeProblemFinder(parts: FinderParts) {
  // Only of the current account.
  let remembered = { account_id: '', videos: new Map<string, Remembered>() }

  async function find(account_id: string): Promise<Found> {
    const known: ReadonlyMap<string, Remembered> =
      remembered.account_id === account_id ? remembered.videos : new Map()
    const about = aboutAccount(parts, account_id)
    const videos = new Map<string, Remembered>()
    let sliceEnds = parts.clock.monotonic() + SLICE_MS
    for (const [video_id, stamp] of stampsOf(parts, account_id, about)) {
      const before = known.get(video_id)
      if (before?.stamp === stamp) videos.set(video_id, before)
      else {
        const video = shownVideo(parts, account_id, video_id)
        if (video)
          videos.set(video_id, { stamp, checked: checkedVideo(video, about), hashes: new Map() })
      }
      if (parts.clock.monotonic() < sliceEnds) continue
      // oxlint-disable-next-line no-await-in-loop -- others have a turn between the slices
      await turn()
      sliceEnds = parts.clock.monotonic() + SLICE_MS
    }
    remembered = { account_id, videos }
    const checked = [...videos.values()].map((one) => one.checked)
    const { unread } = about
    const isComplete = unread !== null
    return {
      problems: joinedProblems(checked, { isComplete, unread: unread ?? [] }),
      videos: new Map(checked.map((one) => [one.id, one])),
      isComplete,
    }
  }

  /** Equal for equal values at a place; null when the video does not exist. */
  function valueHash(account_id: string, place: ProblemPlace): string | null {
    const video = shownVideo(parts, account_id, place.video_id)
    return video && hashAt(video, place)
  }

  return {
    find: oneAfterTheOther(find),
    valueHash,
    /** `valueHash` of the place as it was when the account was last checked. */
    foundHash(account_id: string, place: ProblemPlace): string | null {
      const known = remembered.account_id === account_id && remembered.videos.get(place.video_id)
      if (!known) return valueHash(account_id, place)
      const key = placeOf(place)
      const hash = known.hashes.get(key) ?? valueHash(account_id, place)
      known.hashes.set(key, hash)
      return hash
    },
  }
}

const hashOf = (value: unknown) => createHash('sha256').update(canonical(value)).digest('hex')

export const itemHash = (group: Group, item: unknown) => hashOf(itemValues(group, fieldsOf(item)))

const placeOf = ({ group, item_id }: ProblemPlace) => `${group} ${item_id}`

/** Calls during a run share the next run, which sees everything stored until it starts. */
function oneAfterTheOther(find: (account_id: string) => Promise<Found>) {
  const inTurn = makeTurnsOf()
  const waiting = new Map<string, Promise<Found>>()
  return (account_id: string): Promise<Found> => {
    const shared = waiting.get(account_id)
    if (shared) return shared
    const next = inTurn(account_id, () => {
      waiting.delete(account_id)
      return find(account_id)
    })
    waiting.set(account_id, next)
    return next
  }
}

type About = ReturnType<typeof aboutAccount>

/** What the problems of all videos depend on, apart from the video itself. */
function aboutAccount({ desk, listedPlayers, rules }: FinderParts, account_id: string) {
  const players = listedPlayers(account_id)
  const tags = desk.all<[string, string]>(
    'SELECT player_id, tags FROM player_marks WHERE account_id = ?',
    account_id,
  )
  const pictures = desk.all<[string]>('SELECT hash FROM pictures WHERE account_id = ?', account_id)
  return {
    pitches: new Map(players.map(({ id, pitch_time }) => [id, pitch_time])),
    tags: new Map(tags),
    keptPictures: pictures.flat(),
    rules: rules(account_id),
    unread: makeVideoList(desk).unread(account_id),
  }
}

function* stampsOf(
  { desk }: FinderParts,
  account_id: string,
  { pitches, tags, keptPictures, rules }: About,
): Generator<[video_id: string, stamp: string]> {
  const edits = new Map<string, string[]>()
  desk.each<[string, string]>(
    'SELECT video_id, edit FROM edits WHERE account_id = ? ORDER BY seq, key',
    [account_id],
    ([video_id, edit]) => {
      const known = edits.get(video_id)
      if (known) known.push(edit)
      else edits.set(video_id, [edit])
    },
  )
  const ofAll = JSON.stringify([rules, keptPictures])
  const sql = 'SELECT video_id, fetched_at FROM videos WHERE account_id = ? ORDER BY video_id'
  for (const [video_id, fetchedAt] of desk.all<[string, number]>(sql, account_id)) {
    const hash = createHash('sha1').update(ofAll)
    hash.update(JSON.stringify([fetchedAt, pitches.get(video_id), tags.get(video_id)]))
    for (const edit of edits.get(video_id) ?? []) hash.update(edit)
    yield [video_id, hash.digest('base64')]
  }
}

const checkedVideo = (video: Video, { pitches, tags, keptPictures, rules }: About) =>
  videoProblems(video, {
    pitch: pitches.get(video.id),
    tags: JSON.parse(tags.get(video.id) ?? '[]') as string[],
    rules,
    keptPictures,
  })

/** A video with its edits applied; null when it was removed meanwhile. */
function shownVideo({ desk }: FinderParts, account_id: string, video_id: string): Video | null {
  const of = [account_id, video_id]
  const sql = 'SELECT video FROM videos WHERE account_id = ? AND video_id = ?'
  const row = desk.first<[string]>(sql, ...of)
  if (!row) return null
  const edits = desk.all<[string]>(
    'SELECT edit FROM edits WHERE account_id = ? AND video_id = ? ORDER BY seq, key',
    ...of,
  )
  const rows = edits.map(([edit]) => JSON.parse(edit) as EditRow)
  return applyEdits(JSON.parse(row[0]) as Video, rows)
}

/**
 * The hash of what a problem is about: an item, a group without its items, or the video as a whole.
 * Keys that the document does not name may differ at each read, and no rule reads them.
 */
function hashAt(video: Video, { group, item_id }: ProblemPlace): string {
  if (group === null) return hashOf([video.name, video.duration])
  if (item_id === null) return hashOf(groupValues(group, video[group]))
  return itemHash(group, itemAt(video, { group, item_id }))
}
