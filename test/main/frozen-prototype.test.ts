import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const fromHere = (file: string) => pathToFileURL(`${import.meta.dirname}/../../src/${file}`).href

/** What a process prints whose prototype is frozen; this one's must stay as it is. */
const printed = (code: string) =>
  JSON.parse(
    execFileSync(process.execPath, [
      ...['--input-type=module', '--eval'],
      `import { freezeObjectPrototype } from '${fromHere('main/frozen-prototype.ts')}'
       import { checkAnswer } from '${fromHere('main/http/check-answer.ts')}'
       import { analytics } from '${fromHere('shared/api/analytics.ts')}'
       freezeObjectPrototype()
       ${code}`,
    ]).toString(),
  ) as unknown

test('query parameters may have the names of what objects inherit', () => {
  const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'utm_source']
  const rows = names.map((name) => ({ [name]: 1 }))
  const read = printed(
    `console.log(JSON.stringify(checkAnswer(analytics.validUtms.output, '${JSON.stringify(rows)}')))`,
  )
  expect(read).toMatchObject(rows)
})

test('nothing can be added to the prototype of all objects or replaced in it', () => {
  const found = printed(
    `const tried = [
       () => { Object.prototype.added = 1 },
       () => { Object.prototype.toString = () => 'changed' },
       () => { Object.defineProperty(Object.prototype, 'toString', { value: () => 'changed' }) },
       () => { ({}).__proto__.valueOf = 1 },
     ].map((change) => { try { change(); return 'changed' } catch { return 'refused' } })
     console.log(JSON.stringify([tried, String({}), 'added' in {}, new Date(0).toISOString()]))`,
  )
  expect(found).toEqual([
    ['refused', 'refused', 'refused', 'refused'],
    '[object Object]',
    false,
    '1970-01-01T00:00:00.000Z',
  ])
})
