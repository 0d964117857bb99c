/**
 * Every way a thing can fail, in a shape that survives the bridge. No field ever holds a key.
 * `service` is set where the video management service, its address or its token is meant, or the
 * address of updates; otherwise the analytics service and its key are.
 */
export type Failure = FailureKind & { service?: 'video' | 'updates' }

type FailureKind =
  /**
   * Nothing answered: no network, no such host, refused, or the total deadline passed. `proxy` is the
   * one on the way, and `answer` what it said, where it is the proxy's.
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
  /** `what` is said where it is known: an entry of a video that itself was found, or the video. */
  | { kind: 'not-found'; what?: 'video' | 'entry'; text: string; request_id?: string }
  /** What was sent is not valid: refused here before sending, or by the service with its text. */
  | {
      kind: 'invalid'
      /** Of our own check, `message` is a rule and `details` what its sentence needs. */
      fields: { path: string; message: string; details?: Record<string, string | number> }[]
      text: string
      request_id?: string
    }
  /** Analytics, Errors: 429. `resetsAt` is epoch milliseconds on this computer's clock. */
  | {
      kind: 'quota'
      limit_kind: string
      used: number
      limit: number
      /** Absent when the answer had no usable details. */
      interval_seconds?: number
      resetsAt: number
      text: string
    }
  | { kind: 'unavailable'; status: number; text: string }
  /** The request never reached the API: its edge, a proxy or a captive portal answered. */
  | { kind: 'edge'; status: number; text: string }
  /** A 2xx whose body cannot be trusted: cut short, not JSON, too large, or not the documented shape. */
  | {
      kind: 'malformed'
      reason: 'truncated' | 'not-json' | 'too-large' | 'encoding' | 'shape' | 'redirect'
      where: string
      /** What the documents have at `where`: a type, in the words of JSON. */
      expected?: string
    }
  /** The service has no such operation: none that a document names. */
  | { kind: 'not-offered'; text: string }
  /** What says that nothing happened in a period in which something did: the service was not ready yet. */
  | { kind: 'incomplete' }
  /** The key cannot be had from the keychain now. */
  | { kind: 'key'; state: KeyTrouble }
  | {
      kind: 'storage'
      /**
       * `gone`: what was opened is no longer at its path, so nothing more would outlive this start.
       * `in-use`: another program holds the file that was to be replaced.
       */
      reason: 'full' | 'read-only' | 'in-use' | 'corrupt' | 'newer' | 'gone' | 'other'
      path: string
      text: string
    }
  /** A second file that would be written beside the chosen one takes the place of another; `name` is that one's. */
  | { kind: 'name-taken'; name: string; folder: string }
  /** None of what was asked to be written is stored. */
  | { kind: 'nothing-stored' }
  /** A file that cannot be used as a picture; `name` is the file's. */
  | { kind: 'picture'; reason: PictureTrouble; name: string; text: string }
  /** A file or folder given to be opened as a report or as exported tables; `name` is its own. */
  | { kind: 'report-file'; reason: ReportFileTrouble; name: string; text: string }
  /** A file that cannot be restored, or a backup that cannot be made now; `name` is the file's. */
  | { kind: 'backup'; reason: BackupTrouble; name: string; text: string }
  /** What an update address gave cannot be used; `text` says what of it. */
  | { kind: 'update'; reason: UpdateTrouble; text: string }
  /**
   * What was typed is longer than can be kept, in characters; or a table than the clipboard should
   * take, in cells, or than a sheet of a file can be, in bytes.
   */
  | { kind: 'too-long'; what?: 'clipboard' | 'workbook'; size: number; limit: number }
  /** It was sent, and the service does not show it: only a person can tell what became of it. */
  | { kind: 'unconfirmed'; reason: UnconfirmedReason; requests: number; sentAt: number }
  /** A report is on the screen: it holds no answer to this. */
  | { kind: 'not-in-report' }
  /** A report is on the screen: it stays as it was made. */
  | { kind: 'report-read-only' }
  /** A page that nobody sees was not drawn: it took too long, or its process ended. */
  | { kind: 'print'; reason: 'late' | 'gone' }
  /** The folder into which something was to be written is not there, or is none. */
  | { kind: 'folder-gone'; folder: string }
  /** No folder was chosen on this computer for what is to be written. */
  | { kind: 'no-folder' }
  /** The account of a report, by its name there, is none of this desk. */
  | { kind: 'report-account'; name: string }
  /** The app will not do this: not our window, no such call, not allowed now. */
  | { kind: 'refused'; text: string }
  | { kind: 'cancelled' }
  | { kind: 'unexpected'; text: string }

