import fs from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { complaintsOf } from '../support/complaints.ts'
import { emptyKeychain } from '../support/connect.ts'
import { connectEdited, EDITED_SCREENS } from '../support/edited.ts'
import { type Launched, launch } from '../support/launch.ts'
import { naughtyStrings } from '../support/naughty-strings.ts'
import { count, isProof, tell } from '../support/scale.ts'
import { OVERLAYS, SCREENS } from '../support/screens.ts'
import { type Sandbox, startService } from '../support/service.ts'
import { downloadDemo } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const strings = naughtyStrings()
const STRINGS = count('naughty strings in every text field', { usual: 1, full: strings.length })
const chosen = strings.filter((_, index) => index % Math.ceil(strings.length / STRINGS) === 0)

let service: Sandbox
let desk: Launched
let complaints: string[]
const dialogs: string[] = []
let fields = 0

beforeAll(async () => {
  await emptyKeychain()
  service = await startService({ plan: 'enterprise', limits: { queriesPerMinute: 6000 } })
  desk = await launch({ size: { width: 1440, height: 900 }, preferences: { language: 'en' } })
  complaints = await complaintsOf(desk.page)
  desk.page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await connectEdited(desk, service)
  await desk.page.keyboard.press('Alt+1')
  await downloadDemo(desk.page)
})
afterAll(async () => {
  tell(`${fields} fields`)
  await desk.close()
  await service.close()
  await emptyKeychain()
  fs.rmSync(desk.folder, { recursive: true, force: true })
})

/** Types each text into each text field of the window and leaves it; gives what did not stay as typed. */
async function typeEverywhere(texts: string[]) {
  const open = ':not(:disabled, [readonly])'
  const typed = ['text', 'search', 'url', 'password', 'email'].map((type) => `[type=${type}]`)
  const query = `:is(main, [role=dialog]) :is(textarea, input:is(${typed.join()}, :not([type])))${open}`
  const all = () => [...document.querySelectorAll<HTMLInputElement>(query)]
  const frame = () => new Promise((next) => requestAnimationFrame(() => setTimeout(next)))
  const type = (field: HTMLInputElement, text: string) => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
    field.focus()
    set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    return field.value
  }
  const changed = new Set<string>()
  const names = new Set<string>()
  // What is typed can bring other fields, and take away this one.
  const typeAt = async (at: number, text: string) => {
    const field = all()[at]
    if (!field) return
    const name = field.labels?.[0]?.textContent || field.ariaLabel || field.placeholder
    names.add(name)
    const before = type(field, text)
    await frame()
    if (field.isConnected && field.value !== before) changed.add(`${name}: ${text}`)
    field.blur()
  }
  for (let at = 0; at < all().length; at++)
    for (const text of [...texts, '']) await typeAt(at, text)
  // Escape closes what has the focus.
  document.querySelector<HTMLElement>('[role=dialog] :is(input, button)')?.focus()
  return { changed: [...changed], names: [...names] }
}

test.runIf(isProof).each([...SCREENS, ...OVERLAYS, ...EDITED_SCREENS])(
  'each hostile string stays plain text in each field of $name',
  async ({ show }) => {
    const { page } = desk
    await show(page, 'en')
    const { changed, names } = await page.evaluate(typeEverywhere, chosen)
    fields += names.length
    expect(changed).toEqual([])
    for (const fault of [texts.en.fault.block, texts.en.fault.screen, texts.en.fault.window]) {
      expect(await page.getByText(fault).count()).toBe(0)
    }
    expect({ dialogs, complaints }).toEqual({ dialogs: [], complaints: [] })
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  },
)
