import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { analytics } from '../../src/shared/api/analytics.ts'
import { withEndpointTable } from '../support/endpoint-table.ts'
import { TABLE_SOURCES } from '../support/table-sources.ts'

const text = fs.readFileSync(path.resolve(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8')
const cells = text
  .split('\n')
  .filter((line) => /^\| `[A-Z]+ \//.test(line))
  .map((line) => line.split('|').slice(1, -1))

test('the table of endpoints is the one that npm run endpoints writes', () => {
  expect(text).toBe(withEndpointTable(text))
})

test('the table has a line for every endpoint, and no empty cell', () => {
  expect(cells.map(([, row]) => row?.trim())).toEqual(
    Object.keys(analytics).map((name) => `\`${name}\``),
  )
  expect(cells.flat().filter((cell) => cell.trim() === '')).toEqual([])
})

test('the table shows the confidence of each assumed shape and of each field that no document shows', () => {
  const shapes = Object.fromEntries(cells.map(([, row, shape]) => [row?.trim(), shape?.trim()]))
  expect(shapes).toMatchObject({
    '`stats`': 'shown',
    '`statsByField`': 'shown; `field`: high',
    '`userEngagementByOrigin`': 'gap: medium',
    '`turbo`': 'gap: high; `plays`: low; `clicks`: low; `conversions`: low',
  })
})

test('every table that can be exported is named beside the endpoints whose answers it holds', () => {
  const named = new Set(cells.flatMap((row) => row.at(-1)?.match(/(?<=`)\w+(?=`)/g) ?? []))
  const held = Object.entries(TABLE_SOURCES).filter(([, sources]) => sources.length > 0)
  expect(named).toEqual(new Set(held.map(([table]) => table)))
})
