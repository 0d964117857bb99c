import fs from 'node:fs'
import path from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { expect, onTestFinished } from 'vitest'

interface Relaunched {
  /** Of the process that replaced the previous one. */
  pid: number
  page: Page
  close: () => Promise<void>
}

/** Waits until an app that quits has restarted on its user-data folder, with its window open. */
export async function relaunchOf(folder: string, before: number | undefined): Promise<Relaunched> {
  const started = () => mainProcessesOn(folder).filter((pid) => pid !== before)
  await expect.poll(started).toHaveLength(1)
  const [pid = 0] = started()
  onTestFinished(() => {
    if (mainProcessesOn(folder).includes(pid)) process.kill(pid, 'SIGKILL')
  })
  const browser = await connected(folder)
  const page = await windowOf(browser)
  async function close() {
    await page.close()
    await expect.poll(() => mainProcessesOn(folder)).toEqual([])
    await browser.close()
  }
  return { pid, page, close }
}

/** The app's main process of each start on a user-data folder, from Linux's `/proc`. */
function mainProcessesOn(folder: string): number[] {
  return fs.readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const words = fs.readFileSync(`/proc/${name}/cmdline`, 'latin1')
      // Chromium rewrites its own command line, with spaces.
      const isOn = `${words.replaceAll('\0', ' ')} `.includes(` --user-data-dir=${folder} `)
      return isOn && !words.includes('--type=') ? [Number(name)] : []
    } catch {
      // It ended meanwhile.
      return []
    }
  })
}

/** It was started with the previous arguments, so Chromium writes here where it listens. */
async function connected(folder: string): Promise<Browser> {
  const address = () => {
    const [port] = fs.readFileSync(path.join(folder, 'DevToolsActivePort'), 'utf8').split('\n')
    return `http://127.0.0.1:${port}`
  }
  const isThere = async () => (await fetch(`${address()}/json/version`)).ok
  const answer = () => isThere().catch(() => false)
  await expect.poll(answer).toBe(true)
  // Electron has none of the browser contexts for which the defaults are meant.
  return chromium.connectOverCDP(address(), { noDefaults: true })
}

async function windowOf(browser: Browser): Promise<Page> {
  const pages = () => browser.contexts().flatMap((context) => context.pages())
  await expect.poll(() => pages().length).toBe(1)
  const [page] = pages()
  if (!page) throw new Error('there is no window')
  await page.waitForFunction(() => document.getElementById('root')?.inert === false)
  return page
}
