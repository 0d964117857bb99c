import { editedValue, proposedText } from '../../../shared/features/proposals/edited-value.ts'
import type { ProposedChange, Verdict } from '../../../shared/features/proposals/proposal.ts'
import {
  type ChangeState,
  type Decision,
  isAcceptable,
  isDrafted,
  isUndisputed,
  replacesOwn,
} from '../../../shared/features/proposals/review.ts'
import { MODE } from '../../../shared/features/publishing/modes.ts'
import { canonical } from '../../../shared/features/publishing/value.ts'
import { THRESHOLD } from '../../../shared/features/videos/codec.ts'
import type { Language } from '../../../shared/locales/languages.ts'
import { getOrCreate, groupBy } from '../../../shared/maps.ts'

/** The user's decision about a change, as typed. */
export interface Draft {
  verdict: Verdict | null
  text: string
  note: string
  /** Whether the user, or an earlier answer, decided on this change individually. */
  isIndividual: boolean
}

/**
 * Decided at first are changes that were refused, and others that replace nothing changed here; the user decides
 * about the rest. The note of an earlier answer is kept, because a reply is saved whole.
 */
export function firstDrafts(
  changes: readonly ProposedChange[],
  states: readonly ChangeState[],
  language: Language,
): Draft[] {
  return changes.map((change, index) => {
    const { answer } = change
    const want = answer?.verdict === 'edited' ? answer.want : change.want
    const verdict = firstVerdict(change, states[index] as ChangeState)
    return {
      verdict,
      text: proposedText(change, want, language),
      note: answer?.note ?? '',
      isIndividual: answer !== null,
    }
  })
}

function firstVerdict(change: ProposedChange, state: ChangeState): Verdict | null {
  const answered = change.answer?.verdict
  if (answered === 'refused') return answered
  if (replacesOwn(change, state) || state.is === 'different') return null
  if (answered === 'edited' && replacesList(change, state)) return null
  return answered ?? (isUndisputed(change, state) ? 'accepted' : null)
}

/** Whether an edited list, which was typed whole, would replace a draft that has had other texts since. */
const replacesList = (change: ProposedChange, state: ChangeState) =>
  change.kind === 'list' &&
  state.own.length > 0 &&
  ![change.want, change.answer?.want ?? change.want].some((want) =>
    isDrafted({ ...change, want }, state),
  )

/** The places of the changes among these that can be accepted together. */
export const acceptedTogether = (
  places: readonly number[],
  { changes, states, drafts }: Reviewed,
): number[] =>
  places.filter(
    (index) =>
      !drafts[index]?.isIndividual &&
      isUndisputed(changes[index] as ProposedChange, states[index] as ChangeState),
  )

/**
 * Whether only one of a pixel's mode and threshold that were proposed together is accepted: a number would get
 * another unit.
 */
export function isHalfPair(change: ProposedChange, reviewed: Reviewed, language: Language) {
  if (change.register !== MODE && change.register !== THRESHOLD) return false
  const { changes, states } = reviewed
  const pair = pairsIn(changes).get(itemOf(change)) ?? []
  const isHere = (index: number) => {
    const [one, state] = [changes[index] as ProposedChange, states[index] as ChangeState]
    return state.is === 'done' && !replacesOwn(one, state)
  }
  const isMade = (index: number) => {
    const { register, want } = changes[index] as ProposedChange
    const answer = decisionAt(reviewed, index, language)?.answer
    // Another number has the proposed unit too.
    if (answer?.verdict === 'edited')
      return register === THRESHOLD || canonical(answer.want) === canonical(want)
    return answer?.verdict === 'accepted'
  }
  if (pair.some((index) => changes[index] === change && isHere(index))) return false
  return pair.length > 1 && !pair.every((index) => isHere(index) || isMade(index))
}

const itemOf = ({ video_id, item_id }: ProposedChange) => `${video_id} ${item_id}`

const pairs = new WeakMap<readonly ProposedChange[], ReadonlyMap<string, number[]>>()

