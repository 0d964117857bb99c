import { useCallback, useRef, useState } from 'react'
import type { Failure } from '../shared/failure.ts'
import { reasonOf } from './query.ts'

/** Runs an action that may fail. Its result or failure is kept until the next run. */
export function useMutation<T = unknown>() {
  const [value, setValue] = useState<T | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isPending, setIsUnderWay] = useState(false)
  const last = useRef<(() => Promise<T>) | null>(null)
  const mutate = useCallback(async (act: () => Promise<T>) => {
    last.current = act
    setValue(null)
    setFailure(null)
    setIsUnderWay(true)
    try {
      const result = await act()
      setValue(() => result)
    } catch (thrown) {
      setFailure(reasonOf(thrown))
    } finally {
      setIsUnderWay(false)
    }
  }, [])
  /** Runs the last action again. */
  const retry = useCallback(() => {
    if (last.current) void mutate(last.current)
  }, [mutate])
  return { mutate, retry, value, failure, isPending }
}
