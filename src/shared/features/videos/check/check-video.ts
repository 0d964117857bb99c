import {
  COLLECTIONS,
  type Collection,
  GROUPS,
  type Group,
  SETTINGS,
} from '../../../api/settings/index.ts'
import type { Video } from '../../../api/video.ts'
import type { Problem } from '../../publishing/edit.ts'
import { checkCallAction, checkOverlaps } from './call-actions.ts'
import { type Checked, checkedIn, checkFields, type OwnRules } from './fields.ts'
import { checkPixel } from './pixels.ts'
import { type About, type Found, found, RULES, type Rule } from './rules.ts'
import { checkVariants } from './smart-autoplay.ts'
import { checkTrafficFilter } from './traffic-filter.ts'
import { at, isObject, objectsAt, textAt } from './values.ts'

export interface CheckContext {
  /** Every video of the account, when known. */
  knownVideoIds?: readonly string[]
  /** The hashes of the pictures on this computer, when known. */
  keptPictures?: readonly string[]
  /**
   * The video as on the service. An invalid single value there was not made by the user and is not
   * sent, so it does not prevent a post.
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
  // The base is only checked for what was found, because most videos have no problems.
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

const OF_GROUPS = new Map<Group, Checked>(
  GROUPS.map((group) => [group, checkedIn(SETTINGS[group])]),
)
const OF_ITEMS = new Map<Collection, Checked>(
  COLLECTIONS.map((group) => [group, checkedIn(SETTINGS[group].items.fields ?? {})]),
)

/** Rules about one value, which is sent only when it was changed. */
const OF_ONE_VALUE: ReadonlySet<Rule> = new Set<Rule>([
  'wrong-type',
  'broken-text',
  'url-not-http',
  'country-unknown',
  'language-unknown',
  ...[...OF_GROUPS.values(), ...OF_ITEMS.values()].flatMap(({ texts }) =>
    texts.flatMap(([, { rules }]) => rules?.unknown ?? []),
  ),
])

const keyOf = ({ group, item_id, register, rule, details }: Placed) =>
  JSON.stringify([group, item_id, register, rule, details])

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
