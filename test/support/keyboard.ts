import type { ElementHandle, Locator, Page } from 'playwright'

/** Presses Tab, or Shift+Tab when the element comes before the focus, until it has the focus. */
export async function tabTo(page: Page, wanted: Locator, most = 400) {
  let element = await resolved(wanted)
  let where = await whereIs(element)
  const key = where === 'before' ? 'Shift+Tab' : 'Tab'
  for (let tabs = 0; tabs < most && where !== 'here'; tabs++) {
    if (where === 'gone') element = await resolved(wanted)
    else await page.keyboard.press(key)
    where = await whereIs(element)
  }
  if (where !== 'here') throw new Error(`${most} times ${key} did not lead to ${String(wanted)}`)
}

/** A locator by role searches the whole page, which takes longer than a Tab, so it is resolved once. */
async function resolved(wanted: Locator) {
  await wanted.waitFor()
  const handle = await wanted.elementHandle()
  if (!handle) throw new Error(`${String(wanted)} is gone`)
  return handle
}

/** The position of an element relative to the focus. */
const whereIs = (handle: ElementHandle) =>
  handle.evaluate((element) => {
    const focused = document.activeElement
    if (!element.isConnected) return 'gone'
    if (element === focused) return 'here'
    if (!focused || focused === document.body) return 'after'
    const place = focused.compareDocumentPosition(element)
    return place & Node.DOCUMENT_POSITION_PRECEDING ? 'before' : 'after'
  })

export const hasFocus = (wanted: Locator) =>
  wanted.evaluate((element) => element === document.activeElement)

export async function press(page: Page, wanted: Locator, key = 'Enter') {
  await tabTo(page, wanted)
  await page.keyboard.press(key)
}

interface Focus {
  tag: string
  name: string
  /** Whether the element, or something next to it, looks different with the focus. */
  isVisible: boolean
}

/** The focused element, and whether its focus is visible. */
export function focusNow(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body
    const name = (element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '').slice(
      0,
      60,
    )
    const parent = element.parentElement
    if (!parent || element === document.body) return { tag: 'BODY', name, isVisible: false }

    // A radio of the same name without the focus, because only one can be checked.
    const copy = parent.cloneNode(true) as HTMLElement
    for (const each of copy.querySelectorAll('[name]')) each.removeAttribute('name')
    parent.after(copy)
    const look = (one: Element | null | undefined) => {
      if (!one) return ''
      const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(one)
      return [outlineStyle === 'none' ? '' : outlineWidth, boxShadow, borderColor].join()
    }
    const other = copy.children[[...parent.children].indexOf(element)]
    const isVisible =
      look(element) !== look(other) ||
      look(element.nextElementSibling) !== look(other?.nextElementSibling)
    copy.remove()
    return { tag: element.tagName, name, isVisible }
  })
}
