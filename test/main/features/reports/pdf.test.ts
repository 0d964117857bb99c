import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makePdf } from '../../../../src/main/features/reports/pdf.ts'
import type { OffscreenPage, PageFrame } from '../../../../src/main/options.ts'
import type { CallHandlers } from '../../../../src/main/shell/router.ts'
import { bridge } from '../../../../src/shared/bridge.ts'
import { DEFAULT_ACCENT, NO_COVER } from '../../../../src/shared/features/reports/cover.ts'
import { DEFAULT_PREFERENCES } from '../../../../src/shared/features/settings/preferences.ts'
import { newFolder } from '../../../support/folder.ts'
import { sampleReport } from '../../../support/sample-report.ts'

const noHandlers = Object.fromEntries(Object.keys(bridge).map((noun) => [noun, {}]))

test('the PDF of a screen has the title and note that were written for its reader', async () => {
  const report = sampleReport()
  const document = { ...report, about: { ...report.about, screen: 'traffic' as const } }
  const cover = { ...NO_COVER, title: 'October for Marina', note: 'Read this first.' }
  const printed: { page: OffscreenPage; frame: PageFrame | null }[] = []
  const pdf = makePdf({
    read: async () => document,
    cover: async () => cover,
    brand: async () => ({ name: '', accent: DEFAULT_ACCENT, logo: null }),
    handlers: () => ({ ...noHandlers, app: { info: () => ({}) } }) as unknown as CallHandlers,
    exportsOf: () => ({}) as CallHandlers['exports'],
    preferences: () => DEFAULT_PREFERENCES,
    placePdf: async () => null,
    begin: () => {
      throw new Error('nothing is listed')
    },
    printer: {
      read: async () => null,
      async print(page, frame) {
        printed.push({ page, frame })
        return Buffer.from('%PDF-1.4')
      },
    },
  })
  const place = path.join(newFolder(), 'a.pdf')
  await pdf.writeTo(place, { id: 'ab'.repeat(32), language: 'en' }, new AbortController().signal)
  expect(fs.readFileSync(place, 'utf8')).toBe('%PDF-1.4')
  const [first] = printed
  expect(first?.frame?.header).toContain('October for Marina')
  const info = await first?.page.handlers.app.info(undefined)
  expect(info?.report?.about.title).toBe('October for Marina')
  expect(info?.print?.cover).toEqual(cover)
})
