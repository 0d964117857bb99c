import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { type ClockSetting, computerClock } from '../shared/clock.ts'
import { listen } from './server.ts'
import { makeService, type ServiceOptions } from './service.ts'

type WorkerData = Pick<
  ServiceOptions,
  | 'players'
  | 'days'
  | 'seed'
  | 'company_id'
  | 'plan'
  | 'limits'
  | 'texts'
  | 'analyticsKey'
  | 'videoToken'
> & { clock: ClockSetting }

/** Posted once the service is listening. */
export interface WorkerReady {
  base_url: string
  api_base_url: string
  company_id: string
}

async function run(port: MessagePort) {
  const { clock, ...options } = workerData as WorkerData
  const service = makeService({ ...options, now: computerClock(clock).now })
  const { base_url, api_base_url, close } = await listen(service, { port: 0 })
  port.on('message', (message: unknown) => {
    if (message === 'close') void close().then(() => port.close())
  })
  const ready: WorkerReady = { base_url, api_base_url, company_id: service.company_id }
  port.postMessage(ready)
}

// Runs only as the entry of a worker thread.
if (parentPort) void run(parentPort)
