import { createHash } from 'node:crypto'
import { AppError } from '../../../shared/failure.ts'
import { FROZEN_ANSWERS } from '../../../shared/features/reports/frozen-answers.ts'
import { type ReportDocument, reportDocument } from '../../../shared/features/reports/report.ts'
import { canonicalJson } from '../../database/json.ts'
import { readJson } from '../../http/json.ts'
import { moreThan, type Refuse, shaped } from './plain-file.ts'

export const MOST_DOCUMENT_BYTES = 24 * 1024 * 1024
/** Each name counts twice more. */
export const MOST_VALUES = 1_000_000
const DEEPEST = 64
/** Limit for the parts of a document with arbitrary field names. */
const MOST_FIELDS = 1000

interface ReadDocument {
  id: string
  document: ReportDocument
  /** The document in canonical JSON; its SHA-256 is the id. */
  json: Buffer
}

/** A document's canonical JSON. Throws `report-file` if it could not be opened again. */
export function documentBytes(document: ReportDocument, refuse: Refuse): Buffer {
  const json = Buffer.from(canonicalJson(document))
  if (json.length > MOST_DOCUMENT_BYTES) throw refuse('too-large', moreThan(MOST_DOCUMENT_BYTES))
  return readDocument(json, refuse).json
}

/** The value of untrusted JSON, refused before it is parsed when it would take too much memory. */
export function checkedJson(bytes: Buffer, refuse: Refuse): unknown {
  refuseTooComplex(bytes, refuse)
  return valueOf(bytes, refuse)
}

export function readDocument(bytes: Buffer, refuse: Refuse): ReadDocument {
  const value = checkedJson(bytes, refuse)
  refuseNewer(value, refuse)
  refuseManyFields(value, refuse)
  const json = Buffer.from(canonicalJson(value))
  refuseOddAnswers(shaped(reportDocument, value, 'report.json', refuse), refuse)
  // Fields unknown to this version are kept: without them the id would differ.
  return { id: sha256(json), document: value as ReportDocument, json }
}

/** Checks answers by their calls' schemas, so that screens can draw them. */
function refuseOddAnswers({ calls }: ReportDocument, refuse: Refuse) {
  for (const [index, { noun, verb, value }] of calls.entries()) {
    const schema = FROZEN_ANSWERS[`${noun}.${verb}`]
    const [issue] = schema?.safeParse(value).error?.issues ?? []
    if (issue) {
      const where = ['calls', index, `${noun}.${verb}`, ...issue.path].join('.')
      throw refuse('shape', `${where}: ${issue.message}`)
    }
  }
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const QUOTE = 34
const BACKSLASH = 92
/** How much each character outside strings adds: a name takes as much memory as 3 values. */
const WEIGHTS = weightsOf({ ',': 1, '[': 1, '{': 1, ':': 2 })
const DEPTHS = weightsOf({ '[': 1, '{': 1, ']': -1, '}': -1 })

/** Counted on the bytes, because a parser creates all values before they can be counted. */
export function refuseTooComplex(bytes: Buffer, refuse: Refuse) {
  let depth = 0
  let weight = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === QUOTE) at = endOfText(bytes, at)
    depth += DEPTHS[byte] as number
    weight += WEIGHTS[byte] as number
    if (depth > DEEPEST) throw refuse('too-complex', `> ${DEEPEST} levels`)
    if (weight > MOST_VALUES) throw refuse('too-complex', `> ${MOST_VALUES} values and names`)
  }
}

function weightsOf(signs: Record<string, number>): Int8Array {
  const weights = new Int8Array(256)
  for (const [sign, weight] of Object.entries(signs)) weights[sign.charCodeAt(0)] = weight
  return weights
}

/** The end of the string that starts at a quote; the end of the bytes when it is not closed. */
function endOfText(bytes: Buffer, start: number): number {
  let end = bytes.indexOf(QUOTE, start + 1)
  while (end >= 0 && isEscaped(bytes, end)) end = bytes.indexOf(QUOTE, end + 1)
  return end < 0 ? bytes.length : end
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let slashes = 0
  while (bytes[at - 1 - slashes] === BACKSLASH) slashes++
  return slashes % 2 === 1
}

function valueOf(bytes: Buffer, refuse: Refuse): unknown {
  try {
    return readJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw refuse('not-json', 'not UTF-8')
    const { failure } = thrown
    if (failure.kind !== 'malformed') throw thrown
    throw refuse(failure.reason === 'shape' ? 'shape' : 'not-json', failure.where)
  }
}

/** Checked first, because a newer document need not fit this schema otherwise. */
function refuseNewer(value: unknown, refuse: Refuse) {
  const { format, edition } = Object(value) as { format?: unknown; edition?: unknown }
  const known = reportDocument.shape.edition.value
  if (format === reportDocument.shape.format.value && Number(edition) > known) {
    throw refuse('newer', `edition ${Number(edition)} > ${known}`)
  }
}

/** Checked before the schema, which would create an issue of some hundred bytes for each field. */
function refuseManyFields(value: unknown, refuse: Refuse) {
  const { about, view, definitions } = Object(value) as Record<string, unknown>
  const { filters } = Object(about) as { filters?: unknown }
  for (const fields of [filters, view, definitions]) {
    const count = typeof fields === 'object' ? Object.keys(Object(fields) as object).length : 0
    if (count > MOST_FIELDS) throw refuse('too-complex', `${count} fields`)
  }
}
