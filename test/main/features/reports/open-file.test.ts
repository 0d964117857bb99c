import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { packReport } from '../../../../src/main/features/reports/container.ts'
import { argumentsWith, reportsIn } from '../../../../src/main/shell/switches.ts'
import { openDesk, quietScreen } from '../../../support/desk.ts'
import { newFolder } from '../../../support/folder.ts'
import { sampleReport } from '../../../support/sample-report.ts'

const folder = newFolder()
const good = path.join(folder, 'good.cuepoint')
const broken = path.join(folder, 'broken.cuepoint')
let chosen: string | null = null
let desk: ReturnType<typeof openDesk>

beforeAll(async () => {
  fs.writeFileSync(good, await packReport({ document: sampleReport(), tables: [], preview: null }))
  fs.writeFileSync(broken, 'not a report')
  desk = openDesk(newFolder(), {
    screen: { ...quietScreen(folder), chooseReport: () => Promise.resolve(chosen) },
  })
})

/** As the window asks for it when it hears of a change. */
const showArrived = () => desk.shown().reports.showArrived({ mustStay: false })

/** As the palette and the screen of a first start ask for it: there is no account. */
async function openFile(place: string | null) {
  chosen = place
  await desk.shown().reports.openFile(undefined)
  await showArrived()
  return (await desk.shown().app.info(undefined)).report?.about.title ?? null
}

test('a chosen report is shown without any account, also in the place of another', async () => {
  expect(await openFile(good)).toBe(sampleReport().about.title)
  expect(await openFile(good)).toBe(sampleReport().about.title)
  expect(await desk.handlers.reports.list(undefined)).toHaveLength(1)
  await desk.shown().reports.close(undefined)
})

test('when none is chosen nothing changes', async () => {
  expect(await openFile(null)).toBeNull()
  expect(await desk.handlers.reports.openFailures(undefined)).toEqual([])
})

test('a file that cannot be opened is named, and the screen or the report that is shown stays', async () => {
  const { place } = (await desk.handlers.app.info(undefined)).preferences
  expect(await openFile(broken)).toBeNull()
  expect((await desk.handlers.app.info(undefined)).preferences.place).toEqual(place)
  expect(await openFile(good)).toBe(sampleReport().about.title)
  expect(await openFile(broken)).toBe(sampleReport().about.title)
  await desk.shown().reports.close(undefined)
  expect(await desk.handlers.reports.openFailures(undefined)).toMatchObject([
    { name: 'broken.cuepoint' },
  ])
})

const titleShown = async () => (await desk.shown().app.info(undefined)).report?.about.title ?? null
const titles = async () =>
  (await desk.handlers.reports.list(undefined)).map(({ about }) => about.title).toSorted()

test('several files are all added to the library, the last is shown, and each failure is listed', async () => {
  const places = await Promise.all(
    ['One', 'Two'].map(async (title) => {
      const place = path.join(folder, `${title}.cuepoint`)
      const report = sampleReport()
      const document = { ...report, about: { ...report.about, title } }
      fs.writeFileSync(place, await packReport({ document, tables: [], preview: null }))
      return place
    }),
  )
  const [one = '', two = ''] = places
  const gone = path.join(folder, 'gone.cuepoint')
  await desk.give([broken, one, gone, two])
  expect(await desk.shown().reports.arrived(undefined)).toHaveLength(2)
  await showArrived()
  expect(await desk.shown().reports.arrived(undefined)).toEqual([])
  expect(await titleShown()).toBe('Two')
  const { title } = sampleReport().about
  expect(await titles()).toEqual(['One', 'Two', title].toSorted())
  const told = ['broken.cuepoint', 'gone.cuepoint']
  expect((await desk.shown().reports.openFailures(undefined)).map(({ name }) => name)).toEqual(told)
  expect((await desk.shown().reports.openFailures(undefined)).map(({ name }) => name)).toEqual(told)
  await desk.shown().reports.forgetOpenFailures(undefined)
  expect(await desk.shown().reports.openFailures(undefined)).toEqual([])
  await desk.shown().reports.close(undefined)
})

test('files that are given one after the other, as macOS does, are taken together', async () => {
  const [one, two] = ['One', 'Two'].map((name) => path.join(folder, `${name}.cuepoint`))
  await Promise.all([desk.give([two ?? '']), desk.give([broken]), desk.give([one ?? ''])])
  await showArrived()
  expect(await titleShown()).toBe('One')
  expect(await desk.shown().reports.openFailures(undefined)).toMatchObject([
    { name: 'broken.cuepoint' },
  ])
  await desk.shown().reports.close(undefined)
})

test('a command line names reports by their ending, from its folder', () => {
  const line = [
    'cuepoint',
    '--flag.cuepoint',
    'a.cuepoint',
    '/b/c.CUEPOINT',
    'd.csv',
    '../e.cuepoint',
  ]
  expect(reportsIn(line, '/home/ann')).toEqual([
    '/home/ann/a.cuepoint',
    '/b/c.CUEPOINT',
    '/home/e.cuepoint',
  ])
})

test('the app is started again with its switches, and with the reports that are waiting only', () => {
  const line = ['cuepoint', '--user-data-dir=/home/ann/a.cuepoint', '/b/old.cuepoint', '/app']
  expect(argumentsWith(line, ['/b/new.cuepoint'])).toEqual([
    '--user-data-dir=/home/ann/a.cuepoint',
    '/app',
    '/b/new.cuepoint',
  ])
  expect(argumentsWith(line, [])).toEqual(['--user-data-dir=/home/ann/a.cuepoint', '/app'])
})
