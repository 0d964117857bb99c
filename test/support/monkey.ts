import path from 'node:path'
import type { Fault } from '../../src/service/faults.ts'
import { below, type Random } from '../../src/service/random.ts'
import type { ListedReport } from '../../src/shared/features/reports/report.ts'
import { LANGUAGES } from '../../src/shared/locales/languages.ts'
import { asked } from './bridge.ts'
import { newFolder } from './folder.ts'
import type { Launched } from './launch.ts'
import type { Shown } from './laws.ts'
import type { Sandbox } from './service.ts'
import { texts } from './texts.ts'

const TEXTS = [
  ...['', ' ', '0', '-1', '7', '1.234,56', '1e309', '12:30', '99:99', '1:2:3:4', '2026-02-30'],
  ...['a', 'https://app.invalid/?a=b#c', 'http://', '<b>bold</b><script>x()</script>', '%s & "\''],
  ...['🏴‍☠️👩‍👩‍👧‍👦', 'שלום \u202eעולם', 'مرحبا', 'e\u0301', '\u200b', 'two\nlines\tand tab'],
  'very long '.repeat(300),
]

const ARROWS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']
const KEYS = [
  ...ARROWS.flatMap((key) => [key, key, `Shift+${key}`]),
  ...['PageUp', 'PageDown', 'Home', 'End', 'Control+Home', 'Control+End', 'Tab', 'Shift+Tab'],
  ...['Enter', 'Enter', 'Escape', 'Escape', 'Space', 'Shift+Space', 'Delete', 'Backspace', 'F2'],
  ...['Control+z', 'Control+z', 'Control+Shift+z', 'Control+y', 'Control+a', 'Control+c'],
  ...['Control+x', 'Control+v', 'Control+d', 'Control+h', 'Alt+Backspace', 'Control+k'],
  ...['?', '/', 't', 'f', 's', 'p', 'Control+o', 'Alt+ArrowLeft'],
]
const SCREEN_KEYS = [
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `Alt+${digit}`),
  ...[1, 2, 3, 4, 5, 6, 7].map((digit) => `Alt+Shift+${digit}`),
]

/** What a person can point at; native lists open outside of the page, and are chosen from instead. */
const POINTED = [
  ...['button', 'a[href]', 'summary', 'input:not([type=file], [type=color])', 'textarea', 'canvas'],
  ...['tab', 'menuitem', 'option', 'row', 'gridcell', 'columnheader', 'slider', 'switch'].map(
    (role) => `[role=${role}]`,
  ),
].join()
const FIELDS =
  'textarea, input:is(:not([type]), [type=text], [type=search], [type=url], [type=password])'

interface Monkey extends Pick<Launched, 'app' | 'page'> {
  random: Random
  /** Of an account in the app. */
  service: Sandbox
  isCut: boolean
  shown: () => Shown
}

/** Does something, and says what it was. */
type Action = (monkey: Monkey) => Promise<string>

const any = <T>({ random }: Pick<Monkey, 'random'>, all: readonly T[]) =>
  all[below(random, all.length)] as T

const pointed = ({ page, random, shown }: Monkey, query: string) => {
  const draws = Array.from({ length: 40 }, random)
  return page.evaluate(pointAt, { query, draws, avoided: avoided(shown()) })
}

const click: Action = async (monkey) => {
  const { mouse, keyboard } = monkey.page
  const found = await pointed(monkey, POINTED)
  // The second click would be on what is behind the dialog.
  const clickCount = monkey.shown().isModalOpen ? 1 : any(monkey, [1, 1, 1, 1, 1, 2])
  const held = any(monkey, [null, null, null, null, null, 'Shift', 'Control'])
  if (!found) return 'nothing to click'
  if (held) await keyboard.down(held)
  await mouse.click(found.x, found.y, { clickCount })
  if (held) await keyboard.up(held)
  return `click ${clickCount} times${held ? ` with ${held}` : ''} on ${found.name}`
}

const type: Action = async (monkey) => {
  const { mouse, keyboard } = monkey.page
  const found = await pointed(monkey, FIELDS)
  const text = any(monkey, TEXTS)
  const end = any(monkey, ['Enter', 'Enter', 'Escape', 'Tab', null])
  const isReplaced = monkey.random() < 0.6
  if (!found) return 'nothing to type into'
  await mouse.click(found.x, found.y)
  if (isReplaced) await keyboard.press('Control+a')
  if (text) await keyboard.insertText(text)
  else await keyboard.press('Delete')
  if (end) await keyboard.press(end)
  return `type ${JSON.stringify(text.slice(0, 40))} into ${found.name}, then ${end}`
}

