import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright'
import { asked } from '../../test/support/bridge.ts'
import { ZONE } from './filled.ts'

export interface Service {
  base_url: string
  api_base_url: string
  analytics_key: string
  video_token: string
}

/** In a process of its own: its work must not count as the app's. */
export async function startService(
  players: number,
): Promise<{ process: ChildProcess; told: Service }> {
  const script = path.join(import.meta.dirname, 'service.ts')
  const child = spawn(process.execPath, [script, String(players)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { process: child, told: JSON.parse(line) as Service }
}

/** Connects the service's account, and gives its id. */
export async function connect(page: Page, told: Service): Promise<string> {
  const account = { name: 'Bench', timezone: ZONE, ...told }
  return (await asked<{ id: string }>(page, ['accounts', 'connect'], account)).id
}

/** After this time without another drawing, all charts of a page are drawn. */
const QUIET_MS = 600

/**
 * Milliseconds from a click until the last chart was drawn, as `ui/chart.tsx` marks it, and how
 * many charts there are then. `click` is code of the page.
 */
export async function untilDrawn(
  page: Page,
  click: string,
): Promise<{ ms: number; charts: number }> {
  return page.evaluate<{ ms: number; charts: number }>(`(async () => {
    const drawnAt = () => performance.getEntriesByName('drawn')[0]?.startTime ?? 0
    const start = performance.now()
    ${click}
    const until = start + 15000
    while (drawnAt() < start || performance.now() - drawnAt() < ${QUIET_MS}) {
      if (performance.now() > until) throw new Error('no chart was drawn')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return { ms: drawnAt() - start, charts: document.querySelectorAll('main canvas').length }
  })()`)
}
