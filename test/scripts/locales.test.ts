import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../src/shared/locales')

/** The keys in a JSON text; a repeated one is in it twice. */
function keysIn(json: string): string[] {
  const strings = json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?/g)
  return [...strings].flatMap(([, key = '', colon]) => (colon ? [JSON.parse(key) as string] : []))
}

test('no object of texts has a key twice, of which the second would replace the first', () => {
  const files = globSync('*/*.json', { cwd: root })
  expect(files).not.toEqual([])
  for (const file of files) {
    const json = readFileSync(join(root, file), 'utf8')
    const kept = keysIn(JSON.stringify(JSON.parse(json)))
    expect([file, ...keysIn(json).toSorted()]).toEqual([file, ...kept.toSorted()])
  }
})
