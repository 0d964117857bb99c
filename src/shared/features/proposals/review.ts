import { isCollection } from '../../api/settings/index.ts'
import type { Video } from '../../api/video.ts'
import { groupBy } from '../../maps.ts'
import { type Fields, fieldsOf } from '../../plain.ts'
import { isPictureReference, referredHash } from '../pictures/picture.ts'
import type { Change, Edit } from '../publishing/edit.ts'
import { itemAt, itemsOf, valueAt, valueIn, withValue } from '../publishing/lay.ts'
import { MODE, partnerOf } from '../publishing/modes.ts'
import {
  type EditPlace,
  type ItemPlace,
  type RegisterAt,
  registerKey,
} from '../publishing/register.ts'
import {
  hasWantedValues,
  isHandBuiltList,
  registersOf,
  sameItem,
  sameValue,
} from '../publishing/value.ts'
import { type SheetEdits, textsOf } from '../sheet/gestures.ts'
import { THRESHOLD } from '../videos/codec.ts'
import { isPixelHtml } from './grid-file.ts'
import type { Answer, ProposedChange } from './proposal.ts'

/** How a proposed change compares with the data here. */
export interface ChangeState {
  is:
    | 'as-made'
    /** Someone changed the same place since. */
    | 'different'
    /** The place already has this value. */
    | 'done'
    | 'no-video'
    | 'no-item'
    /** The item is to be deleted by a local draft. */
    | 'to-be-deleted'
    /** It sets a list of overlays that has a hand-built one. */
    | 'hand-built'
    /** It needs a picture that is neither uploaded nor stored on this computer. */
    | 'no-picture'
  /** The service's value here; for an item that is deleted or created, the item. */
  theirs: unknown
  /** The local drafts of the same place, which accepting would replace. */
  own: { register: string | null; want: unknown }[]
  /** For a pixel's threshold, the pixel's mode: that of the proposal, or else the one here. */
  mode?: unknown
  /** For a change of a pixel, the pixel's mode on the service and with the drafts here. */
  modes?: { theirs: unknown; own: unknown }
  /** For a pixel's mode or threshold, the other of the two, when it is not the one here. */
  partner?: { register: string; meant: unknown; here: unknown }
}

interface Here {
  /** As the service last returned it; null when this account does not have the video. */
  base: Video | null
  /** The drafts of the video. */
  edits: readonly Edit[]
  /** The hashes of the pictures that are stored for this account. */
  pictures: ReadonlySet<string>
}

/** Compares the changes of a proposal with the data here. */
export function statesOf(
  changes: readonly ProposedChange[],
  hereOf: (video_id: string) => Here,
): ChangeState[] {
  const keyOf = (change: Pick<ProposedChange, 'video_id'> & EditPlace) =>
    `${change.video_id} ${registerKey(change)}`
  const proposed = new Map(changes.map((change) => [keyOf(change), change.want]))
  return changes.map((change) => {
    const here = hereOf(change.video_id)
    const state = { ...stateOf(change, here), ...modesHere(change, here) }
    const partner = partnerOf(change)
    if (!partner) return state
    const key = keyOf({ ...change, ...partner })
    const own = valueHere(partner, here)
    const isMeant = proposed.has(key) || isBeside(change, partner, own)
    const compared = isMeant ? state : withOtherPartner(change, state, { ...partner, here: own })
    if (change.register !== THRESHOLD) return compared
    return { ...compared, mode: proposed.get(key) ?? own }
  })
}

/** Of every change of a pixel, because the drafts that a deletion drops may have a threshold. */
function modesHere({ group, item_id }: ProposedChange, here: Here): Pick<ChangeState, 'modes'> {
  if (group !== 'pixels') return {}
  const at = { group, item_id, register: MODE }
  return { modes: { theirs: valueHere(at, { ...here, edits: [] }), own: valueHere(at, here) } }
}

/** The value of a place with the drafts of its video. */
function valueHere(at: RegisterAt, { base, edits }: Pick<Here, 'base' | 'edits'>): unknown {
  const own = edits.find((edit) => edit.register === at.register && isAbout(at, edit))
  return own ? own.want : base && valueAt(base, at)
}

/** Where the partner is drafted but not proposed, only this tells the unit of the new value. */
export function besideOf(at: EditPlace, video: Video | undefined, edits: readonly Edit[] = []) {
  const partner = partnerOf(at)
  if (!partner) return {}
  const base = video ?? null
  const valueWith = (drafts: readonly Edit[]) =>
    (valueHere(partner, { base, edits: drafts }) ?? null) as ProposedChange['base']
  return { beside: { base: valueWith([]), want: valueWith(edits) } }
}

const isBeside = ({ beside }: ProposedChange, partner: RegisterAt, here: unknown) =>
  !beside || sameValue(partner, here ?? null, beside.want)

