import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeVerbs } from '../../../src/main/database/verbs.ts'
import type { Failure } from '../../../src/shared/failure.ts'
import { dayCount } from '../../../src/shared/time/period.ts'
import { testClock } from '../../support/clock.ts'
import { count } from '../../support/scale.ts'
import { aPlayer } from '../../support/store-data.ts'
import { ACCOUNT, aFolder, anAccount, failureFrom } from '../../support/store-folder.ts'

const WRITER = join(import.meta.dirname, '../../support/store-writer.ts')
const KILLS = count('kills', { usual: 4, full: 1000 })
const RANGE = { start: '2026-01-01', end: '2026-03-31' }
const WRITTEN_DAYS = dayCount({ start: '2026-01-20', end: '2026-03-10' })

interface Run {
  first?: number
  killAfterMs?: number
  limitKiB?: number
  uid?: number
  /** Called once, while the writer has the folder. */
  onWriting?: () => void
}

/** Runs the writer, and kills it so many milliseconds after its first write. */
function runWriter(folder: string, how: Run = {}) {
  const { first = 1, killAfterMs = -1, limitKiB = 0, uid = -1, onWriting = () => {} } = how
  const limit = limitKiB > 0 ? `ulimit -f ${limitKiB}; ` : ''
  const command = `${limit}exec "$0" "$@"`
  const child = spawn('bash', ['-c', command, process.execPath, WRITER, folder, String(first)], {
    stdio: ['ignore', 'pipe', 'ignore'],
    ...(uid < 0 ? {} : { uid, gid: uid }),
  })
  return new Promise<string[]>((resolve) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      if (text === '') {
        onWriting()
        if (killAfterMs >= 0) setTimeout(() => child.kill('SIGKILL'), killAfterMs)
      }
      text += chunk.toString()
    })
    child.on('close', () => resolve(text.trim().split('\n')))
  })
}

const acknowledged = (lines: string[]) =>
  lines.filter((line) => line.startsWith('wrote ')).map((line) => Number(line.slice(6)))

const failureIn = (lines: string[]) => {
  const line = lines.find((each) => each.startsWith('failed '))
  return JSON.parse(line?.slice(7) ?? 'null') as Failure | null
}

/** Opens the folder and gives the number of the last write of each player, each found whole. */
function lastWrites(folder: string): number[] {
  const verbs = makeVerbs(folder, testClock)
  expect(verbs.recovery()).toBeNull()
  expect(verbs.integrity()).toEqual({ desk: 'ok', answers: 'ok' })
  const numbers = [0, 1, 2, 3, 4].flatMap((index) => {
    const rows = verbs.days(ACCOUNT, 'UTC', aPlayer(index).id, RANGE)
    const written = new Set(rows.map(({ row }) => row.total_started))
    expect([0, WRITTEN_DAYS]).toContain(rows.length)
    expect(written.size).toBeLessThanOrEqual(1)
    const trend = verbs.trends(ACCOUNT, 'UTC', RANGE, [aPlayer(index).id])[aPlayer(index).id]
    const plays = trend?.filter((each) => each !== null)
    expect(plays).toEqual(rows.map(({ row }) => row.total_started))
    return [...written]
  })
  verbs.close()
  return numbers
}

test('after kills at random moments, every acknowledged write is on disk', async () => {
  const folder = aFolder()
  let last = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const killAfterMs = ((kill + Math.random()) / KILLS) * 60
    const lines = await runWriter(folder, { first: last + 1, killAfterMs })
    const promised = acknowledged(lines)
    const found = Math.max(...lastWrites(folder))
    expect(found).toBeGreaterThanOrEqual(promised.at(-1) ?? last)
    last = found
  }
  expect(last).toBeGreaterThan(KILLS)
})

