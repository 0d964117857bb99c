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
