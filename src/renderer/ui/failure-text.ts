import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { answerText, type Failure, withRequest } from '../../shared/failure.ts'
import { useToday } from '../period.ts'
import type { Texts } from '../text.ts'
import { type Format, useFormat } from './format.ts'

interface FailureText {
  title: string
  why: string
  next: string
}

type Word = keyof Texts['failure']
/** The prefixes of the text keys `…Title`, `…Why` and `…Next`. */
export type FailureWord = Word extends infer W
  ? W extends `${infer Name}Why`
    ? Name
    : never
  : never

type FailureWords = [word: FailureWord, values?: Record<string, string | number>]

/**
 * Returns a function that describes a failure: what happened, why, and what to do. After a limit, what failed
 * goes on by itself unless `isResumed` is false.
 */
export function useFailureText(): (failure: Failure, isResumed?: boolean) => FailureText {
  const { t } = useTranslation('failure')
  const format = useFormat()
  const today = useToday(format.zone)
  return useCallback(
    (failure: Failure, isResumed = true) => {
      const [word, ownValues] = failureWords(failure, format, today)
      // Selects the texts about the video token or updates; i18next falls back to the general text.
      const context = failure.service && { context: failure.service }
      const values: Record<string, string | number> = { ...ownValues, ...context }
      return {
        title: t(`${word}Title`, values),
        why: t(`${word}Why`, values),
        next: t(isResumed || failure.kind !== 'quota' ? `${word}Next` : 'quotaAgain', values),
      }
    },
    [t, format, today],
  )
}

const OFFLINE = {
  unreachable: 'unreachable',
  timeout: 'timeout',
  interrupted: 'interrupted',
  tls: 'tls',
  authority: 'authority',
  'proxy-unreachable': 'proxyGone',
  'proxy-login': 'proxyLogin',
  'proxy-refused': 'proxyRefused',
  chosen: 'worksOffline',
  halted: 'halted',
} as const
const UNAUTHORIZED = {
  'missing-token': 'missingToken',
  'invalid-credentials': 'invalidKey',
  other: 'otherKey',
} as const
const MALFORMED = {
  truncated: 'truncated',
  'not-json': 'notJson',
  'too-large': 'tooLarge',
  encoding: 'encoding',
  shape: 'shape',
  redirect: 'redirect',
} as const
const KEY = {
  absent: 'keyAbsent',
  locked: 'keyLocked',
  waiting: 'keyWaiting',
  unavailable: 'keyUnavailable',
  malformed: 'keyMalformed',
  rejected: 'keyRejected',
  unsupported: 'keyUnsupported',
} as const
const NOT_FOUND = {
  any: 'notFound',
  video: 'noVideo',
  entry: 'noEntry',
  local: 'notThere',
  subject: 'noSubject',
  parameter: 'noParameter',
} as const
const REFUSED = {
  any: 'refused',
  'being-sent': 'beingSent',
  'edited-meanwhile': 'editedMeanwhile',
  downloading: 'alreadyDownloading',
  'no-download': 'noDownload',
  'download-cancelled': 'downloadCancelled',
  'checking-links': 'alreadyChecking',
  'backup-under-way': 'backupUnderWay',
  'update-under-way': 'updateUnderWay',
  'all-left-out': 'allLeftOut',
  'too-much-for-report': 'tooMuchForReport',
  'not-comparable': 'notComparable',
} as const
const UNCONFIRMED = {
  'not-shown': 'notShown',
  'too-often': 'tooOften',
  'too-old': 'tooOld',
  'other-item': 'otherItem',
} as const
const STORAGE = {
  full: 'storageFull',
  'read-only': 'storageReadOnly',
  'in-use': 'storageInUse',
  corrupt: 'storageCorrupt',
  newer: 'storageNewer',
  gone: 'storageGone',
  other: 'storageOther',
} as const
const TOO_LONG = {
  typed: 'tooLong',
  step: 'tooLongForStep',
  proposal: 'tooLongForProposal',
  clipboard: 'tooLongToCopy',
  workbook: 'tooLongForSheet',
  key: 'tooLongKey',
} as const
const PICTURE = {
  folder: 'pictureFolder',
  unreadable: 'pictureUnreadable',
  empty: 'pictureEmpty',
  svg: 'pictureSvg',
  'not-a-picture': 'pictureOther',
  'cut-short': 'pictureCut',
  'too-large': 'pictureLarge',
  'too-many-pixels': 'picturePixels',
  gone: 'pictureGone',
} as const
const REPORT_FILE = {
  folder: 'reportFolder',
  'not-a-file': 'reportNoFile',
  'not-a-folder': 'reportNoFolder',
  unreadable: 'reportUnreadable',
  empty: 'reportEmpty',
  'too-large': 'reportLarge',
  changed: 'reportChanged',
  'not-a-report': 'reportOther',
  damaged: 'reportDamaged',
  encrypted: 'reportEncrypted',
  'unpacks-too-large': 'reportSwollen',
  'too-many-entries': 'reportEntries',
  'same-name-twice': 'reportTwice',
  'not-json': 'reportNotJson',
  'too-complex': 'reportComplex',
  shape: 'reportShape',
  newer: 'reportNewer',
  checksum: 'reportChecksum',
  'no-tables': 'reportNoTables',
} as const
/** The texts about a table or proposal are mostly those about a report. */
const IMPORT_FILE = {
  ...REPORT_FILE,
  folder: 'importNoFile',
  'not-a-file': 'importNoFile',
  unreadable: 'importUnreadable',
  empty: 'importEmpty',
  'not-a-report': 'importOther',
  encrypted: 'importEncrypted',
  'unpacks-too-large': 'reportLarge',
  'same-name-twice': 'reportDamaged',
  'not-json': 'importOther',
  'too-complex': 'importComplex',
  checksum: 'importChecksum',
} as const

