import { useCallback, useState } from 'react'
import { type Failure, failureOf } from '../../../shared/failure.ts'
import { CallFailed } from '../../bridge.ts'

/** Does something that may fail, and keeps why it failed until the next try. */
export function useTry() {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isTrying, setIsTrying] = useState(false)
  const attempt = useCallback((act: () => Promise<unknown>) => {
    setFailure(null)
    setIsTrying(true)
    act()
      .catch((thrown: unknown) =>
        setFailure(thrown instanceof CallFailed ? thrown.failure : failureOf(thrown)),
      )
      .finally(() => setIsTrying(false))
  }, [])
  return { attempt, failure, isTrying }
}
