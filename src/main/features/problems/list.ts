import {
  type ListedProblem,
  MOST_LISTED,
  type ProblemList,
  type ProblemView,
  type RuleFindings,
} from '../../../shared/features/problems/calls.ts'
import {
  applyMutes,
  type MutedProblem,
  type Muting,
} from '../../../shared/features/problems/mute.ts'
import type { OwnRule } from '../../../shared/features/problems/own-rule.ts'
import {
  type AccountProblem,
  problemKey,
  SECTIONS,
  sectionOf,
  videoOfKey,
} from '../../../shared/features/problems/problem.ts'
import { groupBy } from '../../../shared/maps.ts'
import { folded } from '../../../shared/tables/table.ts'
import { todayIn } from '../../../shared/time/period.ts'
import { longestOf } from '../../../shared/time/time-of-day.ts'
import type { Found } from './finder.ts'

/** The result of one check of an account. */
export interface AccountCheck extends Pick<Muting, 'mutes' | 'valueHashOf'> {
  found: Found
  rules: OwnRule[]
  now: number
  zone: string
  /** Problems first seen after this instant are new. */
  since: number
}

export interface ListOptions {
  view: ProblemView
  /** Part of the name of a video or an item. */
  search: string
  /** Rules whose title matches the search, listed whatever they found. */
  rules: readonly string[]
  /** Only of these videos; of all when null. */
  video_ids: readonly string[] | null
  /** Maximum number of problems listed per rule. */
  most?: number | undefined
}

type Seen = ReadonlyMap<string, { seenAt: number; goneAt: number | null }>

export const problemsByMute = ({ found, mutes, valueHashOf, now, zone }: AccountCheck) =>
  applyMutes(found.problems, { mutes, valueHashOf, today: todayIn(zone, now) })

/** The list that the screen shows of a check. */
export function problemList(checked: AccountCheck, seen: Seen, options: ListOptions): ProblemList {
  const { found, since, now, rules } = checked
  const isChosen = ofVideos(options.video_ids)
  const all = problemsByMute(checked)
  const open = all.open.filter(isChosen)
  const muted = all.muted.filter(isChosen)
  const isNew = (problem: AccountProblem) => (seen.get(problemKey(problem))?.seenAt ?? 0) >= since
  const views: Record<ProblemView, readonly (AccountProblem | MutedProblem)[]> = {
    all: open,
    new: open.filter(isNew),
    fixable: open.filter(({ fix }) => fix),
    muted,
  }
  const isMeant = searchFor(options, found)
  const findings = [...groupBy(views[options.view].filter(isMeant), ({ rule }) => rule)].map(
    ([rule, problems]): RuleFindings => ({
      rule,
      severity: problems[0]?.severity ?? 'note',
      count: problems.length,
      videos: videosIn(problems),
      isNew: problems.some(isNew),
      problems: problems.slice(0, options.most ?? MOST_LISTED).map(
        (problem): ListedProblem => ({
          ...problem,
          ...ofVideo(found, problem.video_id),
          isNew: isNew(problem),
        }),
      ),
    }),
  )
  const ended = [...seen].filter(
    ([key, { goneAt }]) =>
      goneAt !== null && goneAt >= since && isChosen({ video_id: videoOfKey(key) }),
  )
  return {
    findings: findings.sort(
      (a, b) => sectionAt(a) - sectionAt(b) || b.videos - a.videos || order(a.rule, b.rule),
    ),
    videos: videosPerSection(open),
    counts: {
      all: views.all.length,
      new: views.new.length,
      fixable: views.fixable.length,
      muted: views.muted.length,
    },
    checked: found.videos.size,
    active: options.video_ids && options.video_ids.length,
    checkedAt: now,
    gone: ended.length,
    longest: longestOf([...found.videos.values()]),
    rules,
  }
}

/** Whether a problem is of one of the videos; of any when null. */
function ofVideos(video_ids: ListOptions['video_ids']) {
  const chosen = video_ids && new Set(video_ids)
  return ({ video_id }: { video_id: string }) => chosen === null || chosen.has(video_id)
}

const videosIn = (problems: readonly AccountProblem[]) =>
  new Set(problems.map(({ video_id }) => video_id)).size

const sectionAt = (one: Pick<AccountProblem, 'rule' | 'severity'>) =>
  SECTIONS.indexOf(sectionOf(one))

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const videosPerSection = (open: readonly AccountProblem[]) =>
  Object.fromEntries(
    SECTIONS.map((section) => [
      section,
      videosIn(open.filter((one) => sectionOf(one) === section)),
    ]),
  ) as ProblemList['videos']

function ofVideo({ videos }: Found, video_id: string) {
  const video = videos.get(video_id)
  const { duration = null, pitch = null } = video ?? {}
  return { video: video?.name ?? video_id, duration, pitch }
}

function searchFor({ search, rules }: ListOptions, { videos }: Found) {
  const wanted = folded(search.trim())
  if (wanted === '') return () => true
  const named = new Set(rules)
  return ({ rule, video_id, item }: AccountProblem) =>
    named.has(rule) ||
    folded(videos.get(video_id)?.name ?? '').includes(wanted) ||
    folded(item).includes(wanted)
}
