import { affectsLastPage } from '../shared/channels.ts'
import { LARGEST_PAGE } from '../shared/features/settings/window-info.ts'
import { dayEndsAt, todayIn } from '../shared/time/period.ts'
import { call, onAnyChanged } from './bridge.ts'
import { clock } from './clock.ts'
import { useView } from './view.ts'

/** Long enough to draw the consequences of a change. */
const QUIET_MS = 2500
/**
 * Text that becomes outdated carries its replacement for the stored page in this attribute; with an empty
 * value it is hidden there.
 */
const REPLACEMENT = 'data-kept'

/**
 * Sends main the markup of the overview whenever it has settled, to be shown while the app next starts. Main
 * discards it when its data changes, and this sends it again.
 */
export function followLastPage() {
  let timer: ReturnType<typeof setTimeout> | undefined
  const schedule = () => {
    clearTimeout(timer)
    const scheduled = setTimeout(() => requestIdleCallback(() => void store(scheduled)), QUIET_MS)
    timer = scheduled
  }
  async function store(scheduled: NonNullable<typeof timer>) {
    const forgotten = await call.app.pagesForgotten()
    // A change that came meanwhile is not drawn yet, and has scheduled another.
    if (scheduled === timer) storePage(forgotten)
  }
  onAnyChanged((noun) => {
    if (affectsLastPage(noun)) schedule()
  })
  useView.subscribe(schedule)
  schedule()
}

function storePage(forgotten: number) {
  const root = document.getElementById('root')
  if (!root || !isPlain(root)) return
  const { info, preferences } = useView.getState()
  const account = info.accounts.find(({ id }) => id === preferences.place.account_id)
  if (!account) return
  const html = markupOf(root)
  if (html.length > LARGEST_PAGE) return
  const zone = account.timezone
  void call.app.keepPage({
    html,
    language: info.language,
    colorScheme: document.documentElement.dataset['mantineColorScheme'] ?? '',
    until: dayEndsAt(todayIn(zone, clock.now()), zone),
    forgotten,
  })
}

/**
 * Whether the overview looks as it does after a start: with rows, not scrolled, without a search or anything
 * open.
 */
function isPlain(root: HTMLElement) {
  if (useView.getState().preferences.place.screen !== 'overview') return false
  const grid = root.querySelector('[role=grid]')
  if (!grid?.querySelector('[aria-rowindex]') || grid.scrollTop !== 0) return false
  const typed = root.querySelector<HTMLInputElement>('main input[type=search]')?.value
  return !typed && !document.querySelector('[role=dialog], [aria-expanded=true]')
}

const ROW = '[role=grid] [role=row]'

function markupOf(root: HTMLElement) {
  const page = root.cloneNode(true) as HTMLElement
  // A table draws more rows than are in view; laying them out would delay the first paint.
  const rows = [...root.querySelectorAll(ROW)]
  for (const [at, row] of page.querySelectorAll(ROW).entries()) {
    if ((rows[at]?.getBoundingClientRect().top ?? 0) > window.innerHeight) row.remove()
  }
  for (const each of page.querySelectorAll<HTMLElement>(`[${REPLACEMENT}]`)) {
    const words = each.getAttribute(REPLACEMENT)
    if (words) each.textContent = words
    else each.style.visibility = 'hidden'
  }
  for (const each of page.querySelectorAll('style')) each.remove()
  const styles = [...document.querySelectorAll('style')].map(({ textContent }) => textContent)
  // Main replaces the placeholder with the nonce of its page.
  return `<style nonce="__CSP_NONCE__">${styles.join('\n')}</style>${page.innerHTML}`
}
