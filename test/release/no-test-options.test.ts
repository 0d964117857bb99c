import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { FAILPOINTS, RESTORE_FAILPOINTS } from '../../src/main/failpoint.ts'
import { APP } from '../support/launch.ts'

/** What the main process of a build consists of, as one text. */
const mainOf = (app: string) =>
  fs
    .readdirSync(path.join(app, 'main'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')

// One failpoint is a word of SQLite as well.
const OPTIONS = [
  ...Object.keys({ ...FAILPOINTS, ...RESTORE_FAILPOINTS }).filter((point) => point.includes('-')),
  'CUEPOINT_FAILPOINT',
  'CUEPOINT_CLOCK',
  'CUEPOINT_UPDATES',
]

test('the app that is released has no failpoint, and the build for tests has each', () => {
  const [released, tested] = ['out', 'out/test-build'].map((out) => mainOf(path.join(APP, out)))
  expect(OPTIONS.filter((option) => released?.includes(option))).toEqual([])
  expect(OPTIONS.filter((option) => !tested?.includes(option))).toEqual([])
})
