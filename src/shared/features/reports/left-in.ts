import { type AnalyticsName, analytics } from '../../api/analytics.ts'
import type { ComparisonGroup } from '../../api/comparison-group.ts'
import type { Player } from '../../api/player.ts'
import type { CallAction } from '../../api/settings/index.ts'
import type { Video } from '../../api/video.ts'
import { fieldsOf, isFields } from '../../plain.ts'
import type { Period } from '../../time/period.ts'
import type { StoredAbTest } from '../ab-tests/ab-test.ts'
import type { Answer } from '../analytics/answer.ts'
import { type AnnotationList, annotationsAbout } from '../annotations/own-annotation.ts'
import type { Overview } from '../overview/overview.ts'
import type { HistoryEntry, OpenVideo } from '../publishing/edit.ts'
import { type MergeRules, type ValuesOf, withOccurring } from '../traffic/merge-rules.ts'

/** The subject of a report: data of other players, tests, days and traffic is left out. */
export interface Subject {
  player_ids: readonly string[]
  /** The players of its compared curves, of whom it has the list's entry too. */
  compared_ids: readonly string[]
  /** The report's own test, and those of its compared curves. */
  group_ids: readonly string[]
  /** Null when it is of no days. */
  days: Period | null
  /** The raw values of a query parameter in its answers. */
  valuesOf: ValuesOf
}

interface Call {
  noun: string
  verb: string
}

type Rule = (value: unknown, subject: Subject) => unknown

/**
 * Per call, the part of its answer that a report may contain. A call without a rule is never included, so
 * keys, pixel snippets, codes, links and filter tokens are excluded by default.
 */
const RULES: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(Object.keys(analytics).map((name) => [`analytics.${name}`, wholeAnswer])),
  'analytics.players': rule<Answer<Player[]>>((answer, { player_ids, compared_ids }) => {
    const named = [...player_ids, ...compared_ids]
    return storedAnswer({ ...answer, value: answer.value.filter(({ id }) => named.includes(id)) })
  }),
  'analytics.comparisonGroups': rule<Answer<ComparisonGroup[]>>((answer, { group_ids }) =>
    storedAnswer({ ...answer, value: answer.value.filter(({ id }) => group_ids.includes(id)) }),
  ),
  'overview.read': rule<Overview>(({ rows, ...rest }) => ({
    ...rest,
    rows: rows.map(({ player, current, comparison }) => ({ player, current, comparison })),
  })),
  'overview.trends': (value) => value,
  'overview.growth': (value) => value,
  'curves.baseline': (value) => value,
  'curves.view': (value) => value,
  // The user's own tags and pins say nothing to a reader.
  'players.marks': () => [],
  'players.lastKnown': (value) => value,
  'annotations.list': rule<AnnotationList>(({ annotations, ...rest }, { player_ids, days }) => ({
    ...rest,
    annotations: (days ? annotationsAbout(annotations, player_ids, days) : []).map((one) => ({
      ...one,
      tags: [],
    })),
    ...NO_STEPS,
  })),
  'markers.list': (value) => ({ ...(value as object), ...NO_STEPS }),
  'videos.open': rule<OpenVideo>(({ base, shown, asOf }) => ({
    base: timesOf(base),
    shown: timesOf(shown),
    edits: [],
    asOf,
  })),
  'edits.history': rule<HistoryEntry[]>((entries) =>
    entries.filter(({ group }) => group !== 'pixels').map(withoutCodes),
  ),
  'abTests.list': rule<Record<string, StoredAbTest>>((tests, { group_ids }) =>
    Object.fromEntries(Object.entries(tests).filter(([id]) => group_ids.includes(id))),
  ),
  'traffic.rules': rule<MergeRules>((rules, { valuesOf }) => withOccurring(rules, valuesOf)),
}

// Data of the whole account, or of players that the report is not about.
const EXCLUDED: readonly string[] = (
  [
    'quotaUsage',
    'leaderboard',
    'playersEvents',
    'accountEvents',
    'platforms',
  ] satisfies AnalyticsName[]
).map((name) => `analytics.${name}`)

/** Whether a report may contain the answer to a call. */
export const isFreezable = ({ noun, verb }: Call) =>
  Object.hasOwn(RULES, `${noun}.${verb}`) && !EXCLUDED.includes(`${noun}.${verb}`)

/**
 * The part of an answer that a report about `subject` contains. Throws a TypeError for a call that is never
 * included.
 */
