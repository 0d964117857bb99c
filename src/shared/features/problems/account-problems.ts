import type { Video } from '../../api/video.ts'
import { groupBy } from '../../maps.ts'
import type { Change, Problem } from '../publishing/edit.ts'
import { type AppliedEdit, applyEdits, itemAt, itemsOf } from '../publishing/lay.ts'
import { isOverlapping, type Moved, newOverlaps } from '../videos/check/call-actions.ts'
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
  const problemsIn = (part: Video) => checkedAlone(part, input).problems
  return { ...checked, problems: withSafeFixes(checked.problems, fixing(video), problemsIn) }
}

/** What some fixes change in a video. */
function fixing(video: Video) {
  const { id, name, duration, call_actions } = video
  const items = itemsOf(video, 'call_actions')
  const placesOf = groupBy(
    items.map((item, index) => ({ item, index })),
    ({ item }) => item.id,
  )
  let overlaps: ReturnType<typeof newOverlaps> | undefined
  const overlapsOf = () => (overlaps ??= newOverlaps(items))
  return {
    overlapsOf,
    fixedBy(fixes: readonly AccountProblem[]) {
      const edits = fixes.flatMap(({ fix = [] }) => fix).map(editOf)
      // Problems of other groups do not depend on this one. Nor do those of a call to action on
      // others, of which there may be thousands, except for overlaps.
      const groups = new Set(edits.map(({ group }) => group))
      const own = Object.fromEntries(Array.from(groups, (group) => [group, video[group]]))
      if (!groups.has('call_actions')) {
        return { part: applyEdits({ id, name, duration, ...own }, edits), moved: [] }
      }
      const ids = new Set(edits.map(({ item_id }) => item_id ?? ''))
      const changed = [...ids].flatMap((one) => placesOf.get(one) ?? [])
      const onlyChanged = { ...call_actions, items: changed.map(({ item }) => item) }
      const before = { id, name, duration, ...own, call_actions: onlyChanged }
      const part = applyEdits(before, edits)
      return { part, moved: overlapsOf().movedAmong(changed, itemsOf(part, 'call_actions')) }
    },
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
  { fixedBy, overlapsOf }: ReturnType<typeof fixing>,
  problemsIn: (part: Video) => readonly AccountProblem[],
): AccountProblem[] {
  const known = new Set(problems.map(placeKey))
  const isSafe = (fixes: readonly AccountProblem[]) => {
    const solved = new Set(fixes.map(placeKey))
    const { part, moved } = fixedBy(fixes)
    const isFine = problemsIn(part).every((one) => {
      const key = placeKey(one)
      return !solved.has(key) && (one.severity === 'note' || known.has(key))
    })
    return isFine && !moved.some(overlapsOf().isNewBeside)
  }
  // Without an item there is nothing new to find.
  const isRemoval = ({ fix = [] }: AccountProblem) => fix.every(({ kind }) => kind === 'delete')
  const safe = new Set(problems.filter(isRemoval))
  const fixable = problems.filter((one) => one.fix && !safe.has(one))
  for (const all of groupBy(fixable, ({ rule }) => rule).values()) {
    // Fixes of other places depend on each other by the times of calls to action alone.
    const kept = new Map<string, AccountProblem[]>()
    let movedBefore: Moved[] = []
    for (const one of all.filter((each) => isSafe([each]))) {
      const place = `${one.group} ${one.item_id}`
      const fixes = [...(kept.get(place) ?? []), one]
      const { moved } = fixedBy(fixes)
      const isAlone = !moved.some((each) => isOverlapping(each, movedBefore))
      if (!isAlone || (fixes.length > 1 && !isSafe(fixes))) continue
      if (fixes.length > 1) movedBefore = movedBefore.filter(({ id }) => id !== one.item_id)
      movedBefore.push(...moved)
      kept.set(place, fixes)
      safe.add(one)
    }
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
  const holder = item_id === null ? video[group] : itemAt(video, { group, item_id })
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

/** The problems of all videos, in a fixed order. `unread` are the ids of videos that exist besides. */
export function joinedProblems(
  videos: readonly CheckedVideo[],
  { isComplete, unread = [] }: { isComplete: boolean; unread?: readonly string[] },
): AccountProblem[] {
  const byId = new Map(videos.map((video) => [video.id, video]))
  const known = new Set([...byId.keys(), ...unread])
  const habits = habitsOf(videos)
  const problems = videos.flatMap((video) => {
    const labels = new Map(Object.entries(video.labels))
    return [
      ...video.problems,
      ...Array.from(checkSiblings(video, habits), (found) => placed(found, video.id, labels)),
      ...(isComplete ? unknownFallback(video, known) : []),
    ]
  })
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
  known: ReadonlySet<string>,
): AccountProblem[] {
  if (fallback === null || known.has(fallback)) return []
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
