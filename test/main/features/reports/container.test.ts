import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../../../src/main/database/json.ts'
import { openReportFile, packReport } from '../../../../src/main/features/reports/container.ts'
import { makeReportFiles } from '../../../../src/main/features/reports/report-files.ts'
import { type Failure, failureOf } from '../../../../src/shared/failure.ts'
import { newFolder } from '../../../support/folder.ts'
import { pngOf } from '../../../support/picture-bytes.ts'
import { rawZip } from '../../../support/raw-zip.ts'
import { sampleReport } from '../../../support/sample-report.ts'
import { identityOf, summed } from '../../../support/summed-report.ts'
import { reportWorker } from '../../../support/threads.ts'

const PNG = pngOf(3, 2)
const tables = [
  { name: 'overview', csv: 'player_id\r\na\r\n' },
  { name: 'days', csv: 'date\r\n2025-03-01\r\n' },
]

function kept(bytes: Uint8Array, name = 'a.cuepoint') {
  const place = path.join(newFolder(), name)
  fs.writeFileSync(place, bytes)
  return place
}

async function refusal(opening: Promise<unknown>): Promise<Failure> {
  return opening.then(
    () => {
      throw new Error('it was opened')
    },
    (thrown: unknown) => failureOf(thrown),
  )
}

describe('a report file', () => {
  it('returns the document, its id and its picture', async () => {
    const document = sampleReport()
    const opened = await openReportFile(kept(await packReport({ document, tables, preview: PNG })))
    expect(opened.document).toEqual(document)
    expect(opened.id).toBe(identityOf(document))
    expect(opened.json.toString()).toBe(canonicalJson(document))
    expect(opened.preview?.equals(PNG)).toBe(true)
  })

  it('is the same bytes for the same report, whatever the order of tables and the zone', async () => {
    const document = sampleReport()
    const shuffled = Object.fromEntries(Object.entries(document).reverse()) as typeof document
    const zone = process.env['TZ']
    const first = await packReport({ document, tables, preview: PNG })
    process.env['TZ'] = 'Pacific/Apia'
    const again = await packReport({
      document: shuffled,
      tables: [...tables].reverse(),
      preview: PNG,
    })
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
    expect(again.equals(first)).toBe(true)
  })

  it('can be unpacked and checked without Cuepoint', async () => {
    const bytes = await packReport({ document: sampleReport(), tables, preview: PNG })
    const entries = unzipSync(bytes)
    const folder = newFolder()
    fs.mkdirSync(path.join(folder, 'tables'))
    for (const [name, content] of Object.entries(entries)) {
      fs.writeFileSync(path.join(folder, name), content)
    }
    expect(Object.keys(entries)).toEqual([
      ...['README.txt', 'checksum.txt', 'preview.png', 'report.json'],
      ...['tables/days.csv', 'tables/overview.csv'],
    ])
    const checked = execFileSync('sha256sum', ['--check', 'checksum.txt'], { cwd: folder })
    expect(checked.toString().match(/: OK$/gm)).toHaveLength(5)
    expect(Buffer.from(entries['README.txt'] ?? []).toString()).toMatch(/report[^]*relatório/)
  })

  it('opens without its foreign parts, none of which is read', async () => {
    const extras = ['../../evil.sh', '/etc/cron.d/x', 'C:\\x.exe', 'REPORT.JSON'].map((name) => ({
      name,
      content: '#!/bin/sh\ntouch /tmp/cuepoint-evil\n',
    }))
    const opened = await openReportFile(kept(rawZip([...summed(sampleReport()), ...extras])))
    expect(opened.document).toEqual(sampleReport())
  })

  it('opens with the same id after its JSON was reformatted', async () => {
    const document = sampleReport()
    const text = JSON.stringify(document, null, 2)
    const opened = await openReportFile(kept(rawZip(summed(document, { text }))))
    expect(opened.id).toBe(identityOf(document))
  })

  it('keeps fields that this version does not know, with the same id', async () => {
    const document = { ...sampleReport(), later: { figure: 3 } }
    const opened = await openReportFile(kept(rawZip(summed(document))))
    expect(opened.id).toBe(identityOf(document))
    expect(opened.document).toEqual(document)
  })

  it('does not change a prototype through its keys', async () => {
    for (const key of ['__proto__', 'constructor', 'prototype', 'toString']) {
      const text = canonicalJson(sampleReport()).replace(
        '"view":{',
        `"view":{"${key}":{"isAdmin":true},`,
      )
      await openReportFile(kept(rawZip(summed(sampleReport(), { text })))).catch(() => undefined)
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    }
  })

  it('with a figure changed is refused by its checksum', async () => {
    const document = sampleReport()
    const text = canonicalJson(document).replace('1234', '1235')
    const failure = await refusal(openReportFile(kept(rawZip(summed(document, { text })))))
    expect(failure).toMatchObject({ reason: 'checksum', name: 'a.cuepoint', text: 'report.json' })
  })

  it('with another picture is refused by its checksum', async () => {
    const parts = [...summed(sampleReport()), { name: 'preview.png', content: PNG }]
    const failure = await refusal(openReportFile(kept(rawZip(parts))))
    expect(failure).toMatchObject({ reason: 'checksum', text: 'preview.png' })
  })

  it('of a newer edition is refused as newer, whatever else it contains', async () => {
    const text = '{"edition":2,"format":"cuepoint-report","parts":[]}'
    const failure = await refusal(openReportFile(kept(rawZip(summed(sampleReport(), { text })))))
    expect(failure).toMatchObject({ reason: 'newer' })
  })

  it('says which field is wrong', async () => {
    const document = { ...sampleReport(), about: { ...sampleReport().about, madeAt: 'today' } }
    const failure = await refusal(openReportFile(kept(rawZip(summed(document)))))
    expect(failure).toMatchObject({
      reason: 'shape',
      text: expect.stringMatching(/^about\.madeAt:/),
    })
  })

  it.each(['/dev/zero', '/dev/random', '/dev/full'])(
    'that is the device %s is not read',
    async (place) => {
      expect(await refusal(openReportFile(place))).toMatchObject({ reason: 'not-a-file' })
    },
  )

  it('that grows while it is read is refused as such', async () => {
    const place = kept(await packReport({ document: sampleReport(), tables, preview: null }))
    let isEnded = false
    const opening = refusal(openReportFile(place)).finally(() => {
      isEnded = true
    })
    while (!isEnded) {
      fs.appendFileSync(place, '\0')
      await new Promise((next) => setImmediate(next))
    }
    expect(await opening).toMatchObject({ kind: 'report-file', reason: 'changed' })
  })
})

