import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { FAILPOINTS, RESTORE_FAILPOINTS } from '../../src/main/failpoint.ts'
import { APP } from '../support/launch.ts'

/** What main and the window of a build consist of, as one text. */
const codeOf = (app: string) =>
  ['main', 'renderer']
    .flatMap((part) =>
      fs.readdirSync(path.join(app, part), { recursive: true, withFileTypes: true }),
    )
    .filter((entry) => entry.isFile() && /js$/.test(entry.name))
    .map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')

// One failpoint is a word of SQLite as well.
const OPTIONS = [
  ...Object.keys({ ...FAILPOINTS, ...RESTORE_FAILPOINTS }).filter((point) => point.includes('-')),
  'CUEPOINT_FAILPOINT',
  'CUEPOINT_CLOCK',
  'CUEPOINT_UPDATES',
  'There is no value for',
]

test('the app that is released has no option of tests, and the build for tests has each', () => {
  const [released, tested] = ['out', 'out/test-build'].map((out) => codeOf(path.join(APP, out)))
  expect(OPTIONS.filter((option) => released?.includes(option))).toEqual([])
  expect(OPTIONS.filter((option) => !tested?.includes(option))).toEqual([])
})
