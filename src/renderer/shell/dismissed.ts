import { makePageStore } from '../kept-in-page.ts'

export type Dismissed = Readonly<Record<string, boolean>>

const useStore = makePageStore<Record<string, boolean>>('dismissed', {})

/** What was dismissed in this window, by name, and a function to dismiss one more. */
export function useAllDismissed() {
  const dismissed: Dismissed = useStore()
  return [dismissed, (name: string) => useStore.setState({ [name]: true })] as const
}

/** Whether something was dismissed in this window, and a function to dismiss it. */
export function useDismissed(name: string) {
  const [dismissed, dismiss] = useAllDismissed()
  return [dismissed[name] === true, () => dismiss(name)] as const
}
