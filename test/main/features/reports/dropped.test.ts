import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { refuseNamed, withDroppedFile } from '../../../../src/main/features/reports/plain-file.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

test('a dropped file is opened from a temporary file, which is deleted afterwards', async () => {
  const name = '../../etc/passwd.cuepoint'
  const places: string[] = []
  const read = await withDroppedFile({ name, bytes: base64('olá') }, async (place) => {
    places.push(place)
    return fs.readFileSync(place, 'utf8')
  })
  expect(read).toBe('olá')
  expect(path.basename(places[0] ?? '')).toBe('dropped.cuepoint')
  expect(fs.existsSync(path.dirname(places[0] ?? ''))).toBe(false)
})

test('a refused dropped file is named by its own name, and leaves no file behind', async () => {
  let place = ''
  const opening = withDroppedFile({ name: 'março.cuepoint', bytes: base64('PK') }, async (at) => {
    place = at
    throw refuseNamed(path.basename(at))('damaged', 'cut short')
  })
  await expect(opening).rejects.toMatchObject({
    failure: { kind: 'report-file', reason: 'damaged', name: 'março.cuepoint', text: 'cut short' },
  })
  expect(fs.existsSync(path.dirname(place))).toBe(false)
})
