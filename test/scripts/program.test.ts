import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { program } from '../../scripts/program.ts'
import { newFolder } from '../support/folder.ts'

test('a program in a folder with a space in its name is run on Windows too', () => {
  const folder = path.join(newFolder(), 'Maria Silva')
  fs.mkdirSync(folder)
  const executable = path.join(folder, path.basename(process.execPath))
  fs.copyFileSync(process.execPath, executable)
  const { platform } = process
  // Node itself takes this for the system on which it runs.
  Object.defineProperty(process, 'platform', { value: 'win32' })
  try {
    expect(program(executable, ['-e', 'process.exit(7)'])).toBe(7)
  } finally {
    Object.defineProperty(process, 'platform', { value: platform })
  }
})
