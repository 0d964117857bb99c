import { fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { bundled } from '../../test/support/bundled.ts'
import { newFolder } from '../../test/support/folder.ts'
import { aPlayer } from '../../test/support/store-data.ts'
import { answers, rawServer } from '../../test/support/wire.ts'
import { type Figure, median, type Say } from './figures.ts'
import type { LargeRead } from './large-read.ts'

const ROUNDS = 3
const ANSWER_BYTES = 60 * 1024 * 1024
/** Bundled as in a release, because loading the sources takes memory too. */
const PROGRAMS = {
  'large-read': 'scripts/bench/large-read.ts',
  'answer-worker': 'src/main/http/answer-worker.ts',
  'store-worker': 'src/main/database/worker.ts',
}

/**
 * What an answer of 60 MB costs main, from the network to the store and to the text for the window.
 */
export async function measureLarge(say: Say): Promise<Figure[]> {
  const whole = answers({ body: playersOf(ANSWER_BYTES) })
  const small = answers({ body: '[]' })
  const server = await rawServer((socket, asked) =>
    (asked.includes('/small') ? small : whole)(socket, asked),
  )
  const { 'large-read': reading } = await bundled(PROGRAMS)
  const runs: LargeRead[] = []
  try {
    while (runs.length < ROUNDS) {
      const folder = newFolder()
      const reader = fork(reading, [server.base_url, folder], { stdio: 'inherit' })
      const [read] = (await once(reader, 'message')) as [LargeRead]
      await once(reader, 'close')
      fs.rmSync(folder, { recursive: true, force: true })
      runs.push(read)
      say(`large: ${JSON.stringify(read)}`)
    }
  } finally {
    await server.close()
  }
  return [
    {
      what: 'Longest stall of main by an answer of 60 MB, checked and kept',
      unit: 'ms',
      ours: median(runs.map(({ kept }) => kept)),
      limit: { of: 'ours', atMost: 50 },
      runs: { runs },
    },
    {
      what: 'Longest stall of main by reading it for the window',
      unit: 'ms',
      ours: median(runs.map(({ shown }) => shown)),
      limit: { of: 'ours', atMost: 50 },
    },
    {
      what: 'Most memory of the process meanwhile',
      unit: 'MB',
      ours: median(runs.map(({ memoryMb }) => memoryMb)),
      limit: { of: 'ours', atMost: 400 },
    },
  ]
}

function playersOf(bytes: number): string {
  const rows: string[] = []
  let size = 0
  for (let index = 0; size < bytes; index++) {
    const row = JSON.stringify(aPlayer(index))
    rows.push(row)
    size += row.length + 1
  }
  return `[${rows.join(',')}]`
}
