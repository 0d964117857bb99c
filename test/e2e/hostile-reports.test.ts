import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReportFile } from '../../src/main/features/reports/container.ts'
import type { ListedReport, ReportDocument } from '../../src/shared/features/reports/report.ts'
import { NO_FIGURE } from '../support/bad-answers.ts'
import { asked } from '../support/bridge.ts'
import { testClock } from '../support/clock.ts'
import { downloadedDemo } from '../support/downloaded-demo.ts'
import { chooseFile, type Launched, launch } from '../support/launch.ts'
import { type Json, mutantsOf } from '../support/mutants.ts'
import { rawZip } from '../support/raw-zip.ts'
import { count, isProof, tell } from '../support/scale.ts'
import { openFirstPlayer, tryDemo } from '../support/steps.ts'
import { summed } from '../support/summed-report.ts'
import { texts } from '../support/texts.ts'

const MUTANTS = count('changed reports', { usual: 5, full: 400 })
const text = texts.en.report
let folder: string
let desk: Launched
let page: Page
let document: ReportDocument

beforeAll(async () => {
  folder = await downloadedDemo()
  desk = await launch({ folder, preferences: { language: 'en' } })
  page = desk.page
  await tryDemo(page)
  await openFirstPlayer(page)
  await page.getByRole('button', { name: text.freeze }).click()
  await page.getByRole('button', { name: text.kept }).waitFor()
  const [report] = await asked<ListedReport[]>(page, ['reports', 'list'])
  const file = path.join(folder, 'made.cuepoint')
  await chooseFile(desk.app, file)
  await asked(page, ['reports', 'save'], { id: report?.id })
  const opened = await openReportFile(file)
  document = opened.document
})
afterAll(async () => {
  await desk.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** Takes a document as somebody sends it, with a right checksum; null when it is refused. */
async function take(changed: unknown): Promise<string | null> {
  const bytes = rawZip(summed(changed)).toString('base64')
  try {
    return await asked<string>(page, ['reports', 'take'], { name: 'sent.cuepoint', bytes })
  } catch (thrown) {
    expect(String(thrown)).toContain('"kind":"report-file"')
    return null
  }
}

/** A report is opened and closed by reading the page anew. */
async function onNewPage(act: () => Promise<unknown>) {
  await page.evaluate(() => window.document.body.setAttribute('data-before', ''))
  await act()
  await page.locator('body:not([data-before])').waitFor()
}

/** What a report shows; it is closed again, because nothing can be removed while one is open. */
async function shows(id: string) {
  await onNewPage(() => asked(page, ['reports', 'open'], { id }))
  await page.getByRole('button', { name: text.close }).waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const main = page.getByRole('main')
  await expect.poll(() => main.locator('[aria-busy=true]').count()).toBe(0)
  const said = await main.innerText()
  await onNewPage(() => page.getByRole('button', { name: text.close }).click())
  return said
}

/** Wrong types in the answers of each call in turn. */
function changedReports(): { what: string; changed: unknown }[] {
  const ofCalls = document.calls.map(({ noun, verb, value }, index) =>
    mutantsOf(value as Json).map(({ text: changed, what, paths }) => ({
      what: `${noun}.${verb} ${paths[0]?.join('.')}: ${what}`,
      changed: {
        ...document,
        calls: document.calls.with(index, {
          ...(document.calls[index] as ReportDocument['calls'][number]),
          value: JSON.parse(changed) as unknown,
        }),
      },
    })),
  )
  const all = Math.max(...ofCalls.map((mutants) => mutants.length))
  // The first of each call, then the second of each: all calls are reached by a few.
  return Array.from({ length: all }, (_, nth) =>
    ofCalls.flatMap((mutants) => mutants.at((nth * 7) % Math.max(1, mutants.length)) ?? []),
  ).flat()
}

test.runIf(isProof)(
  'a report with changed types in its answers is either refused or rendered without a fault',
  async () => {
    let refused = 0
    for (const { what, changed } of changedReports().slice(0, MUTANTS)) {
      const id = await take(changed)
      if (id === null) refused++
      else {
        const said = await shows(id)
        expect([what, said.match(NO_FIGURE)?.[0]]).toEqual([what, undefined])
        expect([what, said.includes(texts.en.fault.block)]).toEqual([what, false])
        await asked(page, ['reports', 'remove'], { ids: [id] })
      }
    }
    tell(`${refused} refused, the others drawn whole`)
    expect(await shows((await take(document)) ?? '')).not.toMatch(NO_FIGURE)
  },
)

/** Rows of the breakdown, as many as a report can hold. */
const MOST_ROWS = 12_000
const LONGEST_MS = 10_000

test.runIf(isProof)(
  'comparison, PDF and picture of the largest accepted report are quick',
  async () => {
    const at = document.calls.findIndex(({ verb }) => verb === 'statsByField')
    const call = document.calls[at] ?? expect.fail('no breakdown')
    const answer = call.value as { value: Record<string, unknown>[] }
    const rows = Array.from({ length: MOST_ROWS }, (_, index) => ({
      ...answer.value[0],
      grouped_field: `value ${index}`,
    }))
    const large = { ...call, value: { ...answer, value: rows } }
    const id = (await take({ ...document, calls: document.calls.with(at, large) })) ?? ''
    const other = await take(document)
    expect(id).not.toBe('')
    const took = async (what: string, act: () => Promise<unknown>) => {
      const began = testClock.monotonic()
      await act()
      const ms = testClock.monotonic() - began
      tell(`${what} ${(ms / 1000).toFixed(1)} s`)
      expect(ms).toBeLessThan(LONGEST_MS)
    }
    await took('comparison', () => asked(page, ['reports', 'compare'], { left: id, right: other }))
    await chooseFile(desk.app, path.join(folder, 'large.pdf'))
    await took('PDF', () => asked(page, ['reports', 'pdf'], { id, language: 'en' }))
    await took('picture', () => asked(page, ['reports', 'preview'], { id }))
    await took('shown', () => shows(id))
  },
)
