import type { Video } from '../../api/video.ts'
import { groupBy } from '../../maps.ts'
import type { Fields } from '../../plain.ts'
import type { Change, Problem } from '../publishing/edit.ts'
import { type AppliedEdit, applyEdits, type Item, itemsOf } from '../publishing/lay.ts'
import { overlapsIn } from '../videos/check/call-actions.ts'
import { type CheckContext, checkVideo } from '../videos/check/check-video.ts'
import { shortValue } from '../videos/check/rules.ts'
import { at, isObject, objectsAt, secondAt, textAt } from '../videos/check/values.ts'
import { type Address, addressesOf, checkAddress, checkSiblings, habitsOf } from './addresses.ts'
import { checkMoments, durationOf } from './call-actions.ts'
import { checkFallbacks, type Filtered } from './fallbacks.ts'
import { checkOwnRules, type OwnRule } from './own-rule.ts'
import { checkPixels } from './pixels.ts'
import {
  ACCOUNT_RULES,
  type AccountProblem,
  type FoundInVideo,
  itemLabel,
  nameOf,
  problemKey,
  SEVERITIES,
  SEVERITY_IN_ACCOUNT,
  setting,
} from './problem.ts'

type Known = Pick<CheckContext, 'keptPictures'>

export interface ProblemsInput extends Known {
  /** As they would be after posting the edits. */
  videos: Iterable<Video>
  /** The second of the pitch; null or 0 when none is set, undefined when the player is not known. */
  pitchOf: (video_id: string) => number | null | undefined
  rules: readonly OwnRule[]
  tagsOf: (video_id: string) => readonly string[]
  /** Whether `videos` is the complete list, so that a fallback that is not in it is unknown. */
  isComplete?: boolean
}

/** The problems of the whole account, sorted by severity, rule and video. */
export function accountProblems({ videos, isComplete, ...input }: ProblemsInput): AccountProblem[] {
  const checked = Array.from(videos, (video) =>
    videoProblems(video, {
      ...input,
      pitch: input.pitchOf(video.id),
      tags: input.tagsOf(video.id),
    }),
  )
  return joinedProblems(checked, { isComplete: isComplete ?? false })
}

interface VideoInput extends Known, Pick<ProblemsInput, 'rules'> {
  pitch: number | null | undefined
  tags: readonly string[]
}

/** The problems of a video alone, and what the rules over several videos need to know about it. */
export interface CheckedVideo extends Filtered {
  duration: number | null
  pitch: number | null
  problems: readonly AccountProblem[]
  addresses: readonly Address[]
  /** The names of calls to action, by the id of those with an address. */
  labels: Readonly<Record<string, string>>
}

export function videoProblems(video: Video, input: VideoInput): CheckedVideo {
  const checked = checkedAlone(video, input)
  const fixed = fixedPart(video)
  const problemsWith = (changes: readonly Change[]) => checkedAlone(fixed(changes), input).problems
  return { ...checked, problems: withSafeFixes(checked.problems, problemsWith) }
}

/** The part of a video in which fixes may solve or make problems, with these fixes. */
function fixedPart(video: Video) {
  const { id, name, duration, call_actions } = video
  const items = itemsOf(video, 'call_actions')
  let overlaps: ReturnType<typeof overlapsIn> | undefined
  return (changes: readonly Change[]): Video => {
    // Problems of other groups do not depend on this one.
    const groups = new Set(changes.map(({ group }) => group))
    const own = Object.fromEntries(Array.from(groups, (group) => [group, video[group]]))
    const edits = changes.map(editOf)
    const fixed = (part: Fields) => applyEdits({ id, name, duration, ...own, ...part }, edits)
    if (!groups.has('call_actions')) return fixed({})
    // Nor do those of a call to action on others that are shown at another time, of which there may be thousands.
    const ids = new Set(edits.map(({ item_id }) => item_id))
    const withItems = (isIn: (item: Item) => boolean) =>
      fixed({ call_actions: { ...call_actions, items: items.filter(isIn) } })
    const changed = withItems((item) => ids.has(item.id))
    overlaps ??= overlapsIn(items)
    const beside = overlaps(itemsOf(changed, 'call_actions'))
    return beside.size === 0 ? changed : withItems((item) => ids.has(item.id) || beside.has(item))
  }
}

/** A fix as an edit. */
function editOf(change: Change): AppliedEdit {
  if (change.kind === 'delete') return { ...change, register: null, want: null }
  if (change.kind === 'set') return { ...change, want: change.value }
  throw new Error('a fix sets or deletes')
}

