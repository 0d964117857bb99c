import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { countTests } from '../../scripts/vitest.ts'
import { newFolder } from '../support/folder.ts'

const imports = "import { expect, test } from 'vitest'\n"
const good = "test('good', () => {})\n"

/** The counts of a real run of vitest over these files. */
async function countsOf(files: Record<string, string>) {
  const folder = newFolder()
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text)
  fs.symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  const run = (args: string[]) =>
    spawnSync(process.execPath, args, { cwd: folder, stdio: 'ignore' }).status ?? 1
  return countTests(run, ['--root', folder], path.join(folder, 'report.json'))
}

test('each failed test is counted once, and so is a file that fails before its first test', async () => {
  const counts = await countsOf({
    'good.test.ts': imports + good,
    'bad.test.ts': `${imports}${good}test('bad', () => expect(1).toBe(2))\n`,
    'broken.test.ts': `${imports}throw new Error('before the first test')\n${good}`,
  })
  expect(counts).toEqual({ passed: 2, failed: 2 })
})

test('a run with an error exit code has failed although every test passed', async () => {
  const late = "test('late', () => void Promise.reject(new Error('nobody awaits it')))\n"
  expect(await countsOf({ 'late.test.ts': imports + late })).toEqual({ passed: 1, failed: 1 })
})

test('a run that does not finish has failed', async () => {
  const config = 'process.kill(process.pid)\n'
  expect(await countsOf({ 'vitest.config.ts': config, 'good.test.ts': imports + good })).toEqual({
    passed: 0,
    failed: 1,
  })
})
