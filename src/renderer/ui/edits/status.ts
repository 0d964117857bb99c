import type { Failure } from '../../../shared/failure.ts'
import type { Edit } from '../../../shared/features/publishing/edit.ts'
import type { Texts } from '../../../shared/locales/en/texts.ts'

export type StatusWord = keyof Texts['edits']['status']

/** The word for where an edit is on its way; for what waits, what it waits for. */
export function statusWord(
  { status, failure, waitsUntil }: Pick<Edit, 'status' | 'failure' | 'waitsUntil'>,
  blocked: Failure | null,
  now: number,
): StatusWord {
  if (status !== 'queued') return status
  if (waitsUntil !== null && waitsUntil > now) return 'waitingUntil'
  const kind = (blocked ?? failure)?.kind
  if (kind === 'offline') return 'waitingOffline'
  return kind === 'key' || kind === 'unauthorized' || kind === 'forbidden'
    ? 'waitingKey'
    : 'waiting'
}
