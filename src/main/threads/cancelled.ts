import { DeskError } from '../../shared/failure.ts'

export function refuseWhenCancelled(signal: AbortSignal | undefined) {
  if (signal?.aborted) throw new DeskError({ kind: 'cancelled' })
}

/** Waits no longer once it is cancelled: whoever asked ends what is then still under way. */
export function untilCancelled<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const cancelled = new Promise<never>((_, reject) => {
    const stop = () => reject(new DeskError({ kind: 'cancelled' }))
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
  return Promise.race([work, cancelled])
}
