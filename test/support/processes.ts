import fs from 'node:fs'
import { descendants } from '../../scripts/bench/electron.ts'

export interface Process {
  pid: number
  /** What Chromium calls it: `renderer`, `gpu-process`, `utility`, `zygote`; `main` for the first. */
  type: string
  arguments: string
  environment: string
}

/** A process and all that it started, as Linux tells of them. */
export function processTree(pid: number): Process[] {
  return descendants(pid).flatMap((each) => {
    try {
      const words = fs.readFileSync(`/proc/${each}/cmdline`, 'latin1').replaceAll('\0', ' ')
      const type = /--type=([a-z-]+)/.exec(words)?.[1] ?? (each === pid ? 'main' : 'other')
      const environment = fs.readFileSync(`/proc/${each}/environ`, 'latin1')
      return [{ pid: each, type, arguments: words, environment }]
    } catch {
      // It ended meanwhile.
      return []
    }
  })
}

/** Which of these byte sequences stand anywhere in a process's memory. */
export function foundInMemory(pid: number, sought: readonly Buffer[]): Buffer[] {
  const memory = fs.openSync(`/proc/${pid}/mem`, 'r')
  const found = new Set<Buffer>()
  const longest = Math.max(...sought.map(({ length }) => length))
  const piece = Buffer.alloc(8 * 1024 * 1024)
  try {
    for (const { start, end } of readableRegions(pid)) {
      for (let at = start; at < end; at += piece.length - longest) {
        const length = Math.min(piece.length, end - at)
        const read = readAt(memory, piece.subarray(0, length), at)
        if (read === 0) break
        const bytes = piece.subarray(0, read)
        for (const each of sought) if (bytes.includes(each)) found.add(each)
      }
    }
  } finally {
    fs.closeSync(memory)
  }
  return [...found]
}

function readAt(file: number, into: Buffer, at: number): number {
  try {
    return fs.readSync(file, into, 0, into.length, at)
  } catch {
    // A guard page, or one that is gone.
    return 0
  }
}

function readableRegions(pid: number) {
  const lines = fs.readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')
  return lines.flatMap((line) => {
    const [, start, end, rights, name] =
      /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ \S+ *(.*)$/.exec(line) ?? []
    // Chromium reserves terabytes that it never touches; what is only a file's text holds no secret.
    if (!start || !end || !rights?.startsWith('rw') || name?.startsWith('/dev/dri')) return []
    const region = { start: Number.parseInt(start, 16), end: Number.parseInt(end, 16) }
    return region.end - region.start < 4 * 2 ** 30 ? [region] : []
  })
}

/** A text as it could be written anywhere: in two encodings, and in the usual disguises. */
export function disguises(text: string): Buffer[] {
  const bytes = Buffer.from(text)
  const written = [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    bytes.toString('base64').replace(/.{0,4}=*$/, ''),
    bytes.toString('base64url').slice(0, -4),
    bytes.toString('hex'),
    [...text].reverse().join(''),
  ]
  return [...new Set(written)].flatMap((each) => [Buffer.from(each), Buffer.from(each, 'utf16le')])
}
