import { listen } from '../../src/service/server.ts'
import { makeService, type ServiceOptions } from '../../src/service/service.ts'
import { testClock } from './clock.ts'
import { closedLater } from './opened.ts'

export interface Heard {
  /** The content of the analytics key's header. */
  key: string | null
  /** The content of the video token's header, with its scheme. */
  authorization: string | null
  /** The rest of the request, as one text. */
  rest: string
}

/** The sandbox service on loopback in this process, which also records the keys it was sent. */
export async function startService(options: Partial<ServiceOptions> = {}) {
  const service = makeService({ now: testClock.now, ...options })
  const heard: Heard[] = []
  const held = new Map<string, Promise<void>>()
  let onRequest: (heard: Heard) => void = () => {}
  const recording = {
    ...service,
    async answer(request: Request) {
      const copy = request.clone()
      const {
        'x-api-token': key = null,
        authorization = null,
        ...headers
      } = Object.fromEntries(copy.headers)
      const rest = `${copy.url}\n${JSON.stringify(headers)}\n${await copy.text()}`
      const one = { key, authorization, rest }
      heard.push(one)
      await held.get(new URL(copy.url).pathname)
      onRequest(one)
      return service.answer(request)
    },
  }
  let server = await listen(recording, { port: 0 })
  const { base_url } = server
  closedLater(() => server.close())
  return {
    ...{ ...service, base_url, heard },
    /** Holds back answers at a path until the returned function is called. */
    hold(path: string) {
      let release = () => {}
      held.set(path, new Promise((resolve) => (release = resolve)))
      return () => {
        held.delete(path)
        release()
      }
    },
    /** Calls `act` just before each request is answered, so that faults it sets are for that request. */
    onRequest(act: typeof onRequest) {
      onRequest = act
    },
    /** Also while nothing is to answer at its address. */
    close: () => server.close(),
    async comeBack() {
      server = await listen(recording, { port: Number(new URL(base_url).port) })
    },
  }
}

export type Sandbox = Awaited<ReturnType<typeof startService>>
