import { type Failure, neverArrived } from '../../../shared/failure.ts'
import { hasNoStatus } from '../../http/connection-failure.ts'

/** The outcome of a failed PATCH. */
type ResultClass =
  /** No byte was accepted: it may be sent again. */
  | 'not-sent'
  /** The service, or something before it, refused: it was not applied. */
  | 'refused'
  /**
   * Refused with an answer that does not prove that nothing was applied: a read shows it, and without
   * one it is not sent again.
   */
  | 'unproven'
  /** Answered with success, but with an unusable body: a read shows the result. */
  | 'applied'
  /** It may have been applied, may still be, or never will: not sent again before a read. */
  | 'ambiguous'

const CLASSES: Readonly<Record<Failure['kind'], ResultClass>> = {
  offline: 'ambiguous',
  key: 'not-sent',
  'other-company': 'not-sent',
  refused: 'not-sent',
  'too-many': 'not-sent',
  'too-long': 'not-sent',
  'hand-built': 'not-sent',
  'nothing-stored': 'not-sent',
  'name-taken': 'not-sent',
  picture: 'not-sent',
  backup: 'not-sent',
  'report-file': 'not-sent',
  'template-file': 'not-sent',
  'import-file': 'not-sent',
  update: 'not-sent',
  print: 'not-sent',
  'folder-gone': 'not-sent',
  'no-folder': 'not-sent',
  'not-in-report': 'not-sent',
  'report-read-only': 'not-sent',
  'report-account': 'not-sent',
  quota: 'refused',
  invalid: 'refused',
  unauthorized: 'refused',
  'not-in-plan': 'refused',
  forbidden: 'refused',
  'not-found': 'refused',
  edge: 'unproven',
  declined: 'unproven',
  malformed: 'applied',
  unavailable: 'ambiguous',
  unconfirmed: 'ambiguous',
  incomplete: 'ambiguous',
  'not-offered': 'refused',
  storage: 'ambiguous',
  cancelled: 'ambiguous',
  unexpected: 'ambiguous',
}

export function resultClass(failure: Failure): ResultClass {
  if (neverArrived(failure)) return 'not-sent'
  if (hasNoStatus(failure)) return 'ambiguous'
  if (isInstead(failure)) return 'ambiguous'
  if (failure.kind === 'edge' && BEFORE_THE_SERVICE.has(failure.status)) return 'refused'
  return CLASSES[failure.kind]
}

/** Whether a change reached the service, and not only something before it. Null: it succeeded. */
export function gotThrough(failure: Failure | null): boolean {
  const result = failure ? resultClass(failure) : 'applied'
  return result === 'applied' || (result === 'refused' && failure?.kind !== 'edge')
}

/** Statuses with which something before the service lets nothing through to it. */
const BEFORE_THE_SERVICE: ReadonlySet<number> = new Set([401, 403, 404, 407])

/** A page or a redirect where an answer was expected: the service may have applied the request. */
const isInstead = (failure: Failure) =>
  (failure.kind === 'edge' && failure.status < 300) ||
  (failure.kind === 'malformed' && failure.reason === 'redirect')
