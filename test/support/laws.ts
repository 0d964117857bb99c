import fs from 'node:fs'
import path from 'node:path'
import { vi } from 'vitest'
import type { AppInfo } from '../../src/shared/features/settings/window-info.ts'
import { appTexts, LANGUAGES, type Language } from '../../src/shared/locales/languages.ts'
import type { CallHandlers } from './bridge.ts'
import { complaintsOf } from './complaints.ts'
import type { Launched } from './launch.ts'
import { texts } from './texts.ts'

/** What is shown, as the last look found it. */
export interface Shown {
  language: Language
  accounts: string[]
  screen: string
  report: string | null
  isModalOpen: boolean
}

interface Look extends Shown {
  hasContent: boolean
  hasFocus: boolean
  /** Texts that no page may have. */
  wrong: string[]
}

const ANSWERS_WITHIN_MS = 5000

const FAULTS = LANGUAGES.flatMap((language) => {
  const { block, screen, window, startTitle } = texts[language].fault
  return [block, screen, window, startTitle, appTexts(language).main.crashed.title]
})

/** The laws that hold for the app whatever is done. */
export async function makeLaws({ app, page, folder, output }: Launched) {
  await tellRefusedCalls(app)
  const complaints = await complaintsOf(page)
  page.on('crash', () => complaints.push('the page crashed'))
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  const log = path.join(folder, 'logs', 'cuepoint.log')
  const logged = () => (fs.existsSync(log) ? fs.readFileSync(log, 'utf8').split('\n') : [])
  let shown: Look | undefined

  return {
    shown: (): Shown => {
      if (!shown) throw new Error('nobody has looked yet')
      return shown
    },
    /** Says what is broken now. */
    async broken(): Promise<string[]> {
      const before = shown
      shown = undefined
      const isWhole = async () => {
        // Fails while the page is read anew.
        shown = (await page.evaluate(look, FAULTS).catch(() => undefined)) ?? shown
        return shown !== undefined && missing(before, shown).length === 0
      }
      const whole = vi.waitUntil(isWhole, { timeout: ANSWERS_WITHIN_MS, interval: 20 })
      await whole.catch(() => undefined)
      const now = shown as Look | undefined
      return [
        ...(now ? [...missing(before, now), ...now.wrong] : ['the page or main does not answer']),
        ...complaints.filter((text) => !text.startsWith('ResizeObserver loop')),
        ...logged().filter((line) => line.includes('"level":"error"')),
        ...output()
          .split('\n')
          .filter((line) => /Uncaught|Unhandled|Exceeded|Refused call|in handler/.test(line)),
      ]
    },
  }
}

/** The window sends what main takes, whatever was typed; each other call is written to the output. */
const tellRefusedCalls = (app: Launched['app']) =>
  app.evaluate(({ ipcMain }) => {
    const handlers = (ipcMain as unknown as CallHandlers)._invokeHandlers
    const answer = handlers.get('app:call')
    handlers.set('app:call', async (...call) => {
      const reply = (await answer?.(...call)) as { failure?: { kind: string; text?: string } }
      const { kind, text = '' } = reply.failure ?? {}
      if (kind === 'refused' || /Invalid (input|option)|Too (big|small)/.test(text)) {
        console.error(`Refused call: ${call.slice(1).join(' ')}: ${text}`)
      }
      return reply
    })
  })

function missing(before: Look | undefined, now: Look): string[] {
  const isDialogClosed = before?.isModalOpen === true && !now.isModalOpen
  const isSamePlace = before?.screen === now.screen && before.report === now.report
  return [
    ...(now.hasContent ? [] : ['there is no main region with a text']),
    ...(isDialogClosed && isSamePlace && !now.hasFocus ? ['a closed dialog lost the focus'] : []),
  ]
}

/** Runs in the page. */
async function look(faults: string[]): Promise<Look> {
  const reply = await window.cuepoint.call('app', 'info')
  if (!reply.ok) throw new Error(JSON.stringify(reply.failure))
  const info = reply.value as AppInfo
  await new Promise((next) => requestAnimationFrame(next))

  // An ad network's placeholder in a URL parameter has a dot, unlike ours.
  const ofAdNetwork = /\{\{[a-z]+\.[a-z]+\}\}/g
  const isWrong = (text: string) =>
    /\b(undefined|NaN|null|Infinity|Invalid Date)\b|\[object |\{\{|\}\}/.test(
      text.replace(ofAdNetwork, ''),
    ) || faults.includes(text)
  const textsOfPage = () => {
    const found: string[] = []
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) {
      const { textContent, parentElement } = walk.currentNode
      if (!parentElement?.closest('pre, code, textarea, script, style'))
        found.push(textContent ?? '')
    }
    return found
  }
  const attribute = (name: string) =>
    [...document.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute(name) ?? '')
  const named = ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt'].flatMap(attribute)
  const isUsable = document.getElementById('root')?.inert === false
  return {
    wrong: [...textsOfPage(), ...named].filter(isWrong),
    hasContent: isUsable && Boolean(document.querySelector('main')?.textContent?.trim()),
    hasFocus: document.activeElement !== document.body,
    language: info.language,
    accounts: info.accounts.map(({ name }) => name),
    screen: info.preferences.place.screen,
    report: info.report?.id ?? null,
    isModalOpen: document.querySelector('[role=dialog][aria-modal=true]') !== null,
  }
}
