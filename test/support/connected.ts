import fs from 'node:fs'
import path from 'node:path'
import type { PartsOptions } from '../../src/main/options.ts'
import { listen } from '../../src/service/server.ts'
import { makeService, type ServiceOptions } from '../../src/service/service.ts'
import type { DownloadScope, DownloadState } from '../../src/shared/features/downloads/download.ts'
import type { TableRequest } from '../../src/shared/features/exports/request.ts'
import type { Language } from '../../src/shared/locales/languages.ts'
import { testClock } from './clock.ts'
import { openDesk } from './desk.ts'
import { newFolder } from './folder.ts'
import { closedLater } from './opened.ts'

interface Connected {
  timezone: string
  service?: Partial<ServiceOptions>
  desk?: Partial<PartsOptions>
  latencyMs?: number
}

type Flavour = 'machine' | 'spreadsheet'

/** The main process with one account of a sandbox on loopback, whose quota does not limit it. */
export async function connectedDesk({
  timezone,
  service: options,
  desk: change,
  latencyMs = 0,
}: Connected) {
  const service = makeService({
    now: testClock.now,
    plan: 'enterprise',
    limits: { queriesPerMinute: null },
    ...options,
  })
  const { base_url, close } = await listen(service, { port: 0, latencyMs })
  const goAway = closedLater(close)
  const folder = newFolder()
  const desk = openDesk(folder, change)
  const { accounts, downloads, exports } = desk.handlers
  const account = await accounts.connect({
    name: 'Acme',
    timezone,
    base_url,
    analytics_key: service.analytics_key,
    api_base_url: base_url,
    video_token: service.video_token,
  })

  /** Resolves when the download has ended. */
  async function downloadEnd(): Promise<DownloadState> {
    for (;;) {
      const all = await downloads.list(undefined)
      const state = all.find(({ account_id }) => account_id === account.id)
      if (state && !['running', 'waiting'].includes(state.status)) return state
      await new Promise((next) => setTimeout(next, 10))
    }
  }

  return {
    ...desk,
    service,
    account,
    downloadEnd,
    async download(scope: Omit<DownloadScope, 'account_id' | 'player_ids'>) {
      await downloads.start({ account_id: account.id, player_ids: null, ...scope })
      return downloadEnd()
    },
    /** The text of an exported file. */
    async exported(request: TableRequest, flavour: Flavour, language: Language) {
      const started = await exports.start({ request, flavour, language })
      for (;;) {
        const job = (await exports.list(undefined)).find(({ id }) => id === started?.id)
        if (job?.status === 'done') {
          return { job, text: fs.readFileSync(path.join(folder, job.name), 'utf8') }
        }
        if (job?.status !== 'running') throw new Error(JSON.stringify(job))
        await new Promise((next) => setTimeout(next, 5))
      }
    },
    /** Requests from the service without any of our code: the four headers, and unchecked JSON. */
    async raw<T>(path: string, body?: object): Promise<T> {
      const headers = {
        'X-Api-Token': service.analytics_key,
        'X-Api-Version': 'v1',
        'User-Agent': 'Plain reader',
        'Content-Type': 'application/json',
      }
      const posted = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      const response = await fetch(base_url + path, { headers, ...posted })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return (await response.json()) as T
    },
    /** Stops the service; the main process continues. */
    goAway,
    async end() {
      await desk.close()
      await goAway()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type ConnectedDesk = Awaited<ReturnType<typeof connectedDesk>>
