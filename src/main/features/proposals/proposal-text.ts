import { isCollection } from '../../../shared/api/settings/index.ts'
import { AppError } from '../../../shared/failure.ts'
import {
  type ProposalDocument,
  type ProposedChange,
  proposalDocument,
} from '../../../shared/features/proposals/proposal.ts'
import { type RegisterAt, registerKind } from '../../../shared/features/publishing/register.ts'
import { isFields } from '../../../shared/plain.ts'
import { canonicalJson } from '../../database/json.ts'
import {
  assertItem,
  assertStorable,
  assertTexts,
  assertValue,
  invalid,
} from '../publishing/edit-validation.ts'
import { checkedJson, refuseTooComplex, sha256 } from '../reports/document-text.ts'
import type { Refuse } from '../reports/plain-file.ts'

/** A proposal with its checksum, as the text of its file. */
export function proposalText(document: Omit<ProposalDocument, 'checksum'>): string {
  const { checksum: _, ...content } = document as ProposalDocument
  return canonicalJson({ ...content, checksum: checksumOf(content) })
}

/** In bytes, of a file that is read. */
export const LARGEST_FILE = 24 * 1024 * 1024

/** The file of a proposal. Throws `too-long` if it could not be opened again. */
export function proposalBytes(document: Omit<ProposalDocument, 'checksum'>): Buffer {
  const bytes = Buffer.from(proposalText(document))
  const limits = { size: bytes.length, limit: LARGEST_FILE }
  const tooLong = () => new AppError({ kind: 'too-long', what: 'proposal', ...limits })
  if (bytes.length > LARGEST_FILE) throw tooLong()
  refuseTooComplex(bytes, tooLong)
  return bytes
}

const checksumOf = (content: Omit<ProposalDocument, 'checksum'>) =>
  sha256(Buffer.from(canonicalJson(content)))

/**
 * Reads an untrusted proposal. Its changes must be of existing settings, with values of their
 * types.
 */
export function readProposal(bytes: Buffer, refuse: Refuse): ProposalDocument {
  const value = checkedJson(bytes, refuse)
  const { format, edition } = Object(value) as { format?: unknown; edition?: unknown }
  if (format !== proposalDocument.shape.format.value) throw refuse('not-a-report', 'proposal')
  const known = proposalDocument.shape.edition.value
  if (Number(edition) > known) throw refuse('newer', `edition ${Number(edition)} > ${known}`)
  const { checksum, ...content } = value as ProposalDocument
  const checked = proposalDocument.safeParse(value)
  if (!checked.success) {
    const [issue] = checked.error.issues
    throw refuse('shape', `${issue?.path.join('.') || 'proposal'}: ${issue?.message}`)
  }
  if (checksumOf(content) !== checksum) throw refuse('checksum', String(checksum).slice(0, 12))
  refuseOddChanges(checked.data, refuse)
  return checked.data
}

function refuseOddChanges({ changes }: ProposalDocument, refuse: Refuse) {
  const ids = new Set(changes.map(({ id }) => id))
  if (ids.size < changes.length) throw refuse('shape', 'changes: an id twice')
  for (const [index, change] of changes.entries()) {
    try {
      assertChange(change)
    } catch (thrown) {
      if (!(thrown instanceof AppError) || !('text' in thrown.failure)) throw thrown
      throw refuse('shape', `changes.${index}: ${thrown.failure.text}`)
    }
  }
}

function assertChange(change: ProposedChange) {
  assertWant(change, change.want)
  const { answer } = change
  if (answer?.verdict === 'edited') assertWant(change, answer.want)
}

/** Throws `invalid` unless the value could be saved as an edit of the change's place. */
export function assertWant(change: ProposedChange, want: unknown) {
  assertStorable(change, want ?? null)
  if (change.kind === 'create' || change.kind === 'delete') assertItemChange(change, want)
  else assertSetting({ ...change, register: change.register ?? '' }, want)
}

function assertItemChange({ group, item_id, register, kind }: ProposedChange, want: unknown) {
  const at = { group, item_id, register }
  if (!isCollection(group) || item_id === null || register !== null) throw invalid(at, 'is no item')
  if (kind === 'delete') return
  if (!isFields(want)) throw invalid(at, 'is no item')
  assertItem(group, want)
}

function assertSetting(at: RegisterAt & Pick<ProposedChange, 'kind'>, want: unknown) {
  const found = registerKind(at)
  if (found === undefined) throw invalid(at, 'is not a setting')
  if ((found === 'list') !== (at.kind === 'list')) throw invalid(at, 'is another kind of change')
  assertValue(at, want)
  if (Array.isArray(want) && found === 'list') assertTexts(at, want as string[])
}
