/**
 * Every kind of failure, as plain data so that it can cross the bridge. No field ever contains a key.
 * `service` is set when the failure concerns the video management service or the update address; without it,
 * the analytics service is meant.
 */
export type Failure = FailureKind & { service?: 'video' | 'updates' }

type FailureKind =
  /**
   * No response: no network, unknown host, connection refused, or the total deadline passed. `proxy` is the
   * proxy in between; `answer` is its response when the proxy caused the failure. With `chosen` and `halted`
   * nothing was sent.
   */
  | { kind: 'offline'; reason: OfflineReason; host: string; proxy?: string; answer?: string }
  /** Analytics, Authentication: 401 without a code; Video: `unauthorized`. */
  | {
      kind: 'unauthorized'
      reason: 'missing-token' | 'invalid-credentials' | 'other'
      text: string
    }
  /** Analytics, Authentication: 401 with code 516 (no access at all) or 241 (this query only). */
  | { kind: 'not-in-plan'; code: 516 | 241; text: string }
  /** Video, Authentication: a scope is missing, or the organization is not enabled. */
  | { kind: 'forbidden'; code: string; text: string; request_id?: string }
  /**
   * `what`: what is missing, where known: the video, an entry of an existing video, something that this
   * computer looked for without asking the service, the player or test of a scheduled report, or its URL
   * parameter `text`.
   */
  | {
      kind: 'not-found'
      what?: 'video' | 'entry' | 'local' | 'subject' | 'parameter'
      text: string
      request_id?: string
    }
  /** The input is not valid: rejected by our own check before sending, or by the service with its text. */
  | {
      kind: 'invalid'
      /** From our own check, `message` is the name of a rule and `details` holds the values for its sentence. */
      fields: { path: string; message: string; details?: Record<string, string | number> }[]
      text: string
      request_id?: string
    }
  /** Analytics, Errors: 429. `resetsAt` is in epoch milliseconds of this computer's clock. */
  | {
      kind: 'quota'
      limit_kind: string
      used: number
      limit: number
      /** Absent when the response had no usable details. */
      interval_seconds?: number
      resetsAt: number
      text: string
    }
  | { kind: 'unavailable'; status: number; text: string; request_id?: string }
  /**
   * The request never reached the API: its edge, a proxy or a captive portal responded instead. `what`, while
   * reads get through: this change, or every change that was tried.
   */
  | { kind: 'edge'; what?: 'change' | 'every-change'; status: number; text: string }
  /** A refusal with a status that the documents do not name. To a change it does not prove that nothing was applied. */
  | { kind: 'declined'; status: number; text: string; request_id?: string }
  /** A 2xx response whose body is unusable: truncated, not JSON, too large, or not of the documented shape. */
  | {
      kind: 'malformed'
      reason: 'truncated' | 'not-json' | 'too-large' | 'encoding' | 'shape' | 'redirect'
      where: string
      /** The documented JSON type at `where`. */
      expected?: string
    }
  /**
   * The service responded that it has no such operation. Only for operations that its document does not
   * describe.
   */
  | { kind: 'not-offered'; text: string }
  /**
   * The response says that nothing happened in a period for which other responses show activity, or which the
   * service may still be computing.
   */
  | {
      kind: 'incomplete'
      /** The player is not in the stored list: only days that were stored before show activity. */
      reason?: 'unlisted'
    }
  /** None of the stored players of the account `name` is in the list of players of the new key. */
  | { kind: 'other-company'; name: string }
  /** The keychain cannot provide the key now. */
  | { kind: 'key'; state: KeyTrouble }
  | {
      kind: 'storage'
      /**
       * `gone`: the opened file is no longer at its path, so further writes would be lost on exit. `in-use`:
       * another program holds the file to be replaced.
       */
      reason: 'full' | 'read-only' | 'in-use' | 'corrupt' | 'newer' | 'gone' | 'other'
      path: string
      text: string
    }
  /** A second file, written next to the chosen one, would overwrite the existing file `name`. */
  | { kind: 'name-taken'; name: string; folder: string }
  /** None of the data requested for the file is stored. */
  | { kind: 'nothing-stored' }
  /** The file `name` cannot be used as a picture. */
  | { kind: 'picture'; reason: PictureTrouble; name: string; text: string }
  /** The file or folder `name` cannot be opened as a report or as exported tables. */
  | { kind: 'report-file'; reason: ReportFileTrouble; name: string; text: string }
  /** The file `name` cannot be opened as templates. */
  | { kind: 'template-file'; reason: TemplateFileTrouble; name: string; text: string }
  /** The file `name` cannot be read as a table or as a proposal. */
  | { kind: 'import-file'; reason: ReportFileTrouble; name: string; text: string }
  /** The file `name` cannot be restored, or no backup can be made now. */
  | { kind: 'backup'; reason: BackupTrouble; name: string; text: string }
  /** The response of the update address cannot be used; `text` says why. */
  | { kind: 'update'; reason: UpdateTrouble; text: string }
  /**
   * Input over a limit. `size` and `limit` are in characters for typed text and for a step, in cells for the
   * clipboard, and in bytes for a proposal and for a sheet of a workbook.
   */
  | {
      kind: 'too-long'
      what?: 'step' | 'proposal' | 'clipboard' | 'workbook' | 'key'
      size: number
      limit: number
    }
  /** A list with an overlay that was built in the dashboard cannot be sent, and would be lost. */
  | { kind: 'hand-built' }
  /**
   * The change was sent, but the service does not show it: only the user can find out what became of it.
   * `answer` is the last response, if there was any.
   */
  | {
      kind: 'unconfirmed'
      reason: UnconfirmedReason
      requests: number
      sentAt: number
      answer?: string
    }
  /** An open report does not contain the requested data. */
  | { kind: 'not-in-report' }
  | { kind: 'report-read-only' }
  /** The offscreen renderer did not finish: it took too long, or its process ended. */
  | { kind: 'print'; reason: 'late' | 'gone' }
  /** The folder to write into does not exist, or is not a folder. */
  | { kind: 'folder-gone'; folder: string }
  /** No folder has been chosen on this computer for these files. */
  | { kind: 'no-folder' }
  /** The account named in the report does not exist in this installation. */
  | { kind: 'report-account'; name: string }
  /** As many as there can be exist already, or a change is of more videos than can be saved at once. */
  | { kind: 'too-many'; what?: 'videos'; limit: number }
  /**
   * The app refuses the call: it came from another window, does not exist, or is not allowed now. `reason`
   * is one that a person can meet.
   */
  | { kind: 'refused'; reason?: RefusalReason; text: string }
  | { kind: 'cancelled' }
  | { kind: 'unexpected'; text: string }