/** An equal number is another value in another unit; an equal mode is the same with any threshold. */
function withOtherPartner(
  { register, beside }: ProposedChange,
  state: ChangeState,
  { here, ...at }: RegisterAt & { here: unknown },
): ChangeState {
  const { is } = state
  const isOther =
    is === 'as-made' || is === 'different' || (is === 'done' && register === THRESHOLD)
  if (!isOther) return state
  const partner = { register: at.register, meant: beside?.want, here: here ?? null }
  return { ...state, is: is === 'as-made' ? 'different' : is, partner }
}

const NOTHING_HERE = { theirs: null, own: [] }

/** Compares the base of a change with the service's values here. */
export function stateOf(change: ProposedChange, here: Here): ChangeState {
  const { base, edits } = here
  if (!base) return { is: 'no-video', ...NOTHING_HERE }
  if (change.kind === 'create') return createdState(change, base, edits)
  const item = change.item_id === null ? undefined : itemAt(base, change)
  const own = ownDrafts(change, edits)
  if (change.kind === 'delete') return deletedState(change, item, own)
  if (change.item_id !== null && !item) return { is: 'no-item', ...NOTHING_HERE }
  if (edits.some((edit) => edit.kind === 'delete' && isAbout(change, edit))) {
    return { is: 'to-be-deleted', ...NOTHING_HERE }
  }
  return { ...settingState(change, base, here), own }
}

const isAbout = (at: ItemPlace, { group, item_id }: Edit) =>
  group === at.group && item_id === at.item_id

function settingState(
  change: ProposedChange,
  base: Video,
  { pictures }: Here,
): Omit<ChangeState, 'own'> {
  const { group, item_id, register } = change
  const at = { group, item_id, register: register ?? '' }
  const theirs = valueAt(base, at) ?? null
  if (isDone(change, theirs)) return { is: 'done', theirs }
  if (isHandBuiltList(at, theirs, change.want)) return { is: 'hand-built', theirs }
  if (lacksPicture(change.want, pictures)) return { is: 'no-picture', theirs }
  return { is: sameValue(at, theirs, change.base) ? 'as-made' : 'different', theirs }
}

/** Whether a list of overlays has a picture that is not uploaded and not among these hashes. */
export const lacksPicture = (want: unknown, pictures: ReadonlySet<string>): boolean =>
  Array.isArray(want) &&
  want.some((overlay) => {
    const file_id = fieldsOf(overlay)['file_id']
    return isPictureReference(file_id) && !pictures.has(referredHash(file_id) ?? '')
  })

function deletedState(
  change: ProposedChange,
  item: Fields | undefined,
  own: ChangeState['own'],
): ChangeState {
  if (!item) return { is: 'done', ...NOTHING_HERE }
  const known = fieldsOf(change.base)
  const isAsMade = sameItem(change.group, withoutHtml(change.group, item, known), known)
  return { is: isAsMade ? 'as-made' : 'different', theirs: item, own }
}

function isDone(change: ProposedChange, theirs: unknown): boolean {
  if (change.kind !== 'list') return sameValue(change, theirs, change.want)
  const known: unknown[] = Array.isArray(theirs) ? theirs : []
  const isIn = (text: string) => known.includes(text)
  return (change.added ?? []).every(isIn) && !(change.removed ?? []).some(isIn)
}

/**
 * A new item is done when the video has one with all its values, or a draft here makes it. What it
 * leaves open, such as a pixel's HTML, may have any value: the service fills it in.
 */
function createdState(change: ProposedChange, base: Video, edits: readonly Edit[]): ChangeState {
  const { group } = change
  const wanted = fieldsOf(change.want)
  const isWanted = (item: Fields) => hasWantedValues(group, item, wanted)
  const drafts = edits.filter((edit) => edit.group === group && edit.kind === 'create')
  const existing =
    (lacksCode(change) ? undefined : itemsOf(base, group).find(isWanted)) ??
    drafts.find((draft) => isAbout(change, draft) || isWanted(fieldsOf(draft.want)))?.want
  const own = ownDrafts(change, drafts)
  return { is: existing ? 'done' : 'as-made', theirs: existing ?? null, own }
}

/** Whether the code of a new custom pixel was left out: one here may have its other values alone. */
function lacksCode({ group, want }: ProposedChange): boolean {
  const pixel = fieldsOf(want)
  const isCustom = group === 'pixels' && valueIn(pixel, 'base.type') === 'custom'
  return isCustom && valueIn(pixel, 'tag.html') === undefined
}

/** An item without its pixel HTML when the proposed one has none, because it was left out. */
function withoutHtml(group: Edit['group'], item: Fields, proposed: Fields): Fields {
  const tag = fieldsOf(proposed['tag'])
  return group === 'pixels' && !Object.hasOwn(tag, 'html') ? withoutPixelHtml(item) : item
}

