import {
  COLLECTIONS,
  type Collection,
  GROUPS,
  type Group,
  SETTINGS,
} from '../../../api/settings/index.ts'
import type { Video } from '../../../api/video.ts'
import type { Problem } from '../../publishing/edit.ts'
import { valueAt } from '../../publishing/lay.ts'
import { registerKind } from '../../publishing/register.ts'
import { checkCallAction, checkOverlaps } from './call-actions.ts'
import { type Checked, checkedIn, checkFields, type OwnRules } from './fields.ts'
import { type About, type Found, found, RULES } from './rules.ts'
import { checkVariants } from './smart-autoplay.ts'
import { checkTrafficFilter } from './traffic-filter.ts'
import { at, isObject, objectsAt, secondAt, textAt } from './values.ts'

export interface CheckContext {
  /** Every video of the account, when known. */
  knownVideoIds?: readonly string[]
  /** The hashes of the pictures on this computer, when known. */
  keptPictures?: readonly string[]
  /**
   * The video as on the service. Its own problems are warnings while their registers are not set,
   * because they are not sent and were not made by the user.
   */
  base?: Video
}

type Placed = Pick<Problem, 'group' | 'item_id'> & Found

/**
 * The problems that a video would have: errors for what the service refuses according to the
 * document, warnings for our own rules. Unknown settings are never reported.
 */
export function checkVideo(video: Video, { base, ...known }: CheckContext = {}): Problem[] {
  const about = knownOf(known)
  const placed = [...checkGroups(video, aboutOf(video, about))]
  // The base is only checked when there is an error, because most videos have none.
  const needsBase = base !== undefined && placed.some(({ rule }) => RULES[rule] === 'error')
  const old = new Set(
    needsBase ? [...checkGroups(base, aboutOf(base, about))].map((each) => keyOf(each, base)) : [],
  )
  return placed.map((problem) => {
    const isOld = old.size > 0 && old.has(keyOf(problem, video))
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

const OF_GROUPS = new Map<Group, Checked>(
  GROUPS.map((group) => [group, checkedIn(SETTINGS[group])]),
)
const OF_ITEMS = new Map<Collection, Checked>(
  COLLECTIONS.map((group) => [group, checkedIn(SETTINGS[group].items.fields ?? {})]),
)

/**
 * Equal for a problem that edits left as it was: the same one, of a register with the same value. An edit of a list sets
 * none of its other entries, of which the details name one.
 */
function keyOf({ group, item_id, register, rule, details }: Placed, video: Video) {
  const at = { group, item_id, register: register ?? '' }
  const value = registerKind(at) === 'list' ? null : valueAt(video, at)
  return JSON.stringify([at, rule, details, value])
}

const OWN_RULES: Partial<Record<Group, OwnRules>> = {
  smart_autoplay: checkVariants,
  traffic_filter: checkTrafficFilter,
}

const OWN_RULES_OF_ITEMS: Readonly<Record<Collection, OwnRules>> = {
  call_actions: checkCallAction,
  pixels: checkPixel,
}

function* checkGroups(video: Video, about: About): Generator<Placed> {
  for (const [group, fields] of OF_GROUPS) {
    const value: unknown = video[group]
    if (!isObject(value)) continue
    for (const problem of checkFields(value, fields, about, OWN_RULES[group])) {
      yield { group, item_id: null, ...problem }
    }
  }
  for (const [group, fields] of OF_ITEMS) yield* checkItems(video, { group, fields }, about)
}

interface OfItems {
  group: Collection
  fields: Checked
}

function* checkItems(video: Video, { group, fields }: OfItems, about: About): Generator<Placed> {
  const items = objectsAt(video[group], 'items')
  if (items.length > 0 && at(video[group], 'enabled') === false) {
    yield { group, item_id: null, ...found('group-off-with-items', 'enabled', count(items)) }
  }
  const ownRules = OWN_RULES_OF_ITEMS[group]
  for (const item of items) {
    const item_id = textAt(item, 'id')
    for (const problem of checkFields(item, fields, about, ownRules)) {
      yield { group, item_id, ...problem }
    }
  }
  if (group === 'call_actions') {
    for (const [item_id, problem] of checkOverlaps(items)) yield { group, item_id, ...problem }
  }
}

const count = (items: readonly unknown[]) => ({ value: items.length })

/** Rules about several keys of a pixel. */
export function* checkPixel(item: unknown, about: About): Generator<Found> {
  if (textAt(item, 'base.type') === 'custom' && textAt(item, 'tag.html').trim() === '') {
    yield found('pixel-without-snippet', 'tag.html')
  }
  yield* checkThreshold(item, about)
}

// Video, pixels: `threshold` is the percent watched or the second played, by `mode`.
function* checkThreshold(item: unknown, { duration }: About): Generator<Found> {
  const register = 'dispatch.threshold'
  const value = secondAt(item, register)
  if (value === null) return
  if (textAt(item, 'dispatch.mode') === 'percent') {
    if (value < 0 || value > 100) yield found('percent-out-of-range', register, { value })
  } else if (value < 0) {
    yield found('second-negative', register, { value })
  } else if (textAt(item, 'dispatch.mode') === 'time' && duration !== null && value > duration) {
    yield found('pixel-beyond-duration', register, { value, limit: duration })
  }
}
