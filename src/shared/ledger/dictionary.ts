import type { Language } from '../locales/languages.ts'
import type { Period } from '../model/period.ts'
import { LEDGER_COLUMNS, type LedgerColumn, type LedgerTable } from './columns.ts'

/** How much of an account is in the ledger, and what is not because it is not stored. */
export interface LedgerAccount {
  account_id: string
  company: string
  timezone: string
  /** The days asked for; null when nothing of the account is stored. */
  period: Period | null
  daily_rows: number
  breakdown_rows: number
  /** Days on which a player existed and nothing is stored of it. */
  missing_player_days: number
  /** The players that lack some, those that lack most first. */
  missing: {
    player_id: string
    player_name: string | null
    stored_days: number
    missing_days: number
  }[]
  /** Days of players that the breakdown covers, by field. */
  breakdown_player_days: Record<string, number>
  /** Days stored as cut in another zone than the account's present one: left out. */
  other_zones: { timezone: string; player_days: number }[]
}

export interface LedgerFacts {
  /** ISO 8601, UTC. */
  written_at: string
  app_version: string
  /** Of every file, by its path in the folder. */
  files: { path: string; rows: number }[]
  accounts: LedgerAccount[]
}

/** Rises when a column is added; a released column never changes its name, type or meaning. */
const SCHEMA_VERSION = 1

/** The dictionary for programs. */
export function dictionaryJson(facts: LedgerFacts): string {
  const tables = Object.fromEntries(
    Object.entries(LEDGER_COLUMNS).map(([table, columns]) => [
      table,
      {
        files: `${table}/month=YYYY-MM/part-0.parquet`,
        one_row_per: ONE_ROW[table as LedgerTable].en,
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

const ONE_ROW: Record<LedgerTable, Record<Language, string>> = {
  daily: { en: 'player and day', 'pt-BR': 'player e dia' },
  breakdown: {
    en: 'player, day, field and value',
    'pt-BR': 'player, dia, campo e valor',
  },
}

const WORDS = {
  en: {
    title: 'Daily ledger of Cuepoint',
    intro:
      'Stored figures only: what was never downloaded is not in the files and is counted below. Written {at} by Cuepoint {version}.',
    sums: 'Add only the columns marked “yes”: rates and unique counts cannot be added over days, players or values (Analytics, Statistics row). Currencies are never added to each other. Each field of the breakdown splits the same plays again: add within one field.',
    rates:
      'Rates are percentages as exact decimals, truncated to two places as the service truncates.',
    partition: 'One row per {row}. The folder names the month: `month` = `YYYY-MM` of `date_key`.',
    columns: ['Column', 'Type', 'Unit', 'May be empty', 'May be added', 'Rests on', 'Meaning'],
    counts: 'What is in it, and what is missing',
    counted: [
      'Account',
      'Time zone',
      'From',
      'To',
      'Daily rows',
      'Breakdown rows',
      'Missing player-days',
      'Player-days in other zones, left out',
    ],
    ...{ yes: 'yes', no: 'no' },
    more: 'Which players lack how many days is in `dictionary.json`, under `accounts`.',
  },
  'pt-BR': {
    title: 'Registro diário do Cuepoint',
    intro:
      'Só números guardados: o que nunca foi baixado não está nos arquivos e é contado abaixo. Gravado em {at} pelo Cuepoint {version}.',
    sums: 'Some apenas as colunas marcadas com “sim”: taxas e contagens únicas não se somam entre dias, players ou valores (Analytics, Statistics row). Moedas nunca são somadas entre si. Cada campo do detalhamento divide de novo os mesmos plays: some dentro de um campo.',
    rates:
      'Taxas são percentuais em decimais exatos, truncados em duas casas como o serviço trunca.',
    partition: 'Uma linha por {row}. A pasta diz o mês: `month` = `AAAA-MM` de `date_key`.',
    columns: ['Coluna', 'Tipo', 'Unidade', 'Pode ser vazia', 'Pode somar', 'Base', 'Significado'],
    counts: 'O que há nele, e o que falta',
    counted: [
      'Conta',
      'Fuso horário',
      'De',
      'Até',
      'Linhas diárias',
      'Linhas do detalhamento',
      'Dias de players que faltam',
      'Dias de players em outros fusos, deixados de fora',
    ],
    ...{ yes: 'sim', no: 'não' },
    more: 'Quais players não têm quantos dias está em `dictionary.json`, em `accounts`.',
  },
}

/** The dictionary for people. */
export function dictionaryText(facts: LedgerFacts, language: Language): string {
  const words = WORDS[language]
  const intro = words.intro
    .replace('{at}', facts.written_at)
    .replace('{version}', facts.app_version)
  const tables = (Object.keys(LEDGER_COLUMNS) as LedgerTable[]).flatMap((table) => [
    `## ${table}`,
    words.partition.replace('{row}', ONE_ROW[table][language]),
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
  const { yes, no } = WORDS[language]
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

/** A name cannot end a cell or begin a link. */
const escaped = (text: string) =>
  text.replace(/\s+/g, ' ').replace(/[\\|`*_<>[\]#]/g, (character) => `\\${character}`)