/** Why this computer refuses something now; without a reason no user can cause it. */
export const REFUSAL_REASONS = [
  'being-sent',
  'edited-meanwhile',
  'downloading',
  'no-download',
  'download-cancelled',
  'checking-links',
  'backup-under-way',
  'update-under-way',
  'all-left-out',
  'too-much-for-report',
  'not-comparable',
] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

export type OfflineReason =
  | 'unreachable'
  | 'timeout'
  | 'interrupted'
  | 'tls'
  /** No trusted authority vouches for the certificate. */
  | 'authority'
  | 'proxy-unreachable'
  /** The proxy requires credentials, or rejected those it was given. */
  | 'proxy-login'
  | 'proxy-refused'
  /** The user works offline. */
  | 'chosen'
  /** After a fault of the app nothing is sent until it is restarted. */
  | 'halted'

/**
 * Whether the request certainly never reached its service. A timeout or an interrupted response leaves that
 * open.
 */
export const neverArrived = (failure: Failure) =>
  failure.kind === 'offline' && failure.reason !== 'timeout' && failure.reason !== 'interrupted'

/** Whether the service refuses the request itself: it would refuse it again. */
export const isRefusal = (failure: Failure) =>
  REFUSALS.some((kind) => kind === failure.kind) || isUnlisted(failure)

const REFUSALS = ['not-in-plan', 'invalid', 'forbidden', 'not-found'] as const

export const isUnlisted = (failure: Failure) =>
  failure.kind === 'incomplete' && failure.reason === 'unlisted'

/** The response of a service, or of something before it, that is not a success; null when there was none. */
export function answerText(failure: Failure): string | null {
  if (failure.kind === 'malformed') return failure.reason === 'redirect' ? failure.where : null
  if (!('status' in failure)) return null
  return [failure.status, withRequest(failure)].filter(Boolean).join(': ')
}

/** A service's text with the id by which it knows the request. */
export const withRequest = ({ text, request_id }: { text: string; request_id?: string }) =>
  request_id ? `${text} (${request_id})`.trimStart() : text

/** Whether nothing was sent because the user works offline or the app must be restarted. */
export const isPaused = (failure: Failure) =>
  failure.kind === 'offline' && (failure.reason === 'chosen' || failure.reason === 'halted')

/** Whether the network is reachable but blocks requests, which only the user can fix. */
export const isNetworkFault = (failure: Failure) =>
  neverArrived(failure) &&
  failure.kind === 'offline' &&
  failure.reason !== 'unreachable' &&
  !isPaused(failure)