export type OfflineReason =
  | 'unreachable'
  | 'timeout'
  | 'interrupted'
  | 'tls'
  /** Nobody who is trusted here vouches for the certificate. */
  | 'authority'
  | 'proxy-unreachable'
  /** It asks for a name and a password, or for others. */
  | 'proxy-login'
  | 'proxy-refused'

/** Whether a request surely never reached its service; a late or broken answer leaves that open. */
export const neverArrived = (failure: Failure) =>
  failure.kind === 'offline' && failure.reason !== 'timeout' && failure.reason !== 'interrupted'

/** Whether a network is there and lets nothing through, which only a person can change. */
export const isNetworkFault = (failure: Failure) =>
  neverArrived(failure) && failure.kind === 'offline' && failure.reason !== 'unreachable'

/** Whether a key may be kept although it could not be tested: nothing answered, or not now. */
export const mayBeUntested = (failure: Failure) =>
  (failure.kind === 'offline' || failure.kind === 'unavailable') && !isNetworkFault(failure)

/** Analytics, Errors: what these three say of a player that is not in the account. */
export const isUnknownPlayer = (failure: Failure): boolean =>
  failure.kind === 'invalid' && failure.text.includes('Player could not be found')

/** reliability of the keychain: `ready` and `session` let a request go out; the rest say why not. */
export type KeyState = 'ready' | 'session' | KeyTrouble
export type KeyTrouble =
  | ('absent' | 'locked' | 'waiting' | 'unavailable' | 'malformed' | 'rejected')
  /** The app runs on an Electron that gets no security fixes: it uses no real key. */
  | 'unsupported'

export type UnconfirmedReason =
  /** It was answered with success. */
  | 'not-shown'
  /** As many requests as are ever begun had no answer. */
  | 'too-often'
  /** The last request is longer ago than a day. */
  | 'too-old'

export type BackupTrouble =
  | 'unreadable'
  | 'not-a-backup'
  /** It is one, and not as it was made. */
  | 'damaged'
  /** A row of one of its tables is not what such a row can be. */
  | 'row'
  | 'too-large'
  | 'newer'
  /** Something of the present desk is on its way to a service. */
  | 'posting'
  /** What was checked is not there any more. */
  | 'gone'

export type UpdateTrouble =
  /** The address answered with something else: a status, a page, a redirect. */
  | 'answer'
  | 'redirect'
  | 'not-a-manifest'
  | 'too-large'
  | 'unsigned'
  | 'signature'
  | 'product'
  | 'shape'
  | 'expired'
  /** It is of an older version than the one that runs. */
  | 'older'
  /** It is older than one that was accepted before. */
  | 'rollback'
  /** It has no file for this system and processor. */
  | 'no-file'
  | 'file-size'
  | 'file-hash'
  /** The downloaded file is not there any more, or was changed. */
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
  /** It was kept here, and is not there any more. */
  | 'gone'

export type ReportFileTrouble =
  | 'folder'
  /** A device, a pipe, a socket, or in a folder of tables a link. */
  | 'not-a-file'
  | 'not-a-folder'
  | 'unreadable'
  | 'empty'
  | 'too-large'
  /** It became longer or shorter while it was read. */
  | 'changed'
  | 'not-a-report'
  | 'damaged'
  | 'encrypted'
  | 'unpacks-too-large'
  | 'too-many-entries'
  | 'same-name-twice'
  | 'not-json'
  /** Too deep, or too many values, to be read at all. */
  | 'too-complex'
  | 'shape'
  | 'newer'
  /** The content is not that of which the checksum was written. */
  | 'checksum'
  | 'no-tables'

/** A Failure that travels by throw inside one process. */
export class DeskError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(`${failure.kind}${'text' in failure ? `: ${failure.text}` : ''}`)
    this.name = 'DeskError'
    this.failure = failure
  }
}

/** Any thrown thing as a Failure. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof DeskError) return thrown.failure
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  return { kind: 'unexpected', text }
}

/** `isText`: the value is its JSON. */
export type Reply<T> = { ok: true; value: T; isText?: true } | { ok: false; failure: Failure }
