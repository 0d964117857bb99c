import { useCallback, useState } from 'react'
import { type Failure, failureOf } from '../shared/failure.ts'
import { CallFailed } from './bridge.ts'

/** Runs an action that may fail. The failure is kept until the next run. */
export function useMutation() {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isPending, setIsUnderWay] = useState(false)
  const mutate = useCallback(async (act: () => Promise<unknown>) => {
    setFailure(null)
    setIsUnderWay(true)
    try {
      await act()
    } catch (thrown) {
      setFailure(thrown instanceof CallFailed ? thrown.failure : failureOf(thrown))
    } finally {
      setIsUnderWay(false)
    }
  }, [])
  return { mutate, failure, isPending }
}
