import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const styles = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/Button.css'))

function componentsUsed(): string[] {
  const sources = globSync('src/renderer/**/*.tsx', { cwd: root })
  const named = sources.flatMap((source) => {
    const text = readFileSync(join(root, source), 'utf8')
    return [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]
      .flatMap(([, names = '']) => names.split(','))
      .map((name) => name.trim())
  })
  return [...new Set(named)].toSorted()
}

it('the styles of every component of the kit that is used are loaded', () => {
  const loaded = readFileSync(join(root, 'src/renderer/kit.css'), 'utf8')
  const styled = componentsUsed().filter((name) => existsSync(join(styles, `${name}.css`)))
  expect(styled.length).toBeGreaterThan(20)
  expect(styled.filter((name) => !loaded.includes(`styles/${name}.css`))).toEqual([])
})

const IMPORTED = /import (\w+) from '([^']+\.module\.css)'/g

/** The classes that a component takes from its stylesheets and that are not there. */
function missingClasses(source: string): string[] {
  const text = readFileSync(join(root, source), 'utf8')
  // The path of a stylesheet has a dot before a word too.
  const code = text.replaceAll(IMPORTED, '')
  return [...text.matchAll(IMPORTED)].flatMap(([, classes = '', file = '']) => {
    const stylesheet = readFileSync(join(root, dirname(source), file), 'utf8')
    const known = new Set([...stylesheet.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name]) => name))
    const used = [...code.matchAll(new RegExp(`\\b${classes}\\.(\\w+)`, 'g'))]
    return used.flatMap(([, name]) => (known.has(name) ? [] : `${source}: ${name}`))
  })
}

it('every class that a component names is in its stylesheet', () => {
  const sources = globSync('src/renderer/**/*.{ts,tsx}', { cwd: root })
  expect(sources.flatMap(missingClasses)).toEqual([])
})