const TEMPLATE_FILE = {
  unreadable: 'templatesUnreadable',
  'too-large': 'templatesLarge',
  'not-templates': 'templatesOther',
  newer: 'templatesNewer',
} as const

const UPDATE = {
  answer: 'updateAnswer',
  redirect: 'updateRedirect',
  'not-a-manifest': 'updateOther',
  'too-large': 'updateLarge',
  unsigned: 'updateUnsigned',
  signature: 'updateSignature',
  product: 'updateProduct',
  shape: 'updateShape',
  expired: 'updateExpired',
  older: 'updateOlder',
  rollback: 'updateRollback',
  'no-file': 'updateNoFile',
  'file-size': 'updateFileSize',
  'file-hash': 'updateFileHash',
  gone: 'updateGone',
} as const

const BACKUP = {
  unreadable: 'backupUnreadable',
  'not-a-backup': 'backupOther',
  damaged: 'backupDamaged',
  row: 'backupRow',
  unrestorable: 'backupUnrestorable',
  'too-large': 'backupLarge',
  newer: 'backupNewer',
  posting: 'backupPosting',
  gone: 'backupGone',
} as const

/** Without `today` every time has its date. */
// One case per kind of failure; a new kind is a compile error here.
// oxlint-disable-next-line complexity
export function failureWords(failure: Failure, format: Format, today = ''): FailureWords {
  switch (failure.kind) {
    case 'offline':
      return [OFFLINE[failure.reason], offlineValues(failure)]
    case 'unauthorized':
      return [UNAUTHORIZED[failure.reason], { text: failure.text }]
    case 'not-in-plan':
      return [`plan${failure.code}`, { text: failure.text }]
    case 'forbidden':
      return ['forbidden', { text: withRequest(failure) }]
    case 'not-found':
      return [NOT_FOUND[failure.what ?? 'any'], { text: withRequest(failure) }]
    case 'invalid':
      return ['invalid', { text: fieldsOf(failure) }]
    case 'quota':
      return quotaWords(failure, format, today)
    case 'unavailable':
      return ['unavailable', { status: answerOf(failure) }]
    case 'edge':
      return [edgeWord(failure), { status: failure.status, answer: answerOf(failure) }]
    case 'declined':
      return ['declined', { answer: answerOf(failure) }]
    case 'malformed':
      return failure.expected
        ? ['shapeType', { where: failure.where, expected: failure.expected }]
        : [MALFORMED[failure.reason], { where: failure.where }]
    case 'other-company':
      return ['otherCompany', { name: failure.name }]
    case 'key':
      return [KEY[failure.state]]
    case 'storage':
      return [STORAGE[failure.reason], { path: failure.path, text: failure.text }]
    case 'picture':
      return [PICTURE[failure.reason], { name: failure.name, text: failure.text }]
    case 'report-file':
      return [REPORT_FILE[failure.reason], { name: failure.name, text: failure.text }]
    case 'template-file':
      return [TEMPLATE_FILE[failure.reason], { name: failure.name, text: failure.text }]
    case 'import-file':
      return [IMPORT_FILE[failure.reason], { name: failure.name, text: failure.text }]
    case 'backup':
      return [BACKUP[failure.reason], { name: failure.name, text: failure.text }]
    case 'update':
      return [UPDATE[failure.reason], { text: failure.text }]
    case 'too-long':
      return [
        TOO_LONG[failure.what ?? 'typed'],
        { size: format.count(failure.size), limit: format.count(failure.limit) },
      ]
    case 'unconfirmed':
      return [unconfirmedWord(failure), unconfirmedValues(failure, format)]
    case 'too-many':
      return [
        failure.what === 'videos' ? 'tooManyVideos' : 'tooMany',
        { limit: format.count(failure.limit) },
      ]
    case 'refused':
      return [REFUSED[failure.reason ?? 'any'], { text: failure.text }]
    case 'unexpected':
      return ['unexpected', { text: failure.text }]
    case 'hand-built':
      return ['handBuilt']
    case 'not-offered':
      return ['notOffered', { text: failure.text }]
    case 'not-in-report':
      return ['notInReport']
    case 'print':
      return [failure.reason === 'late' ? 'printLate' : 'printGone']
    case 'name-taken':
      return ['nameTaken', { name: failure.name, folder: failure.folder }]
    case 'folder-gone':
      return ['folderGone', { folder: failure.folder }]
    case 'no-folder':
      return ['noFolder']
    case 'report-read-only':
      return ['reportReadOnly']
    case 'report-account':
      return ['reportAccount', { name: failure.name }]
    case 'nothing-stored':
      return ['nothingStored']
    case 'incomplete':
      return [failure.reason ?? 'incomplete']
    case 'cancelled':
      return ['cancelled']
    default:
      return assertNever(failure)
  }
}

