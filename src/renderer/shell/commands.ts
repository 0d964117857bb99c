import { folded } from '../../shared/tables/table.ts'

type Kind =
  | 'recent'
  | 'go'
  | 'command'
  | 'setting'
  | 'export'
  | 'account'
  | 'player'
  | 'video'
  | 'report'

export interface Command {
  id: string
  kind: Kind
  text: string
  run: () => void
}

export interface Match {
  shown: Command[]
  /** The number of matches beyond those shown. */
  more: number
}

const MOST_SHOWN = 50
/**
 * Only searched when something is typed: there may be thousands, and settings are parts of a
 * screen.
 */
const TYPED: readonly Kind[] = ['player', 'video', 'report', 'setting']

/**
 * The commands that contain every word of a search, in their own order; those whose text starts
 * with it come first. Before anything is typed, recent players are listed separately; afterwards
 * they are among all.
 */
export function matching(commands: readonly Command[], search: string): Match {
  const wanted = folded(search.trim())
  const words = wanted.split(/\s+/u)
  const found = commands.filter(({ kind, text }) => {
    if (wanted === '') return !TYPED.includes(kind)
    if (kind === 'recent') return false
    const within = folded(text)
    return words.every((word) => within.includes(word))
  })
  const starts = found.filter(({ text }) => folded(text).startsWith(wanted))
  const ordered =
    wanted === '' ? found : [...starts, ...found.filter((each) => !starts.includes(each))]
  return { shown: ordered.slice(0, MOST_SHOWN), more: Math.max(0, ordered.length - MOST_SHOWN) }
}

interface Run {
  kind: Command['kind']
  /** The index of its first command among all. */
  from: number
  commands: Command[]
}

/** Adjacent commands of the same kind, in order. */
export function runsOf(commands: readonly Command[]): Run[] {
  const runs: Run[] = []
  commands.forEach((command, index) => {
    const last = runs.at(-1)
    if (last?.kind === command.kind) last.commands.push(command)
    else runs.push({ kind: command.kind, from: index, commands: [command] })
  })
  return runs
}
