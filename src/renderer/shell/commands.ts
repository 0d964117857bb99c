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
  /** How many match beyond those shown. */
  more: number
}

const MOST_SHOWN = 50
/** These join once something is typed: there may be thousands, and settings are parts of a screen. */
const TYPED: readonly Kind[] = ['player', 'video', 'report', 'setting']

/**
 * The commands that hold every word of a search, in their own order; those whose text starts with
 * it come first. Recent players are listed until something is typed: then they are among all.
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
  /** Where its first command is among all. */
  from: number
  commands: Command[]
}

/** Commands of a kind that follow each other, in their order. */
export function runsOf(commands: readonly Command[]): Run[] {
  const runs: Run[] = []
  commands.forEach((command, index) => {
    const last = runs.at(-1)
    if (last?.kind === command.kind) last.commands.push(command)
    else runs.push({ kind: command.kind, from: index, commands: [command] })
  })
  return runs
}
