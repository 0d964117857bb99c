import fs from 'node:fs'

interface Process {
  pid: number
  /**
   * Chromium's name of the process type: `renderer`, `gpu-process`, `utility`, `zygote`; `main` for
   * the first.
   */
  type: string
  arguments: string
  environment: string
}

/** A process and its descendants, from Linux's `/proc`. */
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

/** The ids of a process and its descendants. */
export function descendants(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      children.set(parent, [...(children.get(parent) ?? []), Number(name)])
    } catch {
      // It ended meanwhile.
    }
  }
  const found: number[] = []
  const visit = (each: number) => {
    found.push(each)
    for (const child of children.get(each) ?? []) visit(child)
  }
  visit(pid)
  return found
}

/** Which of these byte sequences occur anywhere in a process's memory. */
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
        for (const each of sought) if (!found.has(each) && bytes.includes(each)) found.add(each)
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
    // A guard page, or one that was unmapped.
    return 0
  }
}

const MAPPING = /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ \S+ *(.*)$/
/** Chromium reserves terabytes that it never uses. */
const LARGEST_REGION = 4 * 2 ** 30

function readableRegions(pid: number) {
  const lines = fs.readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')
  return lines.flatMap((line) => {
    const [, from = '', to = '', rights = '', name = ''] = MAPPING.exec(line) ?? []
    const start = Number.parseInt(from, 16)
    const end = Number.parseInt(to, 16)
    const isProgramText = name.startsWith('/') && !rights.includes('w')
    const isWanted = rights.startsWith('r') && !isProgramText && end - start < LARGEST_REGION
    return isWanted ? [{ start, end }] : []
  })
}

/**
 * The encodings of a text that could occur in memory: two character encodings, and the usual
 * escapes.
 */
export function disguises(text: string): Buffer[] {
  const bytes = Buffer.from(text)
  const written = [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    bytes.toString('base64').replace(/.{0,4}=*$/, ''),
    bytes.toString('base64url').slice(0, -4),
    bytes.toString('hex'),
    Buffer.from(bytes).reverse().toString(),
  ]
  return [...new Set(written)].flatMap((each) => [Buffer.from(each), Buffer.from(each, 'utf16le')])
}
