import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { analytics } from '../../src/shared/api/analytics.ts'
import { tableQuestion } from '../../src/shared/tables/question.ts'

const text = fs.readFileSync(path.resolve(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8')
const [, part = ''] = text.split('## Every endpoint of the Analytics document')
const lines = (part.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'))
const cells = lines.map((line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim()),
)

test('the table names every endpoint by its method, path and row, and leaves no cell empty', () => {
  const named = new Set(cells.map(([endpoint, row]) => `${endpoint} ${row}`))
  const rows = Object.entries(analytics)
  expect(cells).toHaveLength(rows.length)
  expect(named).toEqual(
    new Set(rows.map(([row, { method, path: at }]) => `\`${method} ${at}\` \`${row}\``)),
  )
  expect(cells.flat().filter((cell) => cell === '')).toEqual([])
})

test('every export that it names is a table that can be exported', () => {
  const named = cells.flatMap((row) => row.at(-1)?.match(/(?<=`)\w+(?=`)/g) ?? [])
  expect(named.length).toBeGreaterThan(20)
  for (const table of named) {
    const issues = tableQuestion.safeParse({ table }).error?.issues ?? []
    // Another table's name is refused as such; these lack only the rest of their question.
    expect([table, issues.some(({ path: at }) => at[0] === 'table')]).toEqual([table, false])
  }
})
