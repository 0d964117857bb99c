// Every screen as the carried Electron and the system's Chromium draw it: `node scripts/pairs.ts --help`.
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright'
import { programNamed } from '../test/support/chromium.ts'
import { onPrivateDesktop } from '../test/support/desktop.ts'
import { clockAt, NOW } from '../test/support/instant.ts'
import { build } from './build.ts'
import { electronExecutable } from './electron-runtime.mjs'
import { textTable } from './text-table.ts'

const root = path.dirname(import.meta.dirname)
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    width: { type: 'string', default: '1440' },
    look: { type: 'string', default: 'en-light' },
    out: { type: 'string', default: path.join(root, 'out/pairs') },
    again: { type: 'boolean', default: true },
    help: { type: 'boolean', default: false },
  },
  allowNegative: true,
})
if (values.help) {
  console.log(`node scripts/pairs.ts [--only overview,player] [--width 1440] [--look en-light]
  [--out FOLDER] [--no-again]
Takes each screen in Electron and in Chromium, of the same figures at the same instant; puts the two beside
each other with what differs, and prints how many pixels do. --no-again compares what was taken before.`)
  process.exit(0)
}

const WINDOWS = ['electron', 'chromium'] as const
const folderOf = (window: (typeof WINDOWS)[number]) => path.join(values.out, window)

if (values.again) {
  await build('test')
  electronExecutable({ say: console.log })
  for (const window of WINDOWS) take(window)
}
const browser = await chromium.launch({
  executablePath: programNamed('chromium'),
  chromiumSandbox: process.getuid?.() !== 0,
})
const rows = await compareAll(browser)
await browser.close()
console.log(
  textTable([['picture', 'pixels that differ', 'of', 'share'], ...rows], (column) => column > 0),
)

/** In a process of its own, because a process can only use one kind of window. */
function take(window: (typeof WINDOWS)[number]) {
  fs.rmSync(folderOf(window), { recursive: true, force: true })
  Object.assign(process.env, clockAt(NOW), {
    CUEPOINT_APP: 'out/test-build',
    CUEPOINT_WINDOW: window,
  })
  const shots = [path.join(root, 'scripts/shots.ts'), '--no-sheets', '--out', folderOf(window)]
  const asked = ['--widths', values.width, '--looks', values.look, '--only', values.only]
  if (onPrivateDesktop(process.execPath, [...shots, ...asked]) !== 0) process.exit(1)
}

async function compareAll(browser: Browser): Promise<string[][]> {
  const page = await browser.newPage()
  const [electron = [], current = []] = WINDOWS.map((window) => fs.readdirSync(folderOf(window)))
  for (const name of electron.filter((each) => !current.includes(each))) {
    console.log(`${name}: not in Chromium`)
  }
  const compared: { name: string; differing: number; pixels: number }[] = []
  for (const name of electron.filter((each) => current.includes(each))) {
    compared.push({ name, ...(await compare(page, name)) })
  }
  compared.sort((a, b) => b.differing / b.pixels - a.differing / a.pixels)
  return compared.map(({ name, differing, pixels }) => [
    name,
    `${differing}`,
    `${pixels}`,
    `${((100 * differing) / pixels).toFixed(2)} %`,
  ])
}

/** Writes the two pictures and what differs beside each other. */
async function compare(page: Page, name: string) {
  const pictures = WINDOWS.map((window) => {
    const bytes = fs.readFileSync(path.join(folderOf(window), name))
    return `data:image/png;base64,${bytes.toString('base64')}`
  })
  const { sheet, ...counts } = await page.evaluate(differenceOf, pictures)
  fs.writeFileSync(path.join(values.out, name), Buffer.from(sheet, 'base64'))
  return counts
}

async function differenceOf(addresses: string[]) {
  const images = await Promise.all(
    addresses.map(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      return image
    }),
  )
  const width = Math.max(...images.map((image) => image.naturalWidth))
  const height = Math.max(...images.map((image) => image.naturalHeight))
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 3 * width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('nothing can be drawn')
  for (const [place, image] of images.entries()) context.drawImage(image, place * width, 0)
  const [{ data: before }, { data: after }] = [0, 1].map((place) =>
    context.getImageData(place * width, 0, width, height),
  ) as [ImageData, ImageData]
  const marked = context.createImageData(width, height)
  let differing = 0
  for (let at = 0; at < before.length; at += 4) {
    const by = Math.max(
      ...[0, 1, 2].map((each) => Math.abs((before[at + each] ?? 0) - (after[at + each] ?? 0))),
    )
    // Smaller differences come from the smoothing of letters.
    const isOther = by > 48
    if (isOther) differing++
    marked.data.set(isOther ? [220, 0, 0, 255] : [255, 255, 255, 255], at)
  }
  context.putImageData(marked, 2 * width, 0)
  const sheet = canvas.toDataURL('image/png').split(',')[1] ?? ''
  return { sheet, differing, pixels: width * height }
}