/** The places of the proposed modes and thresholds by pixel, found once because there may be thousands. */
const pairsIn = (changes: readonly ProposedChange[]) =>
  getOrCreate(pairs, changes, () => {
    const places = changes.flatMap(({ register }, index) =>
      register === MODE || register === THRESHOLD ? [index] : [],
    )
    return groupBy(places, (index) => itemOf(changes[index] as ProposedChange))
  })

export interface Reviewed {
  changes: readonly ProposedChange[]
  states: readonly ChangeState[]
  drafts: readonly Draft[]
}

/** Null while undecided, or when the typed text is not a valid value. */
export function decisionOf(
  change: ProposedChange,
  state: ChangeState,
  draft: Draft | undefined,
  language: Language,
): Decision | null {
  if (!draft?.verdict) return null
  const { verdict, text, note } = draft
  if (verdict !== 'edited') return { change, state, answer: { verdict, note } }
  const edited = editedValue(change, { text, mode: state.mode, language })
  return edited && { change, state, answer: { verdict, want: edited.value as never, note } }
}

const decisionAt = ({ changes, states, drafts }: Reviewed, index: number, language: Language) =>
  decisionOf(
    changes[index] as ProposedChange,
    states[index] as ChangeState,
    drafts[index],
    language,
  )

/** The decisions, to be sent back. Earlier ones are kept, because a reply is saved whole. */
export const decisionsOf = (reviewed: Reviewed, language: Language): Decision[] =>
  reviewed.changes.flatMap((change, index) => {
    const decision = decisionAt(reviewed, index, language)
    const verdict = decision?.answer.verdict
    const isKept = verdict === 'refused' || verdict === change.answer?.verdict
    return decision && (isKept || !isHalfPair(change, reviewed, language)) ? [decision] : []
  })

interface Made {
  /** The ids of the changes that were made already. */
  made: ReadonlySet<string>
}

/** The accepted changes that can be made here and were not yet. */
export const acceptedOf = (reviewed: Reviewed, { made }: Made, language: Language): Decision[] =>
  reviewed.changes.flatMap((change, index) => {
    if (made.has(change.id) || !isAcceptable(reviewed.states[index] as ChangeState)) return []
    const decision = decisionAt(reviewed, index, language)
    const isMade = decision && decision.answer.verdict !== 'refused'
    return isMade && !isHalfPair(change, reviewed, language) ? [decision] : []
  })

/**
 * The same with newer states: a change that was accepted is undecided again when its place was changed here
 * since.
 */
export function reviewedWith(
  { changes, states: before, drafts }: Reviewed,
  states: readonly ChangeState[],
  { made }: Made,
): Reviewed {
  const isOvertaken = (index: number) => {
    const [seen, now] = [before[index] as ChangeState, states[index] as ChangeState]
    const { id, kind } = changes[index] as ProposedChange
    if (now.is === 'done' || made.has(id)) return false
    if (now.is === 'as-made') {
      const isTypedWhole = kind === 'list' && drafts[index]?.verdict === 'edited'
      return isTypedWhole && canonical(seen.own) !== canonical(now.own)
    }
    return seen.is !== now.is || canonical(seen.theirs) !== canonical(now.theirs)
  }
  const next = drafts.map((draft, index) =>
    draft.verdict !== 'refused' && isOvertaken(index) ? { ...draft, verdict: null } : draft,
  )
  return { changes, states, drafts: next }
}

/** The changes that a reply refused and that are still drafts here. */
export const refusedDrafts = ({ changes, states, drafts }: Reviewed): ProposedChange[] =>
  changes.filter(
    (change, index) =>
      change.answer?.verdict === 'refused' &&
      drafts[index]?.verdict === 'refused' &&
      isDrafted(change, states[index] as ChangeState),
  )

/**
 * Which of these saved changes are made. When some were left out because they are being sent, it is not known
 * which ones: only new items are made for certain, and saving others again changes nothing.
 */
export const certainlyMade = <T>(
  saved: readonly T[],
  leftOut: number,
  isNew: (change: T) => boolean,
): readonly T[] => (leftOut === 0 ? saved : saved.filter(isNew))