test('a full disk fails the write, keeps earlier writes, and writing continues once there is room', async () => {
  for (const limitKiB of [180, 260, 400, 900]) {
    const folder = aFolder()
    const verbs = makeVerbs(folder, testClock)
    verbs.putAccount(anAccount())
    verbs.close()
    const lines = await runWriter(folder, { limitKiB })
    expect(failureIn(lines)).toMatchObject({ kind: 'storage', reason: 'full' })
    const promised = acknowledged(lines).at(-1)
    if (promised) {
      expect(lines).toContain('reads 1')
      expect(Math.max(...lastWrites(folder))).toBeGreaterThanOrEqual(promised)
    }
    const again = makeVerbs(folder, testClock)
    expect(again.accounts()).toEqual([anAccount()])
    again.keepAnswer(ACCOUNT, 'players', {}, [], 1, false)
    again.close()
  }
})

test('a read-only folder fails with that reason, and its data stays', async () => {
  const folder = aFolder()
  const verbs = makeVerbs(folder, testClock)
  verbs.putAccount(anAccount())
  verbs.close()
  // The administrator may write anywhere: the writer then runs as nobody.
  const uid = process.getuid?.() === 0 ? 65_534 : -1
  chmodSync(folder, 0o555)
  const lines = await runWriter(folder, { uid })
  chmodSync(folder, 0o755)
  expect(failureIn(lines)).toMatchObject({ kind: 'storage', reason: 'read-only' })
  const again = makeVerbs(folder, testClock)
  expect([again.recovery(), again.accounts()]).toEqual([null, [anAccount()]])
  again.close()
})

test.each([
  ['sound', 4, () => {}],
  ['damaged', 40, (file: string) => writeFileSync(file, readFileSync(file).fill(7, 0, 100))],
])(
  'a desk that is %s is not opened on a full disk, with that reason, and stays unchanged',
  async (_, limitKiB, damage) => {
    const folder = aFolder()
    const verbs = makeVerbs(folder, testClock)
    for (let index = 0; index < 60; index++) verbs.putAccount(anAccount({ id: `account${index}` }))
    const accounts = verbs.accounts()
    verbs.close()
    damage(join(folder, 'desk.db'))
    const lines = await runWriter(folder, { limitKiB })
    expect(failureIn(lines)).toMatchObject({ kind: 'storage', reason: 'full' })
    const again = makeVerbs(folder, testClock)
    expect(again.accounts()).toEqual(accounts)
    again.close()
  },
)

test.each(['desk.db', 'answers.db'])('a %s of a newer version is left unchanged', (name) => {
  const folder = aFolder()
  makeVerbs(folder, testClock).close()
  const file = join(folder, name)
  const bytes = readFileSync(file)
  bytes.writeInt32BE(bytes.readInt32BE(60) + 1, 60)
  writeFileSync(file, bytes)
  expect(failureFrom(() => makeVerbs(folder, testClock))).toMatchObject({
    ...{ kind: 'storage', reason: 'newer' },
    path: file,
  })
  expect(readFileSync(file).equals(bytes)).toBe(true)
})

test('a folder cannot be made where a file is', () => {
  const folder = join(aFolder(), 'file')
  makeVerbs(folder, testClock).close()
  const within = join(folder, 'desk.db', 'data')
  expect(failureFrom(() => makeVerbs(within, testClock))).toMatchObject({
    kind: 'storage',
    path: within,
  })
  expect(existsSync(within)).toBe(false)
})

test('a second process is refused while another holds the folder, and admitted after that one is killed', async () => {
  const folder = aFolder()
  const verbs = makeVerbs(folder, testClock)
  expect(failureIn(await runWriter(folder, {}))).toMatchObject({ kind: 'refused' })
  verbs.close()
  let refusal: Failure | null = null
  const onWriting = () => {
    refusal = failureFrom(() => makeVerbs(folder, testClock).close())
  }
  await runWriter(folder, { killAfterMs: 0, onWriting })
  expect(refusal).toMatchObject({ kind: 'refused' })
  expect(lastWrites(folder).length).toBeGreaterThan(0)
})
