import { COLLECTIONS, type Collection, type Group } from '../../../api/settings/index.ts'
import type { Video } from '../../../api/video.ts'
import type { Problem } from '../../publishing/edit.ts'
import { checkCallAction, checkOverlaps } from './call-actions.ts'
import { checkPixel } from './pixels.ts'
import { checkPlayback } from './playback.ts'
import { type About, type Found, found, RULES, type Rule } from './rules.ts'
import { checkSmartAutoplay } from './smart-autoplay.ts'
import { checkTrafficFilter } from './traffic-filter.ts'
import { at, checkValues, GROUP_KINDS, isObject, objectsAt, textAt } from './values.ts'

export interface CheckContext {
  /** Every video of the account, when they are known. */
  knownVideoIds?: readonly string[]
  /** The hashes of the pictures on this computer, when they are known. */
  keptPictures?: readonly string[]
  /**
   * The video as the service has it. What is wrong there with a single value is none of the
   * person's doing and is not sent, so it holds nothing back.
   */
  base?: Video
}

type Placed = Pick<Problem, 'group' | 'item_id'> & Found

/**
 * Everything that is wrong with a video as it would be: what the document says the service refuses
 * as errors, rules of the house as warnings. What is not understood is never complained about.
 */
export function checkVideo(video: Video, { base, ...known }: CheckContext = {}): Problem[] {
  const about = knownOf(known)
  const placed = [...checkGroups(video, aboutOf(video, about))]
  // The base is looked at only for what is found, for most videos have nothing to find.
  const needsBase = base !== undefined && placed.some(({ rule }) => OF_ONE_VALUE.has(rule))
  const old = new Set(needsBase ? [...checkGroups(base, aboutOf(base, about))].map(keyOf) : [])
  return placed.map((problem) => {
    const isOld = OF_ONE_VALUE.has(problem.rule) && old.has(keyOf(problem))
    return { severity: isOld ? 'warning' : RULES[problem.rule], video_id: video.id, ...problem }
  })
}

type Known = Pick<About, 'knownVideoIds' | 'keptPictures'>

const knownOf = ({ knownVideoIds, keptPictures }: CheckContext): Known => ({
  knownVideoIds: knownVideoIds ? new Set(knownVideoIds) : null,
  keptPictures: keptPictures ? new Set(keptPictures) : null,
})

const aboutOf = (video: Video, known: Known): About => ({
  video_id: video.id,
  duration: typeof video.duration === 'number' ? video.duration : null,
  ...known,
})

/** Rules that look at one value, which is sent only when it was changed. */
const OF_ONE_VALUE: ReadonlySet<Rule> = new Set<Rule>([
  'wrong-type',
  'broken-text',
  'url-not-http',
  'call-action-type-unknown',
  'pixel-type-unknown',
  'dispatch-mode-unknown',
  'country-unknown',
  'language-unknown',
])

const keyOf = ({ group, item_id, register, rule, details }: Placed) =>
  JSON.stringify([group, item_id, register, rule, details])

const CHECKS: Readonly<Record<Group, (group: unknown, about: About) => Iterable<Found>>> = {
  smart_autoplay: checkSmartAutoplay,
  call_actions: (group) => checkValues(group, GROUP_KINDS.call_actions),
  pixels: (group) => checkValues(group, GROUP_KINDS.pixels),
  traffic_filter: checkTrafficFilter,
  playback: checkPlayback,
  immersive_mode: (group) => checkValues(group, GROUP_KINDS.immersive_mode),
}

function* checkGroups(video: Video, about: About): Generator<Placed> {
  for (const [name, check] of Object.entries(CHECKS)) {
    const group = name as Group
    const value: unknown = video[group]
    if (!isObject(value)) continue
    for (const problem of check(value, about)) yield { group, item_id: null, ...problem }
  }
  for (const group of COLLECTIONS) yield* checkItems(video, group, about)
}

const ITEM_CHECKS: Readonly<Record<Collection, (item: unknown, about: About) => Iterable<Found>>> =
  { call_actions: checkCallAction, pixels: checkPixel }

function* checkItems(video: Video, group: Collection, about: About): Generator<Placed> {
  const items = objectsAt(video[group], 'items')
  if (items.length > 0 && at(video[group], 'enabled') === false) {
    yield { group, item_id: null, ...found('group-off-with-items', 'enabled', count(items)) }
  }
  for (const item of items) {
    const item_id = textAt(item, 'id')
    for (const problem of ITEM_CHECKS[group](item, about)) yield { group, item_id, ...problem }
  }
  if (group === 'call_actions') {
    for (const [item_id, problem] of checkOverlaps(items)) yield { group, item_id, ...problem }
  }
}

const count = (items: readonly unknown[]) => ({ value: items.length })
