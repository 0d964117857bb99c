import { appTexts, interpolate, type Language } from '../../locales/languages.ts'
import type { Period } from '../../time/period.ts'
import { LEDGER_COLUMNS, type LedgerColumn, type LedgerTable } from './columns.ts'

/** What the ledger contains of an account, and what is missing because it is not stored. */
export interface LedgerAccount {
  account_id: string
  company: string
  timezone: string
  /** The requested days; null when nothing of the account is stored. */
  period: Period | null
  daily_rows: number
  breakdown_rows: number
  /** Number of days on which a player existed but nothing is stored of it. */
  missing_player_days: number
  /** Players with missing days, those with most first. */
  missing: {
    player_id: string
    player_name: string | null
    stored_days: number
    missing_days: number
  }[]
  /** Number of player days that the breakdown covers, by field. */
  breakdown_player_days: Record<string, number>
  /** Stored days that were cut in another zone than the account's current one; not exported. */
  other_zones: { timezone: string; player_days: number }[]
}

export interface LedgerFacts {
  /** ISO 8601, UTC. */
  written_at: string
  app_version: string
  /** Every file, by its path in the folder. */
  files: { path: string; rows: number }[]
  accounts: LedgerAccount[]
}

/** Incremented when a column is added; a released column never changes its name, type or meaning. */
const SCHEMA_VERSION = 1

/** The dictionary as JSON, for programs. */
export function dictionaryJson(facts: LedgerFacts): string {
  const tables = Object.fromEntries(
    Object.entries(LEDGER_COLUMNS).map(([table, columns]) => [
      table,
      {
        files: `${table}/month=YYYY-MM/part-0.parquet`,
        one_row_per: appTexts('en').files.ledger.rows[table as LedgerTable],
        partition: { name: 'month', type: 'STRING', meaning: 'YYYY-MM of date_key' },
        columns: columns.map(described),
      },
    ]),
  )
  const all = { format: 'cuepoint-ledger', schema_version: SCHEMA_VERSION, ...facts, tables }
  return `${JSON.stringify(all, null, 2)}\n`
}

const described = ({ name, type, unit, isNullable, maySum, section, meaning }: LedgerColumn) => ({
  name,
  type,
  unit,
  nullable: isNullable,
  may_sum: maySum,
  section,
  meaning,
})

/** The dictionary as Markdown, for people. */
export function dictionaryText(facts: LedgerFacts, language: Language): string {
  const words = appTexts(language).files.ledger
  const intro = interpolate(words.intro, { at: facts.written_at, version: facts.app_version })
  const tables = (Object.keys(LEDGER_COLUMNS) as LedgerTable[]).flatMap((table) => [
    `## ${table}`,
    interpolate(words.partition, { row: words.rows[table] }),
    lines(
      words.columns,
      LEDGER_COLUMNS[table].map((column) => cellsOf(column, language)),
    ),
  ])
  const accounts = facts.accounts.map((account) => [
    escaped(account.company),
    account.timezone,
    account.period?.start ?? '',
    account.period?.end ?? '',
    String(account.daily_rows),
    String(account.breakdown_rows),
    String(account.missing_player_days),
    String(account.other_zones.reduce((sum, { player_days }) => sum + player_days, 0)),
  ])
  return `${[
    `# ${words.title}`,
    ...[intro, words.sums, words.rates],
    ...tables,
    `## ${words.counts}`,
    lines(words.counted, accounts),
    words.more,
  ].join('\n\n')}\n`
}

function cellsOf(column: LedgerColumn, language: Language): string[] {
  const { yes, no } = appTexts(language).files.ledger
  const { name, type, unit, isNullable, maySum, section, meaning } = column
  return [
    `\`${name}\``,
    type,
    unit ?? '',
    isNullable ? yes : no,
    maySum ? yes : no,
    section ?? '',
    meaning[language],
  ]
}

function lines(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Escapes Markdown, so that a name can neither end a table cell nor start a link. */
const escaped = (text: string) =>
  text.replace(/\s+/g, ' ').replace(/[\\|`*_<>[\]#]/g, (character) => `\\${character}`)
