import { bundle } from './bundled.ts'
import { newFolder } from './folder.ts'
import { SOURCES } from './threads.ts'

/**
 * Bundles the app's threads once for the unit tests, which start hundreds of them: loading the
 * sources takes a thread longer than most of its work.
 */
export async function setup() {
  const folder = newFolder()
  await bundle(SOURCES, folder)
  process.env['CUEPOINT_THREADS'] = folder
}
