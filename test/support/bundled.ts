import path from 'node:path'
import { build } from 'vite'
import { newFolder } from './folder.ts'

/** Bundles programs as in a release, which load faster than the sources. Returns their paths. */
export async function bundled<Name extends string>(
  programs: Record<Name, string>,
): Promise<Record<Name, string>> {
  const folder = newFolder()
  await bundle(programs, folder)
  const places = Object.keys(programs).map((name) => [name, path.join(folder, `${name}.mjs`)])
  return Object.fromEntries(places) as Record<Name, string>
}

/** Bundles programs into a folder, each as a file with its name. */
export async function bundle(programs: Record<string, string>, folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      outDir: folder,
      ssr: true,
      rolldownOptions: {
        input: programs,
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
}
