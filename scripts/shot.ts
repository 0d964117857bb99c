// Screenshots of the real app with the demo account: `node scripts/shot.ts --help`.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright'
import type { Language } from '../src/shared/locales/languages.ts'
import { launch } from '../test/support/launch.ts'
import {
  downloadDemo,
  openByName,
  openFirstPlayer,
  openFirstVideo,
  readVideos,
  tryDemo,
} from '../test/support/steps.ts'

const { values } = parseArgs({
  options: {
    screen: { type: 'string', default: 'overview' },
    width: { type: 'string', default: '1440' },
    height: { type: 'string', default: '900' },
    theme: { type: 'string', default: 'light' },
    language: { type: 'string', default: 'en' },
    tab: { type: 'string' },
    out: { type: 'string', default: path.join(os.tmpdir(), 'cuepoint-shots') },
    folder: { type: 'string' },
    full: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

/** Opened from the sidebar, without anything downloaded before. */
const NAMED = [
  ...(['variants', 'abTests', 'leaderboard', 'live'] as const),
  ...(['sheet', 'problems', 'reports', 'annotations'] as const),
]
const OTHERS = [
  'welcome',
  'overview',
  'player',
  'videos',
  'video',
  'outbox',
  'activity',
  'settings',
]
const SHOWN: readonly string[] = [...OTHERS, 'traffic', ...NAMED]

if (values.help || !SHOWN.includes(values.screen)) {
  console.log(`node scripts/shot.ts [--screen ${SHOWN.join('|')}]
  [--tab NAME] [--width 1440] [--height 900] [--theme light|dark] [--language en|pt-BR|es-419]
  [--out FOLDER] [--full]
Run it where there is a display. --folder keeps the data folder, so the demo is downloaded once.
--tab opens a tab of the screen by its words: 'Traffic filter', 'Histórico'.
--full also scrolls the page and takes a picture per part.`)
  process.exit(values.help ? 0 : 2)
}

const language = values.language as Language
const size = { width: Number(values.width), height: Number(values.height) }
const { page, close, output } = await launch({
  size,
  preferences: { theme: values.theme as 'light', language },
  ...(values.folder ? { folder: values.folder } : {}),
})
fs.mkdirSync(values.out, { recursive: true })
page.on('console', (message) => {
  if (['error', 'warning'].includes(message.type())) console.log(`console: ${message.text()}`)
})
page.on('pageerror', (error) => console.log(`page error: ${error.message}`))
try {
  await show(page, values.screen)
  if (values.tab) await openTab(page, values.tab)
  const what = [values.screen, values.tab, values.width, values.theme, values.language]
  await take(page, what.filter(Boolean).join('-'))
} catch (thrown) {
  await take(page, 'failed')
  console.log(thrown, output())
}
await close()

async function show(target: Page, screen: string) {
  if (screen !== 'welcome') await tryDemo(target, language)
  if (['overview', 'player'].includes(screen)) await downloadDemo(target, language)
  if (screen === 'player') await openFirstPlayer(target, language)
  if (screen === 'videos') await readVideos(target, language)
  if (['video', 'outbox'].includes(screen)) await openFirstVideo(target, language)
  const named = NAMED.find((name) => name === screen)
  if (named) await openByName(target, named, language)
  if (screen === 'traffic') {
    await downloadDemo(target, language)
    await openFirstPlayer(target, language)
    await openByName(target, screen, language)
  }
  const key = { outbox: 'Alt+7', activity: 'Alt+2', settings: 'Alt+3' }[screen]
  if (key) await target.keyboard.press(key)
  await target.waitForTimeout(2500)
}

async function openTab(target: Page, name: string) {
  await target.getByRole('tab', { name }).first().click()
  await target.waitForTimeout(500)
}

async function take(target: Page, name: string) {
  const parts = values.full ? 4 : 1
  for (let part = 0; part < parts; part++) {
    const file = path.join(values.out, `${name}${part ? `-${part}` : ''}.png`)
    await target.screenshot({ path: file })
    console.log(file)
    if (values.full) {
      await target.evaluate(() => {
        for (const element of document.querySelectorAll('*')) {
          if (element.scrollHeight > element.clientHeight + 200)
            element.scrollBy(0, innerHeight * 0.8)
        }
      })
      await target.waitForTimeout(800)
    }
  }
}