/** Whether a key may be stored untested: the service did not respond, or is unavailable now. */
export const mayStoreKeyUntested = (failure: Failure) =>
  (failure.kind === 'offline' || failure.kind === 'unavailable') && !isNetworkFault(failure)

/** Analytics, Errors: the text of these endpoints for a player that is not in the account. */
export const isUnknownPlayer = (failure: Failure): boolean =>
  failure.kind === 'invalid' && failure.text.includes('Player could not be found')

/** The state of a key. With `ready` and `session` requests can be sent; the others say why not. */
export type KeyState = 'ready' | 'session' | KeyTrouble
export type KeyTrouble =
  | ('absent' | 'locked' | 'waiting' | 'unavailable' | 'malformed' | 'rejected')
  /** The app runs on an Electron without security fixes, where no real key is used. */
  | 'unsupported'

export type UnconfirmedReason =
  /** The request succeeded, but the service does not show the change. */
  | 'not-shown'
  /** The maximum number of attempts got no response. */
  | 'too-often'
  /** The last request is more than a day old. */
  | 'too-old'
  /** An item that is not equal to the one sent appeared after it: it may be it, changed since. */
  | 'other-item'

export type BackupTrouble =
  | 'unreadable'
  | 'not-a-backup'
  /** The file is a backup, but its content was altered or is incomplete. */
  | 'damaged'
  /** A row of one of its tables is not valid. */
  | 'row'
  /** No backup of the current data could be restored. */
  | 'unrestorable'
  | 'too-large'
  | 'newer'
  /** An edit of the current data is being posted. */
  | 'posting'
  /** The file that was checked no longer exists. */
  | 'gone'

export type UpdateTrouble =
  /** The address responded with something other than a manifest: an error status, a page or a redirect. */
  | 'answer'
  | 'redirect'
  | 'not-a-manifest'
  | 'too-large'
  | 'unsigned'
  | 'signature'
  | 'product'
  | 'shape'
  | 'expired'
  /** The manifest is of an older version than the running one. */
  | 'older'
  /** The manifest is older than one that was accepted before. */
  | 'rollback'
  /** The manifest has no file for this operating system and processor. */
  | 'no-file'
  | 'file-size'
  | 'file-hash'
  /** The downloaded file no longer exists, or was changed. */
  | 'gone'

export type PictureTrouble =
  | 'folder'
  | 'unreadable'
  | 'empty'
  | 'svg'
  | 'not-a-picture'
  | 'cut-short'
  | 'too-large'
  | 'too-many-pixels'
  /** The file was in the library, but no longer exists. */
  | 'gone'

export type ReportFileTrouble =
  | 'folder'
  /** A device, pipe or socket; in a folder of tables also a symbolic link. */
  | 'not-a-file'
  | 'not-a-folder'
  | 'unreadable'
  | 'empty'
  | 'too-large'
  /** The file's size changed while it was read. */
  | 'changed'
  | 'not-a-report'
  | 'damaged'
  | 'encrypted'
  | 'unpacks-too-large'
  | 'too-many-entries'
  | 'same-name-twice'
  | 'not-json'
  /** Nested too deeply, or with too many values, to be parsed. */
  | 'too-complex'
  | 'shape'
  | 'newer'
  /** The content does not match the stored checksum. */
  | 'checksum'
  | 'no-tables'

export type TemplateFileTrouble =
  /** No regular file, no permission, no content, or still being written. */
  | 'unreadable'
  | 'too-large'
  /** The content is not that of a file of templates, or a part of it is not valid. */
  | 'not-templates'
  | 'newer'

/** Carries a Failure as an exception within one process. */
export class AppError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(messageOf(failure))
    this.name = 'AppError'
    this.failure = failure
  }
}

/** For the log: the screens have their own sentences. */
function messageOf(failure: Failure): string {
  const status = 'status' in failure ? ` (HTTP ${failure.status})` : ''
  return `${failure.kind}${status}${'text' in failure ? `: ${failure.text}` : ''}`
}

/** Any thrown value as a Failure; what is not an AppError becomes `unexpected`. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof AppError) return thrown.failure
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  return { kind: 'unexpected', text }
}

/** Something that this computer looked for without asking a service. */
export const notFound = (text: string) => new AppError({ kind: 'not-found', what: 'local', text })

export const noAccount = () => notFound('This account is not on this computer.')

/** `isText`: `value` is serialized as JSON text. */
export type Reply<T> = { ok: true; value: T; isText?: true } | { ok: false; failure: Failure }
