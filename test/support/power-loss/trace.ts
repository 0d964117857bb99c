import path from 'node:path'
import type { DiskEvent } from './disk-event.ts'

// Names that begin with ? are ignored where the processor does not have them.
export const TRACED = [
  '?open,openat,?creat,close,?dup2,dup3,lseek',
  'write,writev,pwrite64,pwritev,?pwritev2,?sendfile,?copy_file_range',
  'ftruncate,truncate,fallocate,fsync,fdatasync,?sync_file_range',
  '?unlink,unlinkat,?rename,?renameat,?renameat2,?link,linkat',
].join(',')

interface Call {
  name: string
  args: string[]
  result: number
}

interface Opened {
  target: { kind: 'file'; file: number } | { kind: 'folder' } | { kind: 'promises' }
  isAppending: boolean
  position: number
}

interface Recorded {
  folder: string
  /** Each write to it is a promise. */
  promises: string
  /** Files that existed before, by their number. */
  before: readonly [name: string, bytes: Buffer][]
}

/**
 * Parses strace's output for a process's main thread, with every text complete and in hexadecimal.
 */
export function readTrace(text: string, recorded: Recorded): DiskEvent[] {
  const trace = makeTrace(recorded)
  for (const line of text.split('\n')) {
    const call = callOf(line)
    if (call && call.result >= 0) trace.take(call)
  }
  return trace.events
}

function callOf(line: string): Call | null {
  const found = /^(\w+)\((.*)\)\s+= (-?\d+)/.exec(line)
  if (!found) return null
  const [, name = '', args = '', result] = found
  return { name, args: args.split(', '), result: Number(result) }
}

function makeTrace({ folder, promises, before }: Recorded) {
  const events: DiskEvent[] = []
  const names = new Map(before.map(([name], file) => [name, file]))
  const sizes = new Map(before.map(([, bytes], file) => [file, bytes.length]))
  const opened = new Map<number, Opened>()
  let files = before.length

  const nameOf = (text = '') => {
    const whole = bytesOf(text).toString()
    return path.dirname(whole) === folder ? path.basename(whole) : null
  }

  function open(text: string, flags: string, descriptor: number) {
    const isAppending = flags.includes('O_APPEND')
    const put = (target: Opened['target']) =>
      opened.set(descriptor, { target, isAppending, position: 0 })
    const whole = bytesOf(text).toString()
    if (whole === folder) return put({ kind: 'folder' })
    if (whole === promises) return put({ kind: 'promises' })
    const name = nameOf(text)
    if (name === null) return opened.delete(descriptor)
    return put({ kind: 'file', file: fileNamed(name, flags) })
  }

  function fileNamed(name: string, flags: string): number {
    const known = names.get(name)
    if (known === undefined) {
      const file = files++
      names.set(name, file)
      events.push({ kind: 'make', name, file })
      return file
    }
    if (flags.includes('O_TRUNC')) truncate(known, 0)
    return known
  }

  function truncate(file: number, size: number) {
    sizes.set(file, size)
    events.push({ kind: 'truncate', file, size })
  }

  function write(descriptor: number, bytes: Buffer, at: number | null) {
    const of = opened.get(descriptor)
    if (of?.target.kind === 'promises') return void events.push({ kind: 'acknowledged' })
    if (of?.target.kind !== 'file') return
    const { file } = of.target
    const size = sizes.get(file) ?? 0
    const begin = at ?? (of.isAppending ? size : of.position)
    events.push({ kind: 'write', file, at: begin, bytes })
    sizes.set(file, Math.max(size, begin + bytes.length))
    if (at === null) of.position = begin + bytes.length
  }

  function sync(descriptor: number) {
    const target = opened.get(descriptor)?.target
    if (target?.kind === 'file') events.push({ kind: 'sync', file: target.file })
    if (target?.kind === 'folder') events.push({ kind: 'sync-folder' })
  }

  function rename(from: string | null, to: string | null) {
    const file = from === null ? undefined : names.get(from)
    if (from === null || to === null || file === undefined) return
    names.delete(from)
    names.set(to, file)
    events.push({ kind: 'rename', from, to })
  }

  function unlink(name: string | null) {
    if (name !== null && names.delete(name)) events.push({ kind: 'unlink', name })
  }

  const on: Record<string, (call: Call) => void> = {
    open: ({ args: [file = '', flags = ''], result }) => open(file, flags, result),
    openat: ({ args: [, file = '', flags = ''], result }) => open(file, flags, result),
    close: ({ args: [descriptor] }) => opened.delete(Number(descriptor)),
    write: ({ args: [descriptor, bytes], result }) =>
      write(Number(descriptor), bytesOf(bytes).subarray(0, result), null),
    pwrite64: ({ args: [descriptor, bytes, , at], result }) =>
      write(Number(descriptor), bytesOf(bytes).subarray(0, result), Number(at)),
    ftruncate: ({ args: [descriptor, size] }) => {
      const target = opened.get(Number(descriptor))?.target
      if (target?.kind === 'file') truncate(target.file, Number(size))
    },
    fsync: ({ args: [descriptor] }) => sync(Number(descriptor)),
    fdatasync: ({ args: [descriptor] }) => sync(Number(descriptor)),
    rename: ({ args: [from, to] }) => rename(nameOf(from), nameOf(to)),
    renameat: ({ args: [, from, , to] }) => rename(nameOf(from), nameOf(to)),
    renameat2: ({ args: [, from, , to] }) => rename(nameOf(from), nameOf(to)),
    unlink: ({ args: [name] }) => unlink(nameOf(name)),
    unlinkat: ({ args: [, name] }) => unlink(nameOf(name)),
  }
  return { events, take: (call: Call) => on[call.name]?.(call) }
}

function bytesOf(text = ''): Buffer {
  return Buffer.from(text.slice(1, -1).replaceAll('\\x', ''), 'hex')
}