describe('packing a report', () => {
  it('refuses an invalid picture and invalid table names', async () => {
    const document = sampleReport()
    const preview = Buffer.from('<svg onload="x()"/>')
    expect(await refusal(packReport({ document, tables, preview }))).toMatchObject({
      reason: 'damaged',
    })
    const evil = [{ name: '../x', csv: '' }]
    expect(await refusal(packReport({ document, tables: evil, preview: null }))).toMatchObject({
      reason: 'shape',
    })
    const twice = [tables[0], tables[0]].flatMap((table) => table ?? [])
    expect(await refusal(packReport({ document, tables: twice, preview: null }))).toMatchObject({
      reason: 'same-name-twice',
    })
  })

  it('never produces a report that would be refused as too large when opened', async () => {
    const document = sampleReport()
    document.calls[0] = { noun: 'a', verb: 'b', input: {}, value: Array(900_000).fill(0) }
    const bytes = await packReport({ document, tables: [], preview: null })
    const opened = await openReportFile(kept(bytes))
    expect(opened.id).toBe(identityOf(document))
  })

  it('refuses a report that could not be opened again', async () => {
    const document = sampleReport()
    document.calls[0] = { noun: 'a', verb: 'b', input: {}, value: Array(1_000_001).fill(0) }
    const failure = await refusal(packReport({ document, tables: [], preview: null }))
    expect(failure).toMatchObject({ reason: 'too-complex', name: document.about.title })
  })
})

describe('report files in a worker', () => {
  it('are packed and opened as on the main thread', async () => {
    const files = makeReportFiles({ workerFile: reportWorker })
    const report = { document: sampleReport(), tables, preview: PNG }
    const bytes = await files.pack(report)
    expect(bytes.equals(await packReport(report))).toBe(true)
    const opened = await files.open(kept(bytes))
    expect(opened.id).toBe(identityOf(report.document))
    expect(opened.about).toEqual(report.document.about)
    expect(Buffer.from(opened.json).toString()).toBe(canonicalJson(report.document))
    expect(Buffer.from(opened.preview ?? []).equals(PNG)).toBe(true)
  })

  it('are refused with the file name in the failure', async () => {
    const files = makeReportFiles({ workerFile: reportWorker })
    const failure = await refusal(files.open(kept(Buffer.from('hello'), 'março.cuepoint')))
    expect(failure).toMatchObject({ reason: 'not-a-report', name: 'março.cuepoint' })
  })
})
