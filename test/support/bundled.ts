import path from 'node:path'
import { build } from 'vite'
import { newFolder } from './folder.ts'

/** The process that posts, and the thread of its store. */
export const POSTING_CHILD = {
  'posting-child': 'test/support/posting-child.ts',
  'store-worker': 'src/main/database/worker.ts',
}

/**
 * Bundles programs into one file each, as in a release, because loading the sources takes a process
 * longer than most of its work. Returns their paths.
 */
export async function bundled<Name extends string>(
  programs: Record<Name, string>,
): Promise<Record<Name, string>> {
  const outDir = newFolder()
  const names = Object.keys(programs) as Name[]
  for (const name of names) {
    await build({
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        outDir,
        emptyOutDir: false,
        ssr: programs[name],
        rolldownOptions: { output: { format: 'es', entryFileNames: `${name}.mjs` } },
      },
    })
  }
  const places = names.map((name) => [name, path.join(outDir, `${name}.mjs`)])
  return Object.fromEntries(places) as Record<Name, string>
}