function assertNever(failure: never): never {
  throw new TypeError(`no words for ${JSON.stringify(failure)}`)
}

/** The edge answers 404 where it knows no such address; a login page or a block has another status. */
function edgeWord({ what, status }: Extract<Failure, { kind: 'edge' }>) {
  if (what) return what === 'change' ? 'edgeChange' : 'edgeEveryChange'
  return status === 404 ? 'unknownAddress' : 'edge'
}

const answerOf = (failure: Failure) => answerText(failure) ?? ''

const offlineValues = ({
  host,
  proxy = '',
  answer = '',
}: Extract<Failure, { kind: 'offline' }>) => ({ host, proxy, answer })

function fieldsOf({ fields, text }: Extract<Failure, { kind: 'invalid' }>) {
  const named = fields.map(({ path, message }) => (path ? `${path}: ${message}` : message))
  return [text, ...named].filter(Boolean).join(' · ')
}

type Unconfirmed = Extract<Failure, { kind: 'unconfirmed' }>

const unconfirmedWord = ({ reason, answer }: Unconfirmed) =>
  reason === 'too-often' && answer !== undefined ? 'tooOftenAnswered' : UNCONFIRMED[reason]

function unconfirmedValues({ requests, sentAt, answer = '' }: Unconfirmed, format: Format) {
  return { requests: format.count(requests), time: format.instant(sentAt), answer }
}

function quotaWords(
  { limit_kind, used, limit, resetsAt, text }: Extract<Failure, { kind: 'quota' }>,
  { count, bytes, recent }: Format,
  today: string,
): FailureWords {
  const time = recent(resetsAt, today)
  switch (limit_kind) {
    case 'queries':
      return ['quota', { used: count(used), limit: count(limit), time }]
    case 'read_bytes':
      return ['quotaBytes', { used: bytes(used), limit: bytes(limit), time }]
    default:
      return ['quotaUnknown', { text: text || 'HTTP 429', time }]
  }
}
