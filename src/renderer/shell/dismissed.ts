import { makePageStore } from '../kept-in-page.ts'

export type Dismissed = Readonly<Record<string, boolean>>

const useStore = makePageStore<Record<string, boolean>>('dismissed', {})

const dismiss = (name: string) => useStore.setState({ [name]: true })

/** What was dismissed in this window, by name, and a function to dismiss one more. */
export function useAllDismissed() {
  const dismissed: Dismissed = useStore()
  return [dismissed, dismiss] as const
}

/** Whether something was dismissed in this window, and a function to dismiss it. */
export function useDismissed(name: string) {
  const isDismissed = useStore((all) => all[name] === true)
  return [isDismissed, () => dismiss(name)] as const
}
