import { makePageStore } from '../kept-in-page.ts'

const useStore = makePageStore<Record<string, boolean>>('dismissed', {})

/** Whether something was dismissed in this window, and a function to dismiss it. */
export function useDismissed(name: string) {
  const isDismissed = useStore((all) => all[name] === true)
  return [isDismissed, () => useStore.setState({ [name]: true })] as const
}