export function frozenAnswer({ noun, verb }: Call, value: unknown, subject: Subject): unknown {
  const keep = isFreezable({ noun, verb }) && RULES[`${noun}.${verb}`]
  if (!keep) throw new TypeError(`no report holds ${noun}.${verb}`)
  return keep(value, subject)
}

// The cast is safe because the value comes from the handler of that call, which this table's type cannot
// express.
function rule<T>(keep: (value: T, subject: Subject) => unknown): Rule {
  return (value, subject) => keep(value as T, subject)
}

function wholeAnswer(value: unknown) {
  return storedAnswer(value as Answer<unknown>)
}

/** The stored answer without its later refresh failures. */
function storedAnswer<T>(answer: Answer<T>): Answer<T> {
  return { ...answer, from: 'store', trouble: null }
}

/** A report is read-only, so there is nothing to undo. */
const NO_STEPS = { canUndo: false, canRedo: false }

/** Only the names and times of a video's calls to action, which the chart's lanes show. */
function timesOf({ id, name, duration, call_actions }: Video): Partial<Video> {
  return {
    id,
    ...(name !== undefined && { name }),
    ...(duration !== undefined && { duration }),
    ...(call_actions && { call_actions: timedCalls(call_actions) }),
  }
}

const timedCalls = ({ enabled, items }: NonNullable<Video['call_actions']>) => ({
  enabled: enabled ?? null,
  items: (items ?? []).map(timedItem),
})

const timedItem = ({ id, base, window, action }: CallAction): CallAction => ({
  id,
  base: picked(base, ['name', 'type', 'active']),
  window: picked(window, ['start', 'end']),
  // The button's text serves as its name; HTML is left out because it could contain code.
  action: action?.as_html ? {} : picked(action, ['content']),
})

function picked<T extends object, K extends keyof T>(from: T | undefined, keys: readonly K[]) {
  const known = keys.filter((key) => from?.[key] !== undefined)
  return Object.fromEntries(known.map((key) => [key, from?.[key]])) as Pick<T, K>
}

/** Setting texts that every viewer of the video can see. */
const SHOWN_TEXTS: readonly string[] = ['base.name', 'action.content']

/**
 * A history entry with its times and numbers, without texts that could be codes, links or tokens, and
 * without its note, which is the user's own. Calls to action keep what a video keeps of them, because the
 * chart's lanes show them as they were then.
 */
function withoutCodes(noted: HistoryEntry): HistoryEntry {
  const { note: _, base, ...entry } = noted
  const shown = shownPart(entry)
  return {
    ...{ ...entry, before: shown(entry.before), after: shown(entry.after) },
    // What was there before our own, to which the chart's lanes go back.
    ...(entry.event === 'overwritten' && base !== undefined && { base: shown(base) }),
  }
}

function shownPart({ event, group, register }: HistoryEntry): (value: unknown) => unknown {
  if (event === 'downloaded') return downloadedPart
  if (register === 'action_after_finish') return loopPart
  const isCall = group === 'call_actions'
  if (register !== null) return isCall && SHOWN_TEXTS.includes(register) ? shownText : plain
  if (!isCall) return named
  return (item) => (isFields(item) ? timedItem(item as unknown as CallAction) : item)
}

/** Where a loop begins, which the charts mark. */
function loopPart(value: unknown) {
  const { type, start } = fieldsOf(value)
  return type === 'loop' && typeof start === 'number' ? { type, start } : plain(value)
}

/** The text of a button may be HTML, which can contain code and links. */
const shownText = (value: unknown) =>
  typeof value === 'string' && value.includes('<') ? REDACTED : value

/** The groups that were changed elsewhere; of calls to action their times. */
function downloadedPart(value: unknown): unknown {
  const { call_actions } = fieldsOf(value)
  if (!isFields(call_actions)) return named(value)
  return { ...fieldsOf(named(value)), call_actions: timedCalls(call_actions) }
}

/** Of an item its id and name, of other objects the names of their keys. */
function named(value: unknown): unknown {
  if (!isFields(value)) return plain(value)
  const { id, base } = value
  if (typeof id !== 'string') return Object.fromEntries(Object.keys(value).map((key) => [key, {}]))
  const { name } = fieldsOf(base)
  return { id, base: { name: typeof name === 'string' ? name : null } }
}

/** Keeps null, numbers and booleans; replaces any other value, as an object without content would be told as empty. */
const plain = (value: unknown) =>
  value === null || typeof value === 'number' || typeof value === 'boolean' ? value : REDACTED

/** Replaces a value that is left out of reports. */
const REDACTED = '…'
