import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makeExports } from '../../../../src/main/features/exports/exports.ts'
import { exportsHandlers } from '../../../../src/main/features/exports/handlers.ts'
import { AppError } from '../../../../src/shared/failure.ts'
import { pictureFile } from '../../../../src/shared/features/exports/request.ts'
import { virtualClock } from '../../../support/clock.ts'
import { quietScreen } from '../../../support/desk.ts'
import { newFolder } from '../../../support/folder.ts'
import { jpegOf, pngOf } from '../../../support/picture-bytes.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"></svg>'
const PNG = pngOf(3, 2)

let folder = ''
beforeEach(() => {
  folder = newFolder()
})

function desk(place: (name: string) => string | null = (name) => path.join(folder, name)) {
  const copied: Uint8Array[] = []
  const exports = makeExports({
    tables: () => Promise.reject(new Error('no table is asked for')),
    chooseFile: () => Promise.resolve(null),
    copy: () => Promise.resolve(),
    decimal: '.',
    clock: virtualClock(),
    onChange: () => undefined,
    version: '0.0.0',
  })
  const handlers = exportsHandlers(exports, {
    ...quietScreen(folder),
    chooseFile: (name) => Promise.resolve(place(name)),
    copyPicture: (png) => Promise.resolve(void copied.push(png)),
  })
  return { exports, handlers, copied }
}

test('a picture is in the file that was chosen, byte for byte, and in the list of exports', async () => {
  const { exports, handlers } = desk()
  const svg = await handlers.picture({ name: 'A', kind: 'svg', content: SVG })
  const png = await handlers.picture({ name: 'A', kind: 'png', content: PNG.toString('base64') })
  await Promise.all([svg, png].map((job) => exports.ended(job?.id ?? 0)))
  expect(readFileSync(path.join(folder, 'cuepoint_A.svg'), 'utf8')).toBe(SVG)
  expect(readFileSync(path.join(folder, 'cuepoint_A.png'))).toEqual(PNG)
  expect(exports.list().map(({ table, status }) => [table, status])).toEqual([
    ['picture', 'done'],
    ['picture', 'done'],
  ])
})

test('a name of any kind suggests a file in the folder that is offered', async () => {
  const suggested: string[] = []
  const { handlers } = desk((name) => {
    suggested.push(name)
    return null
  })
  for (const name of ['../../etc/passwd', 'Lead · 100%\u0000/\\:*', '', 'é'.repeat(900)]) {
    expect(await handlers.picture({ name, kind: 'svg', content: SVG })).toBeNull()
  }
  expect(suggested).toEqual([
    'cuepoint_etc-passwd.svg',
    'cuepoint_Lead-100.svg',
    'cuepoint_chart.svg',
    `cuepoint_${'é'.repeat(60)}.svg`,
  ])
  expect(readdirSync(folder)).toEqual([])
})

test('an incomplete PNG or SVG is neither saved nor copied', async () => {
  const { handlers, copied } = desk(() => {
    throw new Error('a place was asked for')
  })
  const pngs = [PNG.subarray(0, 40), jpegOf(2, 2), Buffer.from('<svg ')]
  for (const bytes of pngs) {
    const content = bytes.toString('base64')
    await expect(handlers.picture({ name: 'A', kind: 'png', content })).rejects.toThrow(AppError)
    expect(() => handlers.copyPicture({ png: content })).toThrow(AppError)
  }
  for (const content of ['<html></html>', '<svg ']) {
    await expect(handlers.picture({ name: 'A', kind: 'svg', content })).rejects.toThrow(AppError)
  }
  expect(copied).toEqual([])
})

test('a place that cannot be written is reported in the list, and the previous file stays', async () => {
  writeFileSync(path.join(folder, 'file'), 'kept')
  const { exports, handlers } = desk(() => path.join(folder, 'file', 'chart.svg'))
  const job = await handlers.picture({ name: 'A', kind: 'svg', content: SVG })
  await exports.ended(job?.id ?? 0)
  expect(exports.list()[0]).toMatchObject({ status: 'failed', failure: { kind: 'storage' } })
  expect(readdirSync(folder)).toEqual(['file'])
})

test('a picture up to 16 MB is taken, a larger one is not', () => {
  const of = (bytes: number) =>
    pictureFile.safeParse({ name: 'A', kind: 'png', content: 'A'.repeat(Math.ceil(bytes / 3) * 4) })
  expect(of(16 * 1024 * 1024 - 3).success).toBe(true)
  expect(of(16 * 1024 * 1024 + 6).success).toBe(false)
})

test('a PNG is copied as its own bytes', async () => {
  const { handlers, copied } = desk()
  await handlers.copyPicture({ png: PNG.toString('base64') })
  expect(copied.map((bytes) => Buffer.from(bytes))).toEqual([PNG])
})
