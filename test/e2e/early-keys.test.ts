import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeVerbs } from '../../src/main/database/verbs.ts'
import { documentBytes, sha256 } from '../../src/main/features/reports/document-text.ts'
import type { AppInfo } from '../../src/shared/features/settings/window-info.ts'
import { asked, holdCalls } from '../support/bridge.ts'
import { testClock } from '../support/clock.ts'
import { newFolder } from '../support/folder.ts'
import { type Launched, launchEarly } from '../support/launch.ts'
import { type Press, pressAtFirstFrame, pressKeys } from '../support/real-keys.ts'
import { sampleReport } from '../support/sample-report.ts'
import { count } from '../support/scale.ts'
import { aPlayer } from '../support/store-data.ts'
import { ACCOUNT, anAccount } from '../support/store-folder.ts'
import { texts } from '../support/texts.ts'

const TIMES = count('presses at each moment', { usual: 1, full: 30 })
const MOMENTS = count('moments after a report is closed', { usual: 1, full: 6 })
const OVERVIEW = {
  screen: 'overview',
  account_id: ACCOUNT,
  player_id: null,
  video_id: null,
} as const
const folder = newFolder()
const lastPage = path.join(folder, 'desk', 'last-page.json')
let desk: Launched
let page: Page
let report_id: string

/** A desk with one player and one report, which needs no service. */
beforeAll(async () => {
  const verbs = makeVerbs(path.join(folder, 'desk'), testClock)
  verbs.putAccount(anAccount())
  verbs.keepAnswer(ACCOUNT, 'players', {}, [aPlayer(1)], 1, false)
  const report = sampleReport()
  const json = documentBytes(report, () => {
    throw new Error('the sample is no report')
  })
  report_id = sha256(json)
  verbs.addReport({
    ...{ id: report_id, about: report.about, origin: 'made', preview: null },
    ...{ document: await promisify(deflate)(json), addedAt: report.about.madeAt },
  })
  verbs.close()
})
afterAll(async () => {
  await desk.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const closeButton = () => page.getByRole('button', { name: texts.en.report.close })
const library = () => page.getByRole('grid', { name: texts.en.reports.list })
const search = () => page.getByRole('searchbox', { name: texts.en.reports.search })
const searched = () => expect.poll(() => search().evaluateAll(valueOf))
const valueOf = ([field]: Element[]) => (field as HTMLInputElement | undefined)?.value

/** Starts on the overview and presses keys as soon as the window can be seen. */
async function start(...keys: Press[]) {
  desk = await launchEarly({
    folder,
    preferences: { language: 'en', theme: 'light', isOffline: true, place: OVERVIEW },
    onStart: (app) => pressAtFirstFrame(app, ...keys),
  })
  page = desk.page
}

async function startThen(presses: Press[], see: () => Promise<unknown>) {
  await start(...presses)
  try {
    await see()
  } finally {
    await desk.close()
  }
}

describe.each(Array.from({ length: TIMES }, (_, time) => time))('keys, time %i', (time) => {
  test('pressed before the first frame act in order, when no stored page is shown', async () => {
    if (time > 0) await desk.close()
    fs.rmSync(lastPage, { force: true })
    await startThen(['Alt+2', 'Alt+3'], () => title('Settings').waitFor())
  })

  test('pressed over a stored page act on the page that replaces it', async () => {
    await startThen([], () => expect.poll(() => fs.existsSync(lastPage)).toBe(true))
    await startThen(['Alt+Shift+5', '/', { text: 'abc' }], () => searched().toBe('abc'))
  })

  test('are held until a lazily loaded screen or palette accepts them', async () => {
    await start()
    await title('Overview').waitFor()
    await pressKeys(desk.app, 'Control+k', { text: 'sett' })
    const palette = page.getByRole('dialog').getByRole('combobox')
    await expect.poll(() => palette.inputValue()).toBe('sett')
    await pressKeys(desk.app, 'Escape', 'Alt+2', 'Alt+Shift+5', '/', { text: 'xyz' })
    await searched().toBe('xyz')
    await pressKeys(desk.app, 'Escape', 'Alt+3')
    await title('Settings').waitFor()
  })

  const moments = [
    [0, 'click'],
    [20, 'key'],
    [100, 'key'],
    [0, 'key'],
    [60, 'click'],
    [140, 'click'],
  ] as const

  test.each(moments.slice(0, MOMENTS))(
    'pressed %i ms after a report is closed by a %s act on the desk',
    async (after, by) => {
      await asked(page, ['app', 'prefer'], { place: OVERVIEW })
      await asked(page, ['reports', 'open'], { id: report_id })
      await pressKeys(desk.app, await closing(by), after, 'Alt+2', 'Alt+3')
      await title('Settings').waitFor()
      expect(await closeButton().count()).toBe(0)
      const { preferences } = await asked<AppInfo>(page, ['app', 'info'])
      expect(preferences.place.screen).toBe('settings')
    },
  )

  test('pressed while a report closes are all typed, after the shortcuts before them', async () => {
    await asked(page, ['reports', 'open'], { id: report_id })
    const slowly = ['Alt+2', 'Alt+Shift+5', '/', ...Array.from('across it')].flatMap((key) => [
      key,
      10,
    ])
    await pressKeys(desk.app, await closing('key'), ...slowly)
    await searched().toBe('across it')
    await pressKeys(desk.app, 'Escape')
  })

  test('pressed while a report opens act in the report', async () => {
    await library().focus()
    await pressKeys(desk.app, 'Home', 'Enter', '?')
    await page.getByRole('dialog').waitFor()
    await pressKeys(desk.app, 'Escape')
    await closeButton().waitFor()
    await pressKeys(desk.app, await closing('click'))
    await library().waitFor()
  })
})

test('keys pressed in a hidden window are not lost', async () => {
  await asked(page, ['app', 'prefer'], { place: OVERVIEW })
  const window = await desk.app.browserWindow(page)
  await window.evaluate((one) => one.hide())
  await page.reload()
  await pressKeys(desk.app, 'Alt+3')
  await title('Settings').waitFor({ state: 'attached' })
  await window.evaluate((one) => one.show())
})

test('keys pressed while another language loads still open their screen', async () => {
  await desk.close()
  await start()
  await title('Overview').waitFor()
  const goOn = await holdCalls(desk.app, 'info')
  await page.getByRole('banner').getByLabel('Language').selectOption('pt-BR')
  await pressKeys(desk.app, 'Alt+3')
  await goOn()
  await title(texts['pt-BR'].ui.screen.settings).waitFor()
})

/** The press that closes the report on the screen. */
async function closing(by: 'click' | 'key'): Promise<Press> {
  const button = closeButton()
  await button.waitFor()
  if (by === 'key') {
    await button.focus()
    return 'Enter'
  }
  const { x, y, width, height } = (await button.boundingBox()) as DOMRect
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
}
