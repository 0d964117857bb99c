import { ADDITIVE, type Measure } from '../../api/statistics.ts'
import type { AppTexts } from '../../locales/en/app.ts'
import { appTexts, inEachLanguage, type Language } from '../../locales/languages.ts'
import { isAdditive, MEASURE_KINDS, MEASURES, needsPitch } from '../../tables/measures.ts'
import { definition } from '../../tables/titles.ts'

/** Types that DuckDB, BigQuery, Athena and Spark interpret identically. */
export type LedgerType =
  | 'STRING'
  | 'DATE'
  | 'INT64'
  | 'DECIMAL(18,2)'
  | 'TIMESTAMP_MILLIS_UTC'
  | 'BOOLEAN'

export type LedgerTable = 'daily' | 'breakdown'

export interface LedgerColumn {
  name: string
  type: LedgerType
  /** What the figure counts or measures; null where it has no unit. */
  unit: 'event' | 'unique session' | 'unique device' | 'cent' | 'percent' | 'second' | null
  isNullable: boolean
  /** Whether the documents allow summing it over rows. */
  maySum: boolean
  /** The section of the Analytics document that defines it; null for the app's own columns. */
  section: string | null
  meaning: Readonly<Record<Language, string>>
}

type Optional = Partial<Pick<LedgerColumn, 'unit' | 'isNullable' | 'section'>>

const fact = (
  name: keyof AppTexts['files']['ledger']['meaning'],
  type: LedgerType,
  optional: Optional = {},
): LedgerColumn => ({
  name,
  type,
  ...{ unit: null, isNullable: false, section: null, maySum: false },
  ...optional,
  meaning: inEachLanguage((language) => appTexts(language).files.ledger.meaning[name]),
})

const PLAYER = 'Analytics, Player'
const ROW = 'Analytics, Statistics row'

const SUBJECT_COLUMNS: LedgerColumn[] = [
  fact('account_id', 'STRING'),
  fact('company', 'STRING'),
  fact('player_id', 'STRING', { section: PLAYER }),
  fact('player_name', 'STRING', { isNullable: true, section: PLAYER }),
  fact('date_key', 'DATE', { section: ROW }),
  fact('timezone', 'STRING', { section: 'Analytics, POST /sessions/stats_by_day' }),
]

const SOURCE_COLUMNS: LedgerColumn[] = [
  fact('pitch_time', 'INT64', {
    unit: 'second',
    section: 'Analytics, POST /sessions/stats_by_day',
  }),
  fact('video_duration', 'INT64', {
    unit: 'second',
    section: 'Analytics, POST /sessions/stats_by_day',
  }),
  fact('as_of', 'TIMESTAMP_MILLIS_UTC'),
  fact('is_settled', 'BOOLEAN'),
]

const FIELD_COLUMNS: LedgerColumn[] = [
  fact('field', 'STRING', { section: 'Analytics, POST /sessions/stats_by_field_by_day' }),
  fact('value', 'STRING', { section: 'Analytics, POST /sessions/stats_by_field_by_day' }),
]

function measured(name: Measure): LedgerColumn {
  const isRate = MEASURE_KINDS[name] === 'percent'
  const meaningIn = (language: Language) => {
    const { withoutPitch, withoutWhole } = appTexts(language).files.ledger
    const notes = [needsPitch(name) && withoutPitch, isRate && withoutWhole]
    return [definition(name, language) ?? name, ...notes].filter(Boolean).join(' ')
  }
  return {
    name,
    type: isRate ? 'DECIMAL(18,2)' : 'INT64',
    unit: unitOf(name),
    isNullable: isRate || needsPitch(name),
    maySum: isAdditive(name),
    section: ROW,
    meaning: inEachLanguage(meaningIn),
  }
}

function unitOf(name: Measure): LedgerColumn['unit'] {
  if (MEASURE_KINDS[name] === 'percent') return 'percent'
  if (MEASURE_KINDS[name] === 'money') return 'cent'
  if (name.endsWith('_device_uniq')) return 'unique device'
  // Analytics, Meaning of the fields: a conversion is a session with an initial sale.
  const isSession = name.endsWith('_session_uniq') || needsPitch(name) || /conversions$/.test(name)
  return isSession ? 'unique session' : 'event'
}

/** The columns of each table, in the order of the files. A released name never changes. */
export const LEDGER_COLUMNS: Record<LedgerTable, readonly LedgerColumn[]> = {
  daily: [...SUBJECT_COLUMNS, ...MEASURES.map(measured), ...SOURCE_COLUMNS],
  // Without unique counts and rates, which cannot be combined over values.
  breakdown: [...SUBJECT_COLUMNS, ...FIELD_COLUMNS, ...ADDITIVE.map(measured), ...SOURCE_COLUMNS],
}
