import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appTexts } from '../../src/shared/locales/languages.ts'
import { violations } from '../support/axe.ts'
import { accountsOn, asked } from '../support/bridge.ts'
import { downloadedDemo } from '../support/downloaded-demo.ts'
import { type Launched, launch } from '../support/launch.ts'
import { tryDemo } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const text = texts.en.fault
let folder: string
let desk: Launched

beforeAll(async () => {
  folder = await downloadedDemo()
  desk = await launch({ folder, preferences: { language: 'en' } })
  await tryDemo(desk.page)
})
afterAll(async () => {
  await desk.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

interface Line {
  level: string
  event: string
  what?: string
  text?: string
  stack?: string
}

const lines = () =>
  fs
    .readFileSync(path.join(folder, 'logs', 'cuepoint.log'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)

const noted = (what: string) => lines().find((line) => line.what === what && line.level === 'error')
const copied = () => desk.app.evaluate(({ clipboard }) => clipboard.readText())

/** Main fails where nothing catches it; gives what the person is asked, who answers with this button. */
const failInMain = (button: number) =>
  desk.app.evaluate(async ({ dialog }, response) => {
    const shown: Electron.MessageBoxOptions[] = []
    const answers = [response, 2]
    await new Promise<void>((resolve) => {
      dialog.showMessageBox = ((options: Electron.MessageBoxOptions) => {
        shown.push(options)
        const answer = answers.shift() ?? 2
        if (answer === 2) setTimeout(resolve, 50)
        return Promise.resolve({ response: answer, checkboxChecked: false })
      }) as typeof dialog.showMessageBox
      setTimeout(() => {
        throw new TypeError('main was made to fail')
      })
    })
    return shown.map(({ message, detail, buttons }) => ({ message, detail, buttons }))
  }, button)

test('the diagnostics are copied from the settings', async () => {
  const { page } = desk
  await page.keyboard.press('Alt+3')
  await page.getByRole('button', { name: text.copy, exact: true }).click()
  await page.getByRole('button', { name: text.copied, exact: true }).waitFor()
  const said = await copied()
  expect(said).toMatch(/^Cuepoint \d+\.\d+\.\d+, Electron \d+/)
  expect(said).toMatch(/desk\.db: schema \d+; .*\baccounts 1\b/)
  expect(said).toMatch(/"event":"started"/)
  expect(await violations(page)).toEqual([])
})

test('an uncaught error in the page is in the log with its stack', async () => {
  await desk.page.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('the page was made to fail')
    })
  })
  await expect
    .poll(() => noted('script'))
    .toMatchObject({ text: expect.stringContaining('the page was made to fail') })
  expect(noted('script')?.stack).toMatch(/RangeError[^]*\bat\b/)
})

test('an unhandled rejection in main is in the log, and the window keeps working', async () => {
  await desk.app.evaluate(() => {
    void Promise.reject(new RangeError('left alone'))
  })
  await expect.poll(() => noted('promise')).toMatchObject({ text: 'RangeError: left alone' })
  expect(await accountsOn(desk.page)).toHaveLength(1)
})

test('an exception in main is shown and logged, saved data stays, and nothing more is sent', async () => {
  const { page } = desk
  const [account] = await accountsOn(page)
  const account_id = account?.id ?? ''
  const period = { start: '2026-07-01', end: '2026-07-01' }
  const fields = { text: 'Kept', period, player_id: null, tags: [] }
  await asked(page, ['annotations', 'add'], { account_id, fields })
  const shown = await failInMain(1)
  const words = appTexts('en').main.fault
  expect(shown).toHaveLength(2)
  expect(shown[0]).toMatchObject({
    message: words.title,
    buttons: [words.again, words.copy, words.later],
  })
  expect(shown[0]?.detail).toContain('TypeError: main was made to fail')
  expect(noted('main')).toMatchObject({
    event: 'unexpected',
    text: 'TypeError: main was made to fail',
    stack: expect.stringContaining('at '),
  })
  expect(await copied()).toContain('main was made to fail')
  const connection = await asked<{ pause: string }>(page, ['app', 'connection'])
  expect(connection.pause).toBe('halted')
  await page.getByRole('button', { name: texts.en.ui.header.halted, exact: true }).waitFor()
  const { annotations } = await asked<{ annotations: { text: string }[] }>(
    page,
    ['annotations', 'list'],
    { account_id },
  )
  expect(annotations.map((one) => one.text)).toEqual(['Kept'])
})
