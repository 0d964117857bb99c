import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { DeskState } from './desk-state.ts'
import { type Files, makeDisk } from './disk.ts'
import type { DiskEvent } from './disk-event.ts'
import { readTrace, TRACED } from './trace.ts'

export interface Recording {
  /** The files before the process began, all synced. */
  before: Files
  events: DiskEvent[]
  /** The content of the databases at each promise. */
  promised: DeskState[]
}

/** Why a process cannot be recorded here; null when it can. */
export function recorderTrouble(): string | null {
  const looked = ['-e', 'trace=close', '-o', '/dev/null', 'true']
  const { status, error, stderr } = spawnSync('strace', looked)
  if (status === 0) return null
  return error ? error.message : stderr.toString().trim()
}

interface Run {
  /** A folder for the whole recording; it contains the folder that the process works on. */
  within: string
  script: string
  args?: readonly string[]
  before?: Files
}

/**
 * Runs a script of this folder, and returns everything that it did to the files of a folder. It
 * gets that folder and a file, to which each line it writes is a promise.
 */
export function recordRun({ within, script, args = [], before = new Map() }: Run): Recording {
  const [folder, promises, trace] = ['app', 'promises', 'trace'].map((name) =>
    path.join(within, name),
  ) as [string, string, string]
  mkdirSync(folder)
  for (const [name, bytes] of before) writeFileSync(path.join(folder, name), bytes)
  // Only the main thread works on SQLite and the files, so no other thread is traced.
  const looked = ['-xx', '-s', '100000000', '-e', `trace=${TRACED}`, '-o', trace]
  const node = [process.execPath, path.join(import.meta.dirname, script)]
  const ran = spawnSync('strace', [...looked, ...node, folder, promises, ...args])
  if (ran.status !== 0) throw new Error(`${script}: ${ran.stderr.toString()}`)
  const text = readFileSync(trace, 'latin1')
  const events = readTrace(text, { folder, promises, before: [...before] })
  const lines = readFileSync(promises, 'utf8').trimEnd().split('\n')
  const promised = lines.map((line) => JSON.parse(line) as DeskState)
  assertWhole({ before, events, promised }, folder)
  return { before, events, promised }
}

/**
 * The recorded operations must produce the files to the byte, so that nothing was missed. Except
 * for memory-mapped parts, which are not read after a power loss.
 */
function assertWhole({ before, events, promised }: Recording, folder: string) {
  const disk = makeDisk(before)
  for (const event of events) disk.take(event)
  const recorded = disk.whole()
  const names = readdirSync(folder)
  const isDifferent = (name: string) =>
    !name.endsWith('-shm') && !recorded.get(name)?.equals(readFileSync(path.join(folder, name)))
  const wrong = names.filter(isDifferent)
  wrong.push(...[...recorded.keys()].filter((name) => !names.includes(name)))
  const promises = events.filter(({ kind }) => kind === 'acknowledged').length
  if (promises !== promised.length) wrong.push(`${promises} of ${promised.length} promises`)
  if (wrong.length > 0) throw new Error(`Not as it was recorded: ${wrong.join()}`)
}
