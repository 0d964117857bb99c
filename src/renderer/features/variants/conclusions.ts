import type { VariantTable } from '../../../shared/features/variants/table.ts'

const KEYS = ['play_rate_verdict', 'conversion_rate_verdict'] as const

/** What the verdicts of a table say together. */
type Conclusion =
  | { kind: 'decided'; key: (typeof KEYS)[number]; better: string[]; worse: string[] }
  /** More data may decide. */
  | { kind: 'open' }
  | { kind: 'noDifference' }

const OPEN: readonly unknown[] = ['collecting', 'leaning_ahead', 'leaning_behind']

/** Every decided difference; when there is none, whether one may still come; nothing for unreadable counts. */
export function conclusionsOf({ columns, rows, labels }: VariantTable): Conclusion[] {
  const verdicts = KEYS.flatMap((key) => {
    const at = columns.findIndex((column) => column.key === key)
    return at < 0 ? [] : [{ key, cells: rows.map((row) => row[at]) }]
  })
  const decided = verdicts.flatMap(({ key, cells }) => {
    const having = (verdict: string) => labels.filter((_, index) => cells[index] === verdict)
    const pairs = [
      { better: having('ahead'), worse: having('base') },
      { better: having('base'), worse: having('behind') },
    ]
    return pairs
      .filter(({ better, worse }) => better.length > 0 && worse.length > 0)
      .map((pair): Conclusion => ({ kind: 'decided', key, ...pair }))
  })
  if (decided.length > 0) return decided
  const compared = verdicts.flatMap(({ cells }) => cells).filter((cell) => cell !== 'base')
  if (compared.some((cell) => OPEN.includes(cell))) return [{ kind: 'open' }]
  const isSame = compared.length > 0 && compared.every((cell) => cell === 'none')
  return isSame ? [{ kind: 'noDifference' }] : []
}