/** Whether a change is of a pixel's HTML, or of a whole pixel that has any. */
export function hasPixelHtml(change: ProposedChange): boolean {
  if (change.register !== null) return leftOutAs(change) === 'pixelHtml'
  const hasHtml = (item: unknown) => Boolean(valueIn(fieldsOf(item), 'tag.html'))
  return change.group === 'pixels' && [change.base, change.want].some(hasHtml)
}

export const withoutPixelHtml = (item: Fields): Fields => withValue(item, 'tag.html', undefined)

/** Deleting an item drops all drafts of it. */
const ownDrafts = (change: ProposedChange, edits: readonly Edit[]): ChangeState['own'] =>
  edits
    .filter((edit) => isAbout(change, edit))
    .filter(({ register }) => change.kind === 'delete' || register === change.register)
    .map(({ register, want }) => ({ register, want }))

/** Whether a change can be accepted here. */
export const isAcceptable = ({ is }: ChangeState) => is === 'as-made' || is === 'different'

/** Whether accepting a change would replace a local draft of something else. */
export const replacesOwn = (change: ProposedChange, { own }: ChangeState) =>
  change.kind !== 'create' &&
  own.some(({ register, want }) => register !== change.register || !isDone(change, want))

/** Whether the local draft of its place is the proposed change itself. */
export const isDrafted = (change: ProposedChange, { own }: ChangeState): boolean =>
  own.some(({ register, want }) => {
    if (register !== change.register) return false
    if (change.kind !== 'create') return sameValue(change, want, change.want)
    const proposed = fieldsOf(change.want)
    return sameItem(change.group, withoutHtml(change.group, fieldsOf(want), proposed), proposed)
  })

/** Whether nothing that was changed here is lost by accepting a change. */
export const isUndisputed = (change: ProposedChange, state: ChangeState) =>
  state.is === 'as-made' && !replacesOwn(change, state)

export interface Decision {
  change: ProposedChange
  state: ChangeState
  answer: Answer
}

/** The accepted changes, to be saved as one undo step. */
export function acceptedEdits(decisions: readonly Decision[]): SheetEdits {
  const accepted = decisions.filter(({ answer }) => answer.verdict !== 'refused')
  const byVideo = groupBy(accepted, ({ change }) => change.video_id)
  return [...byVideo].map(([video_id, all]) => ({
    video_id,
    changes: all.flatMap((decision) => [changeOf(decision), ...noteOf(decision)]),
  }))
}

/** Discards the drafts of these places, as one undo step. */
export const discardingEdits = (changes: readonly ProposedChange[]): SheetEdits =>
  [...groupBy(changes, ({ video_id }) => video_id)].map(([video_id, all]) => ({
    video_id,
    changes: all.map(
      ({ group, item_id, register }): Change => ({ kind: 'revert', group, item_id, register }),
    ),
  }))

/** An edited value may be the service's own, which leaves no change to note; a new item has its note. */
function noteOf({ change, answer }: Decision): Change[] {
  const { kind, group, item_id, register, note } = change
  if (note === '' || kind === 'create' || answer.verdict === 'edited') return []
  return [{ kind: 'note', group, item_id, register, note }]
}

function changeOf(decision: Decision): Change {
  const { change, answer } = decision
  const { group, item_id, register, note } = change
  const want = answer.verdict === 'edited' ? answer.want : change.want
  if (change.kind === 'create' && isCollection(group)) {
    return { kind: 'create', group, item: fieldsOf(want) as Record<string, never>, note }
  }
  if (change.kind === 'delete' && isCollection(group) && item_id !== null) {
    return { kind: 'delete', group, item_id }
  }
  if (change.kind === 'list') return listChange(decision)
  return { kind: 'set', group, item_id, register: register ?? '', value: (want ?? null) as never }
}

/** An edited list was typed whole, beside the one here, which it replaces. */
function listChange({ change, state, answer: { verdict, want } }: Decision): Change {
  const { group, register, added = [], removed = [] } = change
  const at = { kind: 'list', group, register: register ?? '' } as const
  if (verdict !== 'edited') return { ...at, add: added, remove: removed }
  const typed = textsOf(want)
  const here = [state.theirs, ...state.own.map((own) => own.want)].flatMap(textsOf)
  const remove = new Set(here.filter((text) => !typed.includes(text)))
  return { ...at, add: typed, remove: [...remove] }
}

/** Every setting of a proposed new item that has a value, with the mode that a threshold needs. */
export function newItemValues({ group, want }: Pick<ProposedChange, 'group' | 'want'>) {
  const item = fieldsOf(want)
  const mode = valueIn(item, MODE)
  return registersOf(group).flatMap((register) => {
    const value = valueIn(item, register) ?? null
    return value === null ? [] : [{ register, value, mode }]
  })
}

/** Whether a register is left out of a proposal unless it is requested. */
export const leftOutAs = ({ group, register }: Pick<ProposedChange, 'group' | 'register'>) => {
  if (register === 'token' && group === 'traffic_filter') return 'tokens'
  return register !== null && isPixelHtml(group, register) ? 'pixelHtml' : null
}
