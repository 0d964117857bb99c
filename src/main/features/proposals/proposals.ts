import path from 'node:path'
import type { Video } from '../../../shared/api/video.ts'
import { AppError } from '../../../shared/failure.ts'
import type { ReadTable } from '../../../shared/features/proposals/grid-file.ts'
import {
  LONGEST_NAME,
  PROPOSAL_ENDING,
  type ProposalDocument,
  type ProposedChange,
} from '../../../shared/features/proposals/proposal.ts'
import type {
  OpenedFile,
  proposalsCalls,
} from '../../../shared/features/proposals/proposal-calls.ts'
import {
  besideOf,
  hasPixelHtml,
  leftOutAs,
  statesOf,
  withoutPixelHtml,
} from '../../../shared/features/proposals/review.ts'
import type { Edit } from '../../../shared/features/publishing/edit.ts'
import { itemAt } from '../../../shared/features/publishing/lay.ts'
import { itemName } from '../../../shared/features/publishing/value-text.ts'
import type { DecimalMark } from '../../../shared/locales/languages.ts'
import { groupBy } from '../../../shared/maps.ts'
import type { Input } from '../../../shared/operation.ts'
import { fieldsOf } from '../../../shared/plain.ts'
import type { Column } from '../../../shared/tables/table.ts'
import type { Clock } from '../../clock.ts'
import type { Store } from '../../database/store.ts'
import { type Begun, writeWhole } from '../../disk/atomic-file.ts'
import { namePart } from '../../disk/file-name.ts'
import type { Screen } from '../../options.ts'
import type { CallHandlers } from '../../shell/router.ts'
import type { Exports } from '../exports/exports.ts'
import { writeCsv } from '../exports/write-csv.ts'
import { writeXlsx } from '../exports/write-xlsx.ts'
import type { Pictures } from '../pictures/pictures.ts'
import { editOf } from '../publishing/edit-row.ts'
import { withDroppedFile } from '../reports/plain-file.ts'
import type { ReportFiles } from '../reports/report-files.ts'
import { assertWant, proposalBytes } from './proposal-text.ts'

interface ProposalsParts extends Pick<Screen, 'chooseFile' | 'chooseImport'> {
  files: Pick<ReportFiles, 'openImport'>
  exports: Pick<Exports, 'begin' | 'finish'>
  store: Pick<Store, 'editedVideo' | 'editsOf'>
  pictures: Pick<Pictures, 'named' | 'hashes'>
  accountOf: (account_id: string) => Promise<{ name: string }>
  /** Of the system's regional format. */
  decimal: DecimalMark
  clock: Pick<Clock, 'now'>
  version: string
  begun?: Begun | undefined
}

type InputOf<V extends keyof typeof proposalsCalls> = Input<(typeof proposalsCalls)[V]>

/** Writes settings as files for others, and reads the files that others return. */
export function proposalsHandlers(parts: ProposalsParts): CallHandlers['proposals'] {
  const { chooseImport } = parts
  return {
    async open({ account_id }) {
      const place = await chooseImport()
      return place === null ? null : asImport(opened(parts, account_id, place))
    },
    async take({ account_id, file }) {
      const read = withDroppedFile(file, (place) => opened(parts, account_id, place))
      return { ...(await asImport(read)), name: file.name }
    },
    async states({ account_id, changes }) {
      return (await compared(parts, account_id, changes)).states
    },
    saveTable: (table) => saveTable(parts, table),
    async save(input) {
      const document = await proposalOf(parts, input)
      return saveProposal(parts, `cuepoint_${fileName(document.about.account)}`, document)
    },
    answer({ document, by, answers }) {
      const answered = answeredBy(document, answers)
      const about = { ...document.about, answeredBy: by, answeredAt: parts.clock.now() }
      const name = `cuepoint_${fileName(about.account)}_${fileName(by || 'answer')}`
      return saveProposal(parts, name, { ...answered, about })
    },
  }
}

/** Turns a failure about a report file into one about a table or proposal. */
async function asImport<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.failure.kind !== 'report-file') throw thrown
    throw new AppError({ ...thrown.failure, kind: 'import-file' })
  }
}

async function opened(
  parts: ProposalsParts,
  account_id: string,
  place: string,
): Promise<OpenedFile> {
  const name = path.basename(place)
  const file = await parts.files.openImport(place)
  if (file.is === 'table') {
    // Passed on to the window as JSON bytes, without parsing it here.
    return { name, is: 'table', value: { largeJson: file.json } as unknown as ReadTable }
  }
  const { changes, states } = await compared(parts, account_id, file.document.changes)
  return { name, is: 'proposal', value: { ...file.document, changes }, states }
}

/** The changes of a proposal with their states. A picture uploaded from here counts as its file. */
async function compared(
  { store, pictures }: Pick<ProposalsParts, 'store' | 'pictures'>,
  account_id: string,
  proposed: ProposedChange[],
) {
  const bases = new Map<string, Video | null>()
  const drafts: Edit[] = []
  for (const video_id of new Set(proposed.map((change) => change.video_id))) {
    const { base, rows } = await store.editedVideo(account_id, video_id)
    bases.set(video_id, base?.video ?? null)
    drafts.push(...rows.map((row) => editOf(row)))
  }
  const named = await pictures.named(account_id, { changes: proposed, drafts })
  const { changes, drafts: edits } = named
  const stored = new Set(await pictures.hashes(account_id))
  const editsOf = groupBy(edits, ({ video_id }) => video_id)
  const states = statesOf(changes, (video_id) => ({
    base: bases.get(video_id) ?? null,
    edits: editsOf.get(video_id) ?? [],
    pictures: stored,
  }))
  return { changes, states }
}

