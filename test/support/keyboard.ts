import type { ElementHandle, Locator, Page } from 'playwright'

/** Presses Tab, or Shift and Tab to what comes before, until it has the focus, as one without a mouse does. */
export async function tabTo(page: Page, wanted: Locator, most = 400) {
  let sought = await found(wanted)
  const key = (await whereIs(sought)) === 'before' ? 'Shift+Tab' : 'Tab'
  for (let tabs = 0; tabs < most; tabs++) {
    const where = await whereIs(sought)
    if (where === 'here') return
    if (where === 'gone') sought = await found(wanted)
    else await page.keyboard.press(key)
  }
  throw new Error(`${most} times ${key} did not lead to ${String(wanted)}`)
}

/** Looked for once: by its role it is sought among all of the page, which takes longer than a Tab. */
async function found(wanted: Locator) {
  await wanted.waitFor()
  const handle = await wanted.elementHandle()
  if (!handle) throw new Error(`${String(wanted)} is gone`)
  return handle
}

/** Where an element stands, seen from the focus. */
const whereIs = (sought: ElementHandle) =>
  sought.evaluate((element) => {
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
  /** It, or what stands beside it, is drawn otherwise than without the focus. */
  isVisible: boolean
}

/** What has the focus, and whether that is seen. */
export function focusNow(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body
    const name = (element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '').slice(
      0,
      60,
    )
    const parent = element.parentElement
    if (!parent || element === document.body) return { tag: 'BODY', name, isVisible: false }

    // The same beside it, without the focus; of two radios with one name only one can be checked.
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
