import type { Failure, OfflineReason } from '../../shared/failure.ts'

const UNREACHABLE =
  /^(ENOTFOUND|EAI_\w+|ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/
const INTERRUPTED =
  /^(UND_ERR_SOCKET|UND_ERR_CLOSED|UND_ERR_DESTROYED|ECONNRESET|ECONNABORTED|EPIPE)$/
const TIMEOUT = /^(UND_ERR_\w*TIMEOUT|ETIMEDOUT)$/
/** Signed by an authority that this computer does not trust; otherwise possibly valid. */
const AUTHORITY =
  /^(UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|CERT_UNTRUSTED|INVALID_CA)$/
const TLS =
  /CERT|^ERR_TLS|^ERR_SSL|^EPROTO$|SIGNATURE|^UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH/

const REASONS: readonly [RegExp, OfflineReason][] = [
  [INTERRUPTED, 'interrupted'],
  [TIMEOUT, 'timeout'],
  [UNREACHABLE, 'unreachable'],
  [AUTHORITY, 'authority'],
  [TLS, 'tls'],
]

const OF_HTTP = 'HTTP'
const OF_HEADERS = 'headers'

/** Whether the answer could not be read as far as its status, so that it says nothing about the request. */
export const hasNoStatus = (failure: Failure) =>
  failure.kind === 'malformed' && (failure.where === OF_HTTP || failure.where === OF_HEADERS)

/** The failure for an error thrown while connecting to, sending to or reading from `host`. */
export function failureOnTheWay(thrown: unknown, host: string): Failure {
  const coded = codedIn(thrown)
  const code = coded?.code ?? ''
  const reason = reasonOf(code, coded?.syscall)
  if (reason) return { kind: 'offline', reason, host }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return { kind: 'malformed', reason: 'too-large', where: OF_HEADERS }
  }
  if (thrown instanceof Error && thrown.name === 'HTTPParserError')
    return { kind: 'malformed', reason: 'not-json', where: OF_HTTP }
  // Only the code: the error's message could quote a header.
  return { kind: 'unexpected', text: `The request could not be made (${code || 'no code'}).` }
}

function reasonOf(code: string, syscall: unknown): OfflineReason | undefined {
  const [, reason] = REASONS.find(([codes]) => codes.test(code)) ?? []
  // A network that goes away while an answer is awaited: the request may have arrived.
  const wasConnected = syscall === 'read' || syscall === 'write'
  return reason === 'unreachable' && wasConnected ? 'interrupted' : reason
}

/** The code of an error, or of its cause. */
export const codeOf = (thrown: unknown): string | undefined => codedIn(thrown)?.code

type Coded = Error & { code: string; syscall?: unknown }

/** The error with a code: this one or its cause. */
function codedIn(thrown: unknown): Coded | undefined {
  if (!(thrown instanceof Error)) return undefined
  if (typeof (thrown as Partial<Coded>).code === 'string') return thrown as Coded
  return codedIn(thrown instanceof AggregateError ? thrown.errors[0] : thrown.cause)
}