/** Every cell is text, so that a spreadsheet does not convert it. */
async function saveTable(
  { chooseFile, exports, begun, decimal }: ProposalsParts,
  { name, flavour, language, titles, rows }: InputOf<'saveTable'>,
) {
  const ending = flavour === 'xlsx' ? 'xlsx' : 'csv'
  const place = await chooseFile(`cuepoint_${fileName(name)}.${ending}`)
  if (place === null) return null
  // A title that is not a key of our tables is written unchanged.
  const columns = titles.map((key): Column => ({ key, kind: 'text' }))
  return exports.begin('grid', place, async ({ signal, onTotal, onRows, onFile }) => {
    onTotal(rows.length)
    const progress = { language, signal, begun, onRows }
    if (flavour !== 'xlsx') {
      return writeCsv(place, { columns, chunks: [rows] }, { ...progress, flavour, decimal })
    }
    const sheet = { name, columns, chunks: [rows], totals: null }
    const written = await writeXlsx(place, sheet, progress)
    onFile({ sheets: written.tabs, cutTexts: written.cutTexts })
    return written.rows
  })
}

async function proposalOf(
  { store, pictures, accountOf, clock, version }: ProposalsParts,
  input: InputOf<'save'>,
): Promise<Omit<ProposalDocument, 'checksum'>> {
  const { account_id, by, note } = input
  const { edits: pending, names } = await store.editsOf(account_id)
  const named = await pictures.named(account_id, pending)
  const edits = new Map(named.map((edit) => [placeOf(edit), edit]))
  const editsOf = groupBy(named, ({ video_id }) => video_id)
  const leftOut = { tokens: 0, pixelHtml: 0 }
  const changes: ProposedChange[] = []
  for (const [video_id, chosen] of groupBy(input.changes, (change) => change.video_id)) {
    const { base } = await store.editedVideo(account_id, video_id)
    for (const one of chosen) {
      const edit = edits.get(placeOf(one))
      if (!edit)
        throw new AppError({
          kind: 'not-found',
          what: 'local',
          text: 'This change is not pending any more.',
        })
      const change: ProposedChange = {
        ...proposedOf(edit, one.note),
        ...besideOf(edit, base?.video, editsOf.get(video_id)),
        id: String(changes.length + 1),
        video: (names[video_id] ?? video_id).slice(0, LONGEST_NAME),
        item: labelOf(edit, base?.video),
      }
      const kept = keptOf(change, input, leftOut)
      if (kept) changes.push(kept)
    }
  }
  if (changes.length === 0) {
    const text = 'All of the chosen changes are left out.'
    throw new AppError({ kind: 'refused', reason: 'all-left-out', text })
  }
  const { name: account } = await accountOf(account_id)
  const about = {
    ...{ account, madeAt: clock.now(), by, note, version, leftOut },
    ...{ answeredBy: null, answeredAt: null },
  }
  return { format: 'cuepoint-proposal', edition: 1, about, changes }
}

function labelOf(edit: Edit, video: Video | undefined): string {
  if (edit.item_id === null) return ''
  const known = edit.kind === 'create' ? edit.want : edit.base
  const item = video && itemAt(video, edit)
  return itemName(item ?? known).slice(0, LONGEST_NAME)
}

const placeOf = ({ video_id, key }: { video_id: string; key: string }) => `${video_id} ${key}`

const json = (value: unknown) => (value ?? null) as ProposedChange['base']

function proposedOf(edit: Edit, note: string): Omit<ProposedChange, 'id' | 'video' | 'item'> {
  const { video_id, group, item_id, register, kind, base, want, added, removed } = edit
  return {
    ...{ video_id, group, item_id, register, kind, note, answer: null },
    ...{ base: json(base), want: json(want) },
    ...(kind === 'list' && { added: added ?? [], removed: removed ?? [] }),
  }
}

type SecretOptions = Pick<InputOf<'save'>, 'withTokens' | 'withPixelHtml'>

/** The change without the secrets and code that were not asked for; null when nothing is left. */
function keptOf(
  change: ProposedChange,
  { withTokens, withPixelHtml }: SecretOptions,
  leftOut: ProposalDocument['about']['leftOut'],
): ProposedChange | null {
  const as = leftOutAs(change)
  if (as && !(as === 'tokens' ? withTokens : withPixelHtml)) {
    leftOut[as]++
    return null
  }
  if (withPixelHtml || !hasPixelHtml(change)) return change
  const without = (item: unknown) =>
    (item === null ? null : withoutPixelHtml(fieldsOf(item))) as ProposedChange['base']
  leftOut.pixelHtml++
  return { ...change, base: without(change.base), want: without(change.want) }
}

/** The answers replace those of an earlier reply: what is undecided now has none. */
function answeredBy(document: ProposalDocument, answers: InputOf<'answer'>['answers']) {
  const byId = new Map(answers.map(({ id, ...answer }) => [id, answer]))
  const changes = document.changes.map((change): ProposedChange => {
    const answer = byId.get(change.id)
    if (answer?.verdict === 'edited') assertWant(change, answer.want)
    return { ...change, answer: answer ?? null }
  })
  return { ...document, changes }
}

async function saveProposal(
  { chooseFile, exports, begun }: ProposalsParts,
  name: string,
  document: Omit<ProposalDocument, 'checksum'>,
): Promise<string | null> {
  const bytes = proposalBytes(document)
  const place = await chooseFile(`${name}.${PROPOSAL_ENDING}`)
  if (place === null) return null
  const isSaved = await exports.finish(place, ({ signal }) =>
    writeWhole(place, (file) => file.write(bytes), { access: 'usual', begun, signal }),
  )
  return isSaved ? path.basename(place) : null
}

const fileName = (name: string) => namePart(name) || 'settings'
