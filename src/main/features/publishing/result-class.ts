import { type Failure, neverArrived } from '../../../shared/failure.ts'
import { hasNoStatus } from '../../http/connection-failure.ts'

/** The outcome of a failed PATCH. */
type ResultClass =
  /** No byte was accepted: it may be sent again. */
  | 'not-sent'
  /** The service, or something before it, refused: it was not applied. */
  | 'refused'
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
  edge: 'refused',
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
  return CLASSES[failure.kind]
}

/** A page or a redirect where an answer was expected: the service may have applied the request. */
const isInstead = (failure: Failure) =>
  (failure.kind === 'edge' && failure.status < 300) ||
  (failure.kind === 'malformed' && failure.reason === 'redirect')