const press =
  (keys: string[]): Action =>
  async (monkey) => {
    const { page, shown } = monkey
    const key = any(monkey, keys)
    const times = any(monkey, [1, 1, 1, 3])
    for (let time = 0; time < times; time++) {
      const isAct = key === 'Enter' || key === 'Space'
      if (isAct && (await page.evaluate(isOnAvoided, avoided(shown())))) return `not ${key}`
      await page.keyboard.press(key)
    }
    return `press ${key} ${times} times`
  }

const choose: Action = async (monkey) => {
  const found = await pointed(monkey, 'select')
  const draw = monkey.random()
  if (!found) return 'no list'
  const value = await monkey.page.evaluate(chooseAt, { ...found, draw })
  return `choose ${value} of ${found.name}`
}

const drag: Action = async (monkey) => {
  const { mouse } = monkey.page
  const [from, to] = [await pointed(monkey, POINTED), await pointed(monkey, POINTED)]
  if (!from || !to) return 'nothing to drag'
  await mouse.move(from.x, from.y)
  await mouse.down()
  await mouse.move(to.x, to.y, { steps: 3 })
  await mouse.up()
  return `drag from ${from.name} to ${to.name}`
}

const scroll: Action = async (monkey) => {
  const { mouse } = monkey.page
  const by = any(monkey, [-2000, -300, 300, 2000])
  const found = await pointed(monkey, POINTED)
  if (found) await mouse.move(found.x, found.y)
  await mouse.wheel(0, by)
  return `scroll by ${by} at ${found?.name}`
}

const resize: Action = async ({ app, page, random }) => {
  const size = { width: 400 + below(random, 1521), height: 500 + below(random, 601) }
  const window = await app.browserWindow(page)
  await window.evaluate((one, { width, height }) => {
    // As narrow as under a large zoom.
    one.setMinimumSize(1, 1)
    one.setContentSize(width, height)
  }, size)
  return `resize to ${size.width} × ${size.height}`
}

const TROUBLES: Fault['action'][] = [
  { kind: 'status', status: 503 },
  { kind: 'quota', form: 'details', resetsInMs: 1500 },
  { kind: 'unauthorized', form: 'invalid-credentials' },
  { kind: 'captive-portal' },
  { kind: 'edge-html' },
  { kind: 'body', form: 'truncated' },
  { kind: 'body', form: 'empty-list' },
]

const trouble: Action = async (monkey) => {
  const action = any(monkey, [...TROUBLES, null, null, null])
  monkey.service.setFaults(action ? [{ match: { nth: 1, times: 5 }, action }] : [])
  return `the service answers 5 times with ${JSON.stringify(action)}`
}

const cutOrRestore: Action = async (monkey) => {
  monkey.isCut = !monkey.isCut
  await (monkey.isCut ? monkey.service.close() : monkey.service.comeBack())
  return `${monkey.isCut ? 'cut' : 'restore'} the network`
}

/** Closes the report that is open; otherwise makes or opens one. */
const report: Action = async ({ page, random, shown }) => {
  const { report: opened, language } = shown()
  const [draw, isMade] = [random(), random() < 0.5]
  const all = await asked<ListedReport[]>(page, ['reports', 'list'])
  const one = isMade ? undefined : all[Math.floor(draw * all.length)]
  if (opened || !one) {
    const name = texts[language].report[opened ? 'close' : 'freeze']
    const [button] = await page.getByRole('button', { name, exact: true }).all()
    // A dialog can be over it.
    await button?.click({ timeout: 500 }).catch(() => undefined)
    return `${button ? '' : 'no '}“${name}”`
  }
  await asked(page, ['reports', 'open'], { id: one.id })
  return `open report “${one.about.title}”`
}

const ACTIONS = (
  [
    [50, click],
    [14, type],
    [14, press(KEYS)],
    [6, press(SCREEN_KEYS)],
    [3, press(['Alt+ArrowLeft'])],
    [6, choose],
    [3, drag],
    [3, scroll],
    [3, resize],
    [3, cutOrRestore],
    [2, trouble],
    [4, report],
  ] as const
).flatMap(([weight, action]) => Array.from({ length: weight }, () => action))

/** Does one thing that a person could do now, or two at once, and says what it was. */
export const act: Action = async (monkey) => {
  const isHasty = monkey.random() < 0.3 && !monkey.shown().isModalOpen
  const first = await actOnce(monkey)
  return isHasty ? `${first}, and at once ${await actOnce(monkey)}` : first
}

const actOnce: Action = (monkey) => {
  const action = any(monkey, ACTIONS)
  return action(monkey).catch((thrown: unknown) => {
    if (/context was destroyed|navigation/.test(String(thrown))) return 'the page is read anew'
    throw thrown
  })
}

/** Names of buttons of dialogs that ask strangers, or remove the last account. */
function avoided({ accounts }: Shown): string[] {
  return LANGUAGES.flatMap((language) => {
    const { settings, links } = texts[language]
    const forget = accounts.map((name) => settings.forget.confirm.replace('{{name}}', name))
    return [links.check, links.again, ...(accounts.length > 1 ? [] : forget)]
  })
}