/**
 * The problems with those fixes that solve them and make no other error or warning, also with the
 * other fixes of the same rule, because these are applied at once.
 */
function withSafeFixes(
  problems: readonly AccountProblem[],
  problemsWith: (changes: readonly Change[]) => readonly AccountProblem[],
): AccountProblem[] {
  const known = new Set(problems.map(placeKey))
  const isSafe = (fixed: readonly AccountProblem[]) => {
    const solved = new Set(fixed.map(placeKey))
    return problemsWith(fixed.flatMap(({ fix }) => fix ?? [])).every((one) => {
      const key = placeKey(one)
      return !solved.has(key) && (one.severity === 'note' || known.has(key))
    })
  }
  // Without an item there is nothing new to find.
  const isRemoval = ({ fix = [] }: AccountProblem) => fix.every(({ kind }) => kind === 'delete')
  const safe = new Set(problems.filter(isRemoval))
  const fixable = problems.filter((one) => one.fix && !safe.has(one))
  for (const all of groupBy(fixable, ({ rule }) => rule).values()) {
    const alone = all.filter((one) => isSafe([one]))
    // Most are; otherwise those are kept that are safe beside the ones before them.
    const kept =
      alone.length < 2 || isSafe(alone)
        ? alone
        : alone.reduce<AccountProblem[]>(
            (before, one) =>
              before.length === 0 || isSafe([...before, one]) ? [...before, one] : before,
            [],
          )
    for (const one of kept) safe.add(one)
  }
  return problems.map((problem) => {
    if (!problem.fix || safe.has(problem)) return problem
    const { fix: _fix, before: _before, ...unfixed } = problem
    return unfixed
  })
}

const placeKey = (problem: AccountProblem) => `${problemKey(problem)} ${problem.register}`

function checkedAlone(
  video: Video,
  { pitch: given, tags, rules, ...known }: VideoInput,
): CheckedVideo {
  const pitch = given === 0 ? null : given
  const addresses = addressesOf(video)
  const labels = labelsOf(video)
  const own = [
    ...checkMoments({ video, pitch }),
    ...addresses.flatMap((address) => [...checkAddress(address)]),
    ...checkPixels(video),
    ...(pitch === null && hasCallActions(video) ? [ofVideo('no-pitch', {})] : []),
  ].map((found) => placed(found, video.id, labels))
  const isFiltering = at(video.traffic_filter, 'enabled') === true
  return {
    id: video.id,
    name: nameOf(video),
    duration: durationOf(video),
    pitch: pitch ?? null,
    isFiltering,
    fallback: (isFiltering && textAt(video.traffic_filter, 'fallback_video_id')) || null,
    addresses,
    labels: Object.fromEntries(
      addresses.map(({ item_id }) => [item_id, labels.get(item_id) ?? '']),
    ),
    problems: [
      ...checkedProblems(video, own, { known, labels }),
      ...own,
      ...checkOwnRules({ video, rules, tags }),
    ],
  }
}

const hasCallActions = ({ call_actions }: Video) => objectsAt(call_actions, 'items').length > 0

const labelsOf = ({ call_actions, pixels }: Video): Labels =>
  new Map(
    [...objectsAt(call_actions, 'items'), ...objectsAt(pixels, 'items')].map((item) => [
      textAt(item, 'id'),
      itemLabel(item),
    ]),
  )

type Labels = ReadonlyMap<string, string>

const ofVideo = (rule: FoundInVideo['rule'], details: FoundInVideo['details']): FoundInVideo => ({
  group: null,
  item_id: null,
  register: null,
  rule,
  details,
})

function placed(found: FoundInVideo, video_id: string, labels: Labels): AccountProblem {
  const item = labels.get(found.item_id ?? '') ?? ''
  return { severity: ACCOUNT_RULES[found.rule], video_id, item, ...found }
}

/**
 * A rule of the account replaces these rules of the check, because it says more about the same
 * item.
 */
const REPLACED_RULES = {
  'call-action-after-end': 'window-beyond-duration',
  'pixel-never-fires': 'pixel-beyond-duration',
} as const

