import { randomBytes } from 'node:crypto'
import { Worker } from 'node:worker_threads'

// Analytics, Limits: Enterprise has custom limits. This one lets the whole demo come in one go.
const DEMO_COMPANY = {
  players: 48,
  days: 180,
  seed: 7,
  plan: 'enterprise',
  limits: { queriesPerMinute: 6000 },
}

export interface DemoAddress {
  base_url: string
  /** Made anew at every start of the app; never leaves the main process but in request headers. */
  key: string
}

interface DemoParts {
  workerFile: string
  /** Told the key, so that logs can remove it. */
  remember: (key: string) => void
}

export type Demo = ReturnType<typeof makeDemo>

/** The sandbox service inside the app, for the demo account: on loopback, started when first needed. */
export function makeDemo({ workerFile, remember }: DemoParts) {
  let running: { worker: Worker; address: Promise<DemoAddress> } | undefined

  const start = () => {
    const key = randomBytes(24).toString('hex')
    remember(key)
    const worker = new Worker(workerFile, {
      workerData: { ...DEMO_COMPANY, analyticsKey: key },
    })
    const address = new Promise<DemoAddress>((resolve, reject) => {
      worker.once('message', ({ base_url }: { base_url: string }) => resolve({ base_url, key }))
      worker.once('error', reject)
    })
    worker.once('exit', () => {
      running = undefined
    })
    address.catch(() => {
      running = undefined
    })
    running = { worker, address }
    return address
  }

  return {
    address: () => running?.address ?? start(),
    async stop() {
      await running?.worker.terminate()
    },
  }
}
