import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { count, isProof, tell } from '../../support/scale.ts'
import { PNG } from '../video-asking.ts'

const SCRIPT = join(import.meta.dirname, '../../../scripts/sandbox.ts')
const MB = 1024 * 1024
/** By how much the most that a process held may rise, of uploads and then of all else that is sent. */
const MOST_OF_UPLOADS = 250 * MB
const MOST_RISE = 500 * MB
/** Uploads after which the process holds what any number of them takes. */
const WARM_UP = 10

let child: ChildProcessByStdio<null, Readable, null>
let told: Record<string, string> = {}

async function startSandbox() {
  child = spawn(process.execPath, [SCRIPT, '--port', '0', '--players', '4'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  told = JSON.parse(line.toString()) as Record<string, string>
}

const peakOf = (pid = 0) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

const send = (path: string, method: string, body: BodyInit, type?: string) =>
  fetch(`${told['base_url']}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${told['video_token']}`,
      ...(type ? { 'content-type': type } : {}),
    },
    body,
  })

test.runIf(isProof && process.platform === 'linux')(
  'any number of uploads, changes and requests takes no more memory than a few',
  { timeout: 1_200_000 },
  async () => {
    await startSandbox()
    const picture = new Uint8Array(20 * MB)
    picture.set(PNG)
    const upload = async () => {
      const form = new FormData()
      form.set('file', new File([picture], 'large.png'))
      const response = await send('/v1/files', 'POST', form)
      await response.text()
      return response.status
    }
    for (let first = 0; first < WARM_UP; first++) expect(await upload()).toBe(201)
    const before = peakOf(child.pid)
    const uploads = count('uploads of 20 MB', { usual: 13, full: 500 })
    for (let sent = 0; sent < uploads; sent++) expect(await upload()).toBe(201)
    const uploaded = peakOf(child.pid) - before
    tell(`${Math.round(uploaded / MB)} MB more after them than after the first ${WARM_UP}`)
    expect(uploaded).toBeLessThan(MOST_OF_UPLOADS)
    const { data } = (await (
      await fetch(`${told['api_base_url']}/v1/videos`, {
        headers: { authorization: `Bearer ${told['video_token']}` },
      })
    ).json()) as { data: { id: string }[] }
    const html = 'x'.repeat(8 * MB)
    const statuses = new Set<number>()
    for (let sent = 0; sent < 10; sent++) {
      const items = [{ base: { name: 'n' }, action: { as_html: true, html } }]
      const path = `/v1/videos/${data[sent % data.length]?.id}`
      const body = JSON.stringify({ call_actions: { items } })
      const response = await send(path, 'PATCH', body, 'application/json')
      await response.text()
      statuses.add(response.status)
    }
    // What no longer fits is refused, and the service goes on.
    expect(statuses).toEqual(new Set([200, 422]))
    const together = await Promise.all(Array.from({ length: 12 }, upload))
    expect(new Set(together)).toEqual(new Set([201, 503]))
    const rise = peakOf(child.pid) - before
    tell(`${Math.round(rise / MB)} MB more after settings and requests at once`)
    expect(rise).toBeLessThan(MOST_RISE)
    expect(await upload()).toBe(201)
  },
)
