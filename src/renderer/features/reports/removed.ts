import { create } from 'zustand'

interface Removed {
  /** What was removed together, the last first; kept while other screens are looked at. */
  steps: readonly string[][]
}

export const useRemoved = create<Removed>(() => ({ steps: [] }))

export const noteRemoved = (ids: string[]) =>
  useRemoved.setState(({ steps }) => ({ steps: [ids, ...steps] }))

export const forgetRemoved = (ids: string[]) =>
  useRemoved.setState(({ steps }) => ({ steps: steps.filter((step) => step !== ids) }))
