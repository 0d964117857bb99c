import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packReport } from '../../../src/main/reports/container.ts'
import { openDesk, quietScreen } from '../../support/desk.ts'
import { newFolder } from '../../support/folder.ts'
import { sampleReport } from '../../support/sample-report.ts'

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
afterAll(async () => {
  await desk.close()
  for (const one of [folder, desk.folder]) fs.rmSync(one, { recursive: true, force: true })
})

/** As the palette and the screen of a first start ask for it: there is no account. */
async function openFile(place: string | null) {
  chosen = place
  await desk.shown().reports.openFile(undefined)
  return (await desk.shown().desk.info(undefined)).report?.about.title ?? null
}

test('a chosen report is shown without any account, also in the place of another', async () => {
  expect(await openFile(good)).toBe(sampleReport().about.title)
  expect(await openFile(good)).toBe(sampleReport().about.title)
  expect(await desk.handlers.reports.list(undefined)).toHaveLength(1)
  await desk.shown().reports.close(undefined)
})

test('when none is chosen nothing changes', async () => {
  expect(await openFile(null)).toBeNull()
  expect(await desk.handlers.reports.given(undefined)).toBeNull()
})

test('a file that cannot be opened is told in the library, by its name', async () => {
  expect(await openFile(broken)).toBeNull()
  const { preferences } = await desk.handlers.desk.info(undefined)
  expect(preferences.place.screen).toBe('reports')
  expect(await desk.handlers.reports.given(undefined)).toMatchObject({ name: 'broken.cuepoint' })
})
