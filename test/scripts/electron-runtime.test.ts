import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { electronExecutable } from '../../scripts/electron-runtime.mjs'

test('selecting the Electron version does not rewrite files that a starting app may be reading', () => {
  const loader = path.join(path.dirname(electronExecutable()), 'resources/app')
  // An Electron of its own has no loader of ours.
  if (!fs.existsSync(path.join(loader, 'boot.cjs'))) return
  const facts = () =>
    fs.readdirSync(loader).map((name) => {
      const { ino, mtimeMs } = fs.statSync(path.join(loader, name))
      return { name, ino, mtimeMs }
    })
  const before = facts()
  electronExecutable()
  expect(facts()).toEqual(before)
})
