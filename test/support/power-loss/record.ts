import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { DeskState } from './desk-state.ts'
import { type Files, makeDisk } from './disk.ts'
import type { DiskEvent } from './disk-event.ts'
import { readTrace, TRACED } from './trace.ts'

export interface Recording {
  /** The files as they were, and were synced, before the process began. */
  before: Files
  events: DiskEvent[]
  /** What the desk held at each promise. */
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
  /** A folder for all of the recording; the one that the process works on is in it. */
  within: string
  script: string
  args?: readonly string[]
  before?: Files
}

/**
 * Runs a script of this folder on a desk, and gives all that it did to the files there. It gets the
 * desk's folder and a file, to which each thing that it writes is a promise.
 */
export function recordRun({ within, script, args = [], before = new Map() }: Run): Recording {
  const [folder, promises, trace] = ['desk', 'promises', 'trace'].map((name) =>
    path.join(within, name),
  ) as [string, string, string]
  mkdirSync(folder)
  for (const [name, bytes] of before) writeFileSync(path.join(folder, name), bytes)
  // SQLite and the files are worked on by the main thread alone, so no other is looked at.
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
 * What was recorded makes the files as they are, to the byte: nothing escaped the recorder. But for
 * what is mapped into memory, from which nothing is read after a power loss.
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