/** The results of the check of one video, with their severity in the account. */
function checkedProblems(
  video: Video,
  own: readonly AccountProblem[],
  { known, labels }: { known: Known; labels: Labels },
): AccountProblem[] {
  const replaced = new Set(
    own.map(
      ({ item_id, rule }) => `${item_id} ${REPLACED_RULES[rule as keyof typeof REPLACED_RULES]}`,
    ),
  )
  return checkVideo(video, known)
    .filter(({ item_id, rule }) => !replaced.has(`${item_id} ${rule}`))
    .map((problem) => ({
      ...problem,
      severity:
        SEVERITY_IN_ACCOUNT[problem.rule as keyof typeof SEVERITY_IN_ACCOUNT] ?? problem.severity,
      item: labels.get(problem.item_id ?? '') ?? '',
      ...fixOfChecked(video, problem),
    }))
}

/** The rules of the check that have exactly one fix, if it makes no other problem. */
function fixOfChecked(video: Video, { group, item_id, register, rule, details }: Problem) {
  const place = { group, item_id }
  const holder =
    item_id === null
      ? video[group]
      : objectsAt(video[group], 'items').find(({ id }) => id === item_id)
  const before = register === null ? undefined : at(holder, register)
  switch (rule) {
    case 'window-beyond-duration':
      return register === 'window.end' ? windowCut(holder, place, Number(details['limit'])) : {}
    case 'fallback-is-itself':
      return { fix: [setting(place, 'fallback_video_id', null)], before }
    case 'loop-beyond-duration':
    case 'loop-start-negative': {
      // Another type is a problem of its own, which a start does not solve.
      if (!isObject(before) || at(before, 'type') !== 'loop') return {}
      const loop = { type: 'loop', start: 0 }
      return { fix: [setting(place, 'action_after_finish', loop)], before }
    }
    default:
      return {}
  }
}

/** Cut at the last whole second. A window that starts later would be empty, so it has no fix. */
function windowCut(item: unknown, place: Parameters<typeof setting>[0], limit: number) {
  const end = Math.floor(limit)
  const start = secondAt(item, 'window.start')
  if (start !== null && start >= end) return {}
  return { fix: [setting(place, 'window.end', end)], before: at(item, 'window.end') }
}

/** The problems of all videos, in a fixed order. */
export function joinedProblems(
  videos: readonly CheckedVideo[],
  { isComplete }: { isComplete: boolean },
): AccountProblem[] {
  const byId = new Map(videos.map((video) => [video.id, video]))
  const habits = habitsOf(videos)
  const problems = videos.flatMap((video) => [
    ...video.problems,
    ...Array.from(checkSiblings(video, habits), (found) =>
      placed(found, video.id, new Map(Object.entries(video.labels))),
    ),
    ...(isComplete ? unknownFallback(video, byId) : []),
  ])
  for (const { video_id, rule, details } of checkFallbacks(byId)) {
    const place = { group: 'traffic_filter', item_id: null } as const
    const register = 'fallback_video_id'
    problems.push(placed({ ...place, register, rule, details }, video_id, NO_LABELS))
  }
  problems.push(...namesTwice(videos))
  return inOrder(problems, byId)
}

const NO_LABELS: Labels = new Map()

function unknownFallback(
  { id, fallback }: CheckedVideo,
  byId: ReadonlyMap<string, unknown>,
): AccountProblem[] {
  if (fallback === null || byId.has(fallback)) return []
  return [
    {
      severity: SEVERITY_IN_ACCOUNT['fallback-unknown'] ?? 'warning',
      video_id: id,
      ...{ group: 'traffic_filter', item_id: null, register: 'fallback_video_id', item: '' },
      rule: 'fallback-unknown',
      details: { value: shortValue(fallback) },
    },
  ]
}

function namesTwice(videos: readonly CheckedVideo[]): AccountProblem[] {
  const named = groupBy(videos, ({ name }) => name.trim())
  return [...named.values()]
    .filter((same) => same.length > 1)
    .flatMap((same) =>
      same.map(({ id, name }) =>
        placed(
          ofVideo('name-twice', { value: shortValue(name), count: same.length }),
          id,
          NO_LABELS,
        ),
      ),
    )
}

/**
 * Sorted by severity, rule and video name, then in the order found, so that equal inputs give equal
 * lists.
 */
function inOrder(problems: AccountProblem[], byId: ReadonlyMap<string, CheckedVideo>) {
  const places = new Map(
    [...byId.values()]
      .sort((a, b) => order(a.name, b.name) || order(a.id, b.id))
      .map(({ id }, index) => [id, index]),
  )
  const placeOf = (problem: AccountProblem) => places.get(problem.video_id) ?? 0
  return problems.sort(
    (a, b) =>
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
      order(a.rule, b.rule) ||
      placeOf(a) - placeOf(b),
  )
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