interface Pointing {
  query: string
  draws: number[]
  avoided: string[]
}

/** Runs in the page: a place of something there that can be clicked, most likely in what is on top. */
function pointAt({ query, draws, avoided }: Pointing) {
  const next = () => draws.shift() ?? 0
  const any = <T>(all: readonly T[]) => all[Math.floor(next() * all.length)]
  const within = (scope: string) =>
    [...document.querySelectorAll<HTMLElement>(scope)]
      .flatMap((one) => [...one.querySelectorAll<HTMLElement>(query)])
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => !one.matches(':disabled, [aria-disabled=true]') && !one.closest('[inert]'))
  const labelOf = (one: HTMLElement) =>
    (one instanceof HTMLInputElement && one.labels?.[0]?.innerText) || one.innerText.trim()
  const nameOf = (one: HTMLElement) =>
    one.ariaLabel || labelOf(one) || one.getAttribute('placeholder') || ''
  const isAvoided = (one: HTMLElement, name: string) =>
    avoided.includes(name) && one.closest('[role=dialog]') !== null
  const isOnTop = (one: HTMLElement, hit: Element | null) =>
    hit !== null && (one.contains(hit) || hit.contains(one))
  const scopes = ['[role=dialog], [role=menu], [role=listbox]', 'main', 'body']
  const scope = scopes.findIndex((each) => next() < 0.75 && within(each).length > 0)
  const all = within(scopes[scope] ?? 'body')
  // By role first: a table has hundreds of cells.
  const roleOf = (one: HTMLElement) => one.role || one.tagName.toLowerCase()
  const roles = [...new Set(all.map(roleOf))]
  while (draws.length > 1) {
    const role = any(roles)
    const one = any(all.filter((each) => roleOf(each) === role))
    if (!one) return null
    one.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const { left, top, width, height } = one.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const name = nameOf(one)
    if (!isOnTop(one, document.elementFromPoint(x, y)) || isAvoided(one, name)) continue
    const heading = document.querySelector('h1')?.textContent ?? ''
    return { x, y, name: `${role} “${name.replaceAll('\n', ' ').slice(0, 40)}” (${heading})` }
  }
  return null
}

/** Runs in the page. */
function isOnAvoided(avoided: string[]) {
  const focused = document.activeElement
  return avoided.includes(focused?.ariaLabel || focused?.textContent?.trim() || '')
}

/** Runs in the page: chooses of a native list as its user does. */
function chooseAt({ x, y, draw }: { x: number; y: number; draw: number }) {
  const list = document.elementsFromPoint(x, y).find((one) => one instanceof HTMLSelectElement)
  if (!list) return null
  list.focus()
  const options = [...list.options].filter(({ disabled }) => !disabled)
  const { value = '' } = options[Math.floor(draw * options.length)] ?? {}
  list.value = value
  list.dispatchEvent(new Event('input', { bubbles: true }))
  list.dispatchEvent(new Event('change', { bubbles: true }))
  return value
}

/**
 * Answers the system's dialogs: files go into a folder, and what was saved is opened again; each
 * third is cancelled. A restored backup would end this app.
 */
export async function answerDialogs({ app }: Pick<Launched, 'app'>) {
  await app.evaluate(({ dialog, shell }, files) => {
    const saved: string[] = []
    let asked = 0
    const optionsOf = (all: unknown[]) =>
      all.at(-1) as {
        defaultPath?: string
        filters?: { extensions: string[] }[]
        properties?: string[]
      }
    Object.assign(dialog, {
      showSaveDialog(...all: unknown[]) {
        const filePath = files + (optionsOf(all).defaultPath ?? '').split(/[\\/]/).at(-1)
        if (++asked % 3 === 0) return Promise.resolve({ canceled: true, filePath: '' })
        saved.push(filePath)
        return Promise.resolve({ canceled: false, filePath })
      },
      showOpenDialog(...all: unknown[]) {
        const { filters = [], properties = [] } = optionsOf(all)
        const endings = filters.flatMap(({ extensions }) => extensions)
        const fits = (file: string) =>
          endings.some((one) => one !== 'cuepoint-backup' && file.endsWith(`.${one}`))
        const file = properties.includes('openDirectory') ? files : saved.findLast(fits)
        const canceled = ++asked % 3 === 0 || file === undefined
        return Promise.resolve({ canceled, filePaths: canceled ? [] : [file] })
      },
      showMessageBox: () => Promise.resolve({ response: 2, checkboxChecked: false }),
    })
    Object.assign(shell, {
      openPath: () => Promise.resolve(''),
      openExternal: () => Promise.resolve(),
      showItemInFolder: () => undefined,
    })
  }, newFolder() + path.sep)
}
