import fs from 'node:fs'
import type { TestProject } from 'vitest/node'
import { type Environment, openDesktop } from './desktop.ts'
import { newFolder } from './folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The environment of the desktop of each worker. */
    desktops: Environment[]
    /** The folder of `downloadedDemo`, which all workers share. */
    demo: string
  }
}

/**
 * Opens a desktop for each worker of the end-to-end tests, so that two files at once do not affect
 * each other.
 */
export default async function openDesktops({ config, provide }: TestProject) {
  const desktops = await Promise.all(Array.from({ length: config.maxWorkers }, openDesktop))
  provide(
    'desktops',
    desktops.map(({ env }) => env),
  )
  const demo = newFolder()
  provide('demo', demo)
  return async () => {
    await Promise.all(desktops.map(({ close }) => close()))
    fs.rmSync(demo, { recursive: true, force: true })
  }
}
