import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import Module from 'node:module'
import path from 'node:path'
import vm from 'node:vm'
import { expect, test } from 'vitest'
import { newFolder } from '../support/folder.ts'

const HOOK = path.resolve('src/main/code-cache.ts')
const SCRIPT = `
const path = require('node:path')
exports.name = path.basename(__filename)
exports.folder = __dirname
exports.isOwn = module.exports === exports && this === exports
exports.fail = () => {
  throw new Error('here')
}
`

/** A script in a folder of its own, with the code cache that `make` makes of V8's. */
function scriptWith(make: (cache: Buffer) => Buffer | null) {
  const folder = newFolder()
  const file = path.join(folder, 'part.cjs')
  fs.writeFileSync(file, SCRIPT)
  const cache = make(new vm.Script(Module.wrap(SCRIPT), { filename: file }).createCachedData())
  if (cache) fs.writeFileSync(`${file}.cache`, cache)
  return { file, folder }
}

/** What a new process says of a script that it has loaded after the hook. */
function loaded(file: string) {
  const program = `
    import { createRequire } from 'node:module'
    const { codeCaches } = await import(${JSON.stringify(HOOK)})
    const part = createRequire(${JSON.stringify(file)})(${JSON.stringify(file)})
    let stack = ''
    try { part.fail() } catch (thrown) { stack = thrown.stack }
    console.log(JSON.stringify({ part, stack, ...codeCaches }))`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program])
  return JSON.parse(String(said)) as {
    part: { name: string; folder: string; isOwn: boolean }
    stack: string
    taken: number
    refused: string[]
  }
}

const CACHES = {
  taken: (cache: Buffer) => cache,
  none: () => null,
  'cut short': (cache: Buffer) => cache.subarray(0, cache.length / 2),
  empty: () => Buffer.alloc(0),
}

test.each(Object.entries(CACHES))('a script runs the same with its code cache: %s', (_, make) => {
  const { file, folder } = scriptWith(make)
  const { part, stack } = loaded(file)
  expect(part).toEqual({ name: 'part.cjs', folder, isOwn: true })
  expect(stack).toContain(`${file}:7:9`)
})

test('V8 takes the cache of the same script, and a script without one is compiled', () => {
  expect(loaded(scriptWith(CACHES.taken).file)).toMatchObject({ taken: 1, refused: [] })
  expect(loaded(scriptWith(CACHES.none).file)).toMatchObject({ taken: 0, refused: [] })
})

test('a cache that V8 refuses is named', () => {
  const { file } = scriptWith(CACHES['cut short'])
  expect(loaded(file)).toMatchObject({ taken: 0, refused: ['part.cjs'] })
})
