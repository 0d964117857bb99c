import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { BUGS } from '../../scripts/proof/bugs.ts'

const root = path.resolve(import.meta.dirname, '../..')

test('each seeded bug changes one place of the sources, and names tests that exist', () => {
  const wrong = BUGS.filter(({ file, from, tests }) => {
    const source = path.join(root, file)
    const places = fs.existsSync(source)
      ? fs.readFileSync(source, 'utf8').split(from).length - 1
      : 0
    return places !== 1 || !tests.every((one) => fs.existsSync(path.join(root, one)))
  })
  expect(wrong.map(({ file, what }) => `${file}: ${what}`)).toEqual([])
})
