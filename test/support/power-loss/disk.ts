import { below, type Random } from '../../../src/service/random.ts'
import type { DiskEvent, FileEvent, NameEvent } from './disk-event.ts'

export type Files = ReadonlyMap<string, Buffer>

const SECTOR_BYTES = 512

interface Stored {
  /** The state that is certainly on the disk. */
  durable: Buffer
  /** Later operations, which may be on the disk or not. */
  pending: FileEvent[]
}

/**
 * Simulates a disk that may lose what it was not told to sync. Of the writes and truncations of a
 * file since its last sync, any may be applied, in any order, and of a write any of its sectors. Of
 * the names created, changed and removed since the folder's last sync, the first ones may be
 * applied, as in a journaling file system, or any of them; syncing a file does not sync its name. A
 * part of a file that was never written reads as zeros or as garbage. What was synced stays, and
 * writing some sectors does not damage adjacent ones.
 */
export function makeDisk(before: Files = new Map()) {
  const files = new Map<number, Stored>()
  let names = new Map<string, number>()
  let renamed: NameEvent[] = []
  for (const [name, durable] of before) {
    names.set(name, files.size)
    files.set(files.size, { durable, pending: [] })
  }

  function fileOf(file: number): Stored {
    const known = files.get(file) ?? { durable: Buffer.alloc(0), pending: [] }
    files.set(file, known)
    return known
  }

  function take(event: DiskEvent) {
    switch (event.kind) {
      case 'write':
      case 'truncate':
        return void fileOf(event.file).pending.push(event)
      case 'sync':
        return settle(fileOf(event.file))
      case 'sync-folder':
        names = withNames(names, renamed)
        renamed = []
        return
      case 'acknowledged':
        return
      case 'make':
      case 'rename':
      case 'unlink':
        renamed.push(event)
    }
  }

  const filesOf = (named: Map<string, number>, contentOf: (stored: Stored) => Buffer): Files =>
    new Map([...named].map(([name, file]) => [name, contentOf(fileOf(file))]))

  return {
    take,
    /** The files as they are while there is power. */
    whole: () => filesOf(withNames(names, renamed), (stored) => applied(stored, stored.pending)),
    /** The files as they may be after a power loss. */
    afterPowerLoss(random: Random): Files {
      const kept =
        random() < 0.5
          ? renamed.slice(0, below(random, renamed.length + 1))
          : renamed.filter(() => random() < 0.5)
      return filesOf(withNames(names, kept), (stored) => afterPowerLoss(stored, random))
    },
  }
}

function settle(stored: Stored) {
  stored.durable = applied(stored, stored.pending)
  stored.pending = []
}

function withNames(names: ReadonlyMap<string, number>, events: readonly NameEvent[]) {
  const next = new Map(names)
  for (const event of events) {
    if (event.kind === 'make') next.set(event.name, event.file)
    else if (event.kind === 'unlink') next.delete(event.name)
    else {
      const file = next.get(event.from)
      if (file === undefined) continue
      next.delete(event.from)
      next.set(event.to, file)
    }
  }
  return next
}

/** Mostly all, mostly nothing, or any part of what was not synced. */
const SHARES = [0, 0.1, 0.5, 0.9, 1]

function afterPowerLoss(stored: Stored, random: Random): Buffer {
  if (stored.pending.length === 0) return stored.durable
  const share = SHARES[below(random, SHARES.length)] ?? 0
  const isTorn = random() < 0.5
  const kept = stored.pending.filter(() => random() < share)
  if (random() < 0.5) shuffle(kept, random)
  const events = kept.flatMap((event) => (isTorn ? torn(event, random) : [event]))
  return applied(stored, events, random() < 0.5 ? 0 : 0xa5)
}

function shuffle<T>(list: T[], random: Random) {
  for (let last = list.length - 1; last > 0; last--) {
    const other = below(random, last + 1)
    const [one, two] = [list[last] as T, list[other] as T]
    list[last] = two
    list[other] = one
  }
}

/** Some of the sectors of a write; each is written completely or not at all. */
function torn(event: FileEvent, random: Random): FileEvent[] {
  if (event.kind !== 'write' || random() < 0.5) return [event]
  const parts: FileEvent[] = []
  const end = event.at + event.bytes.length
  for (let at = event.at; at < end; ) {
    const next = Math.min(end, (Math.floor(at / SECTOR_BYTES) + 1) * SECTOR_BYTES)
    const bytes = event.bytes.subarray(at - event.at, next - event.at)
    if (random() < 0.5) parts.push({ ...event, at, bytes })
    at = next
  }
  return parts
}

function applied({ durable }: Stored, events: readonly FileEvent[], neverWritten = 0): Buffer {
  if (events.length === 0) return durable
  const ends = events.map(endOf)
  const content = Buffer.alloc(Math.max(durable.length, ...ends), neverWritten)
  durable.copy(content)
  let size = durable.length
  for (const event of events) {
    if (event.kind === 'write') {
      event.bytes.copy(content, event.at)
      size = Math.max(size, endOf(event))
    } else {
      content.fill(neverWritten, Math.min(size, event.size))
      if (event.size > size) content.fill(0, size, event.size)
      size = event.size
    }
  }
  return content.subarray(0, size)
}

const endOf = (event: FileEvent) =>
  event.kind === 'write' ? event.at + event.bytes.length : event.size
