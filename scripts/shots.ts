// Pictures of every screen in each language, theme and width: `node scripts/shots.ts --help`.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Language } from '../src/shared/locales/languages.ts'
import { connectEdited, EDITED_SCREENS } from '../test/support/edited.ts'
import { launch } from '../test/support/launch.ts'
import { OVERLAYS, SCREENS, spills } from '../test/support/screens.ts'
import { startService } from '../test/support/service.ts'
import { downloadDemo } from '../test/support/steps.ts'
import { texts } from '../test/support/texts.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    widths: { type: 'string', default: '1024,1920' },
    looks: {
      type: 'string',
      default: 'en-light,pt-BR-dark,es-419-light,en-dark,pt-BR-light,es-419-dark',
    },
    out: { type: 'string', default: path.join(os.tmpdir(), 'cuepoint-shots') },
    sheets: { type: 'boolean', default: true },
    help: { type: 'boolean', default: false },
  },
  allowNegative: true,
})

if (values.help) {
  console.log(`node scripts/shots.ts [--only overview,video-tab-1] [--widths 1024,1920]
  [--looks en-light,pt-BR-dark,es-419-light] [--out FOLDER] [--no-sheets]
Takes every screen, dialog and list in full length, and sheets of two looks of a screen side by side;
prints what is cut off. Run it where there is a display.`)
  process.exit(0)
}

const all = [
  ...SCREENS.map((one) => ({ ...one, isOverlay: false })),
  ...EDITED_SCREENS.map((one) => ({ ...one, isOverlay: false })),
  ...OVERLAYS.map((one) => ({ ...one, isOverlay: true })),
]
const only = values.only.split(',').filter(Boolean)
const shown = only.length > 0 ? all.filter(({ name }) => only.includes(name)) : all
const widths = values.widths.split(',').map(Number)
const looks = values.looks.split(',').map((look) => {
  const [, language, theme] = /^(.*)-(light|dark)$/.exec(look) ?? []
  return { look, language: language as Language, theme: theme as 'light' | 'dark' }
})

const SHORTEST = 768
const LONGEST = 7000
const service = await startService({
  ...{ players: 24, days: 120, seed: 7, plan: 'enterprise' },
  limits: { queriesPerMinute: 6000 },
})
const desk = await launch({
  size: { width: 1440, height: 900 },
  preferences: { theme: 'light', language: 'en' },
})
const { page, app } = desk
fs.mkdirSync(values.out, { recursive: true })
page.on('console', (message) => {
  if (['error', 'warning'].includes(message.type())) console.log(`console: ${message.text()}`)
})
page.on('pageerror', (error) => console.log(`page error: ${error.message}`))
const session = await page.context().newCDPSession(page)

try {
  await connectEdited(desk, service)
  await page.keyboard.press('Alt+1')
  await downloadDemo(page)
  for (const { look, language, theme } of looks) {
    await wear(language, theme)
    for (const { name, show, isOverlay } of shown) {
      try {
        await resize(Math.max(...widths), SHORTEST)
        await show(page, language)
        for (const width of widths) await take({ name, look, width, isOverlay })
      } catch (thrown) {
        console.log(`${name} ${look}:`, thrown instanceof Error ? thrown.message : thrown)
        await page.screenshot({ path: path.join(values.out, `failed-${name}-${look}.png`) })
      }
      await page.keyboard.press('Escape')
    }
  }
  for (let from = 0; values.sheets && from < looks.length; from += 2) {
    const pair = looks.slice(from, from + 2).map(({ look }) => look)
    for (const { name } of shown) for (const width of widths) await sheet(`${name}-${width}`, pair)
  }
} catch (thrown) {
  console.log(thrown, desk.output())
}
await desk.close()
await service.close()

function resize(width: number, height: number) {
  const metrics = { width, height, deviceScaleFactor: 1, mobile: false }
  return session.send('Emulation.setDeviceMetricsOverride', metrics)
}

async function wear(language: Language, theme: 'light' | 'dark') {
  await resize(1440, SHORTEST)
  const before = (await page.locator('html').getAttribute('lang')) as Language
  await page.getByRole('banner').getByLabel(texts[before].ui.header.language).selectOption(language)
  const { find, toDark, toLight } = texts[language].ui.header
  await page.getByText(find).first().waitFor()
  const button = page.getByRole('button', { name: theme === 'dark' ? toDark : toLight })
  if (await button.isVisible()) await button.click()
}

interface Taken {
  name: string
  look: string
  width: number
  isOverlay: boolean
}

/** As high as the content, so that nothing has to be scrolled. */
async function take({ name, look, width, isOverlay }: Taken) {
  await resize(width, SHORTEST)
  await page.waitForTimeout(350)
  let height = SHORTEST
  if (!isOverlay) {
    for (let times = 0; times < 2; times++) {
      const more = await page.evaluate(() => {
        const scrollers = [...document.querySelectorAll('main, [data-changes]')]
        return Math.max(0, ...scrollers.map((one) => one.scrollHeight - one.clientHeight))
      })
      height = Math.min(LONGEST, height + more)
      await resize(width, height)
      await page.waitForTimeout(350)
    }
  }
  const file = `${name}-${width}-${look}.png`
  const { data } = await session.send('Page.captureScreenshot', { format: 'png' })
  fs.writeFileSync(path.join(values.out, file), Buffer.from(data, 'base64'))
  for (const what of await spills(page)) console.log(`${file}: ${what}`)
}

/** Several pictures of a screen side by side, in parts of a readable height. */
async function sheet(name: string, pair: readonly string[]) {
  const files = pair
    .map((look) => path.join(values.out, `${name}-${look}.png`))
    .filter((file) => fs.existsSync(file))
  const parts = await app.evaluate(
    ({ nativeImage }, { files: paths, wide }) => {
      const pictures = paths.map((file) => {
        const picture = nativeImage.createFromPath(file)
        const { width: from, height } = picture.getSize()
        const size = { width: wide, height: Math.round((height * wide) / from) }
        const { width: w, height: h } = size
        return { w, h, bytes: picture.resize({ ...size, quality: 'best' }).toBitmap() }
      })
      const [high, gap, most] = [Math.max(0, ...pictures.map(({ h }) => h)), 8, 1400]
      const total = pictures.length * (wide + gap)
      const made: string[] = []
      for (let from = 0; from < high; from += most) {
        const rows = Math.min(most, high - from)
        const sheetBytes = Buffer.alloc(total * rows * 4, 128)
        for (const [index, { w, h, bytes }] of pictures.entries()) {
          for (let row = 0; row < Math.min(rows, h - from); row++) {
            const start = (from + row) * w * 4
            bytes.copy(sheetBytes, (row * total + index * (wide + gap)) * 4, start, start + w * 4)
          }
        }
        const image = nativeImage.createFromBitmap(sheetBytes, { width: total, height: rows })
        made.push(image.toPNG().toString('base64'))
      }
      return made
    },
    { files, wide: 776 },
  )
  for (const [index, part] of parts.entries()) {
    const file = path.join(values.out, `sheet-${name}-${pair.join('-')}-${index + 1}.png`)
    fs.writeFileSync(file, Buffer.from(part, 'base64'))
  }
}
