import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const IMPORTED = /^(?:import|export) (?!type )(?:[^;'"]*? from )?'([^']+)'/gms

/** The packages that a file imports, and those that its own files import, without what it imports later. */
function packagesOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return new Set()
  seen.add(file)
  const names = [...fs.readFileSync(file, 'utf8').matchAll(IMPORTED)].map(([, name = '']) => name)
  return new Set(
    names.flatMap((name) =>
      name.startsWith('.') ? [...packagesOf(path.resolve(path.dirname(file), name), seen)] : [name],
    ),
  )
}

test('main loads no package but Electron before there is a window', () => {
  const packages = [...packagesOf('src/main/index.ts')].filter((name) => !name.startsWith('node:'))
  expect(packages).toEqual(['electron'])
})

test('main starts no other process before there is a window', () => {
  expect(packagesOf('src/main/index.ts')).not.toContain('node:child_process')
})
