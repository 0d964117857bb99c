import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import type { WorkerReady } from '../../../src/service/worker.ts'
import { newFolder } from '../../support/folder.ts'

const SCRIPT = join(import.meta.dirname, '../../../scripts/sandbox.ts')
const folder = newFolder()

const headers = (key: string) => ({
  'x-api-token': key,
  'x-api-version': 'v1',
  'user-agent': 'Cuepoint tests',
})

test('the worker starts quickly, accepts its key, and stops on request', async () => {
  const data = { players: 1700, days: 365, seed: 5, plan: 'basic', analyticsKey: 'demo' }
  const worker = new Worker(new URL('../../../src/service/worker.ts', import.meta.url), {
    workerData: data,
  })
  const [ready] = (await once(worker, 'message')) as [WorkerReady]
  expect(ready.company_id).toMatch(/^[0-9a-f-]{36}$/)
  const response = await fetch(`${ready.base_url}/players/list`, { headers: headers('demo') })
  expect(await response.json()).toHaveLength(1700)
  worker.postMessage('close')
  expect(await once(worker, 'exit')).toEqual([0])
})

test('the script prints one line of JSON, serves it, and closes on SIGTERM', async () => {
  const faults = join(folder, 'faults.json')
  writeFileSync(
    faults,
    JSON.stringify([{ match: { nth: 2 }, action: { kind: 'status', status: 503 } }]),
  )
  const child = spawn(
    process.execPath,
    [SCRIPT, '--port', '0', '--players', '4', '--key', 'mine', '--faults', faults],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  expect(line.toString()).toMatch(/^\{.*\}\n$/)
  const told = JSON.parse(line.toString()) as Record<string, string>
  expect(Object.keys(told)).toEqual([
    'base_url',
    'api_base_url',
    'analytics_key',
    'video_token',
    'company_id',
  ])
  expect(told['analytics_key']).toBe('mine')
  const statuses: number[] = []
  for (let request = 0; request < 3; request++) {
    const answer = await fetch(`${told['base_url']}/players/list`, { headers: headers('mine') })
    statuses.push(answer.status)
    await answer.text()
  }
  expect(statuses).toEqual([200, 503, 200])
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test.each([
  [['--port', 'http'], '--port must be a whole number'],
  [['--plan', 'gold'], '--plan must be one of'],
  [['--plan', 'constructor'], '--plan must be one of'],
  [['--faults', '/nowhere.json'], '--faults /nowhere.json cannot be used'],
  [['--loud'], '--loud'],
])('the script refuses %j with a sentence and exit code 2', (args, sentence) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [SCRIPT, ...args], {
    encoding: 'utf8',
  })
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toContain(sentence)
})

test('the script prints its usage', () => {
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, '--help'], { encoding: 'utf8' })
  expect(status).toBe(0)
  for (const word of ['--port', '--faults', 'drift', 'analytics_key']) {
    expect(stdout).toContain(word)
  }
})
