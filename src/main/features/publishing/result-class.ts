import { type Failure, neverArrived } from '../../../shared/failure.ts'

/** What is known of a PATCH that did not end well. */
export type ResultClass =
  /** No byte of it was taken: it may be sent again. */
  | 'not-sent'
  /** The service, or something before it, said no: it was not applied. */
  | 'refused'
  /** It was answered with success, though the answer is not to be trusted: a read tells. */
  | 'applied'
  /** It may have been applied, may be later, or never: it is never sent again without looking. */
  | 'ambiguous'

const CLASSES: Readonly<Record<Failure['kind'], ResultClass>> = {
  offline: 'ambiguous',
  key: 'not-sent',
  refused: 'not-sent',
  'too-long': 'not-sent',
  'nothing-stored': 'not-sent',
  'name-taken': 'not-sent',
  picture: 'not-sent',
  backup: 'not-sent',
  'report-file': 'not-sent',
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
  if (failure.kind === 'malformed' && failure.reason === 'redirect') return 'refused'
  return CLASSES[failure.kind]
}
