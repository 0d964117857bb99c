import { isDrawn } from '../shared/channels.ts'
import { LARGEST_PAGE } from '../shared/features/settings/window-info.ts'
import { dayEndsAt, todayIn } from '../shared/time/period.ts'
import { call, onAnyChanged } from './bridge.ts'
import { clock } from './clock.ts'
import { useView } from './view.ts'

/** Long enough for what follows from a change to be drawn. */
const QUIET_MS = 2500
/** Words that may not be true later stand in this attribute as they may be kept; none hides them. */
const KEPT = 'data-kept'

/**
 * Gives main the overview as it stands whenever it has come to rest, for the first moment of the
 * next start. Main forgets it as soon as anything of it changes; this then gives it again.
 */
export function keepLastPage() {
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => requestIdleCallback(keep), QUIET_MS)
  }
  onAnyChanged((noun) => {
    if (isDrawn(noun)) later()
  })
  useView.subscribe(later)
  later()
}

function keep() {
  const root = document.getElementById('root')
  if (!root || !isPlain(root)) return
  const { info, preferences } = useView.getState()
  const account = info.accounts.find(({ id }) => id === preferences.place.account_id)
  if (!account) return
  const html = markupOf(root)
  if (html.length > LARGEST_PAGE) return
  const zone = account.timezone
  void call.desk.keepPage({
    html,
    language: info.language,
    colorScheme: document.documentElement.dataset['mantineColorScheme'] ?? '',
    until: dayEndsAt(todayIn(zone, clock.now()), zone),
  })
}

/** The overview with its rows, as a start shows it: not scrolled, nothing typed, nothing open. */
function isPlain(root: HTMLElement) {
  if (useView.getState().preferences.place.screen !== 'overview') return false
  const grid = root.querySelector('[role=grid]')
  if (!grid?.querySelector('[aria-rowindex]') || grid.scrollTop !== 0) return false
  const typed = root.querySelector<HTMLInputElement>('main input[type=search]')?.value
  return !typed && !document.querySelector('[role=dialog], [aria-expanded=true]')
}

function markupOf(root: HTMLElement) {
  const page = root.cloneNode(true) as HTMLElement
  for (const each of page.querySelectorAll<HTMLElement>(`[${KEPT}]`)) {
    const words = each.getAttribute(KEPT)
    if (words) each.textContent = words
    else each.style.visibility = 'hidden'
  }
  for (const each of page.querySelectorAll('style')) each.remove()
  const styles = [...document.querySelectorAll('style')].map(({ textContent }) => textContent)
  // Its place in the page is main's to give a nonce.
  return `<style nonce="__CSP_NONCE__">${styles.join('\n')}</style>${page.innerHTML}`
}
