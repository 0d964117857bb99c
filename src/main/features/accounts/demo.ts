import { randomBytes } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { DEMO_COMPANY } from '../../../shared/features/accounts/account.ts'
import type { Clock } from '../../clock.ts'

export interface DemoConnection {
  base_url: string
  api_base_url: string
  /** Created whenever the service is started; they leave the main process only in request headers. */
  key: string
  token: string
}

interface DemoParts {
  workerFile: string
  /** Called with key and token, so that logs can redact them. */
  remember: (secret: string) => void
  clock: Pick<Clock, 'setting'>
}

const newSecret = () => randomBytes(24).toString('hex')

/** The demo account's sandbox service, in a thread and on loopback; started at first use. */
export function makeDemo({ workerFile, remember, clock }: DemoParts) {
  let running: { worker: Worker; address: Promise<DemoConnection> } | undefined

  const start = () => {
    const [key, token] = [newSecret(), newSecret()]
    for (const secret of [key, token]) remember(secret)
    const worker = new Worker(workerFile, {
      workerData: { ...DEMO_COMPANY, analyticsKey: key, videoToken: token, clock: clock.setting },
    })
    const address = new Promise<DemoConnection>((resolve, reject) => {
      worker.once('message', (ready: Pick<DemoConnection, 'base_url' | 'api_base_url'>) => {
        const { base_url, api_base_url } = ready
        resolve({ base_url, api_base_url, key, token })
      })
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
