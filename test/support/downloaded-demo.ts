import fs from 'node:fs'
import path from 'node:path'
import { inject, vi } from 'vitest'
import type {} from './desktops.ts'
import { newFolder } from './folder.ts'
import { launch } from './launch.ts'
import { downloadDemo, tryDemo } from './steps.ts'

/**
 * A new user-data folder whose demo account is downloaded, with every player's dashboard. Made by
 * the first test that needs one; the others get a copy.
 */
export async function downloadedDemo(): Promise<string> {
  const shared = inject('demo')
  const [made, done] = [path.join(shared, 'made'), path.join(shared, 'done')]
  if (isFirst(path.join(shared, 'begun'))) {
    const { page, close } = await launch({ folder: made, preferences: { language: 'en' } })
    await tryDemo(page)
    await downloadDemo(page)
    await close()
    fs.writeFileSync(done, '')
  }
  await vi.waitUntil(() => fs.existsSync(done), { timeout: 90_000 })
  const folder = newFolder()
  fs.cpSync(made, folder, { recursive: true, verbatimSymlinks: true })
  return folder
}

function isFirst(mark: string) {
  try {
    fs.mkdirSync(mark)
    return true
  } catch {
    return false
  }
}
