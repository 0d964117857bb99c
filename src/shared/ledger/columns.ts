import type { Language } from '../locales/languages.ts'
import { ADDITIVE, type Measure } from '../model/statistics.ts'
import { definition } from '../tables/definitions.ts'
import { isAdditive, MEASURE_KINDS, MEASURES, needsPitch } from '../tables/measures.ts'

/** Types that DuckDB, BigQuery, Athena and Spark read alike. */
export type LedgerType =
  | 'STRING'
  | 'DATE'
  | 'INT64'
  | 'DECIMAL(18,2)'
  | 'TIMESTAMP_MILLIS_UTC'
  | 'BOOLEAN'

export type LedgerTable = 'daily' | 'breakdown'

type Words = Record<Language, string>

export interface LedgerColumn {
  name: string
  type: LedgerType
  /** What one stands for; null where the figure has no unit. */
  unit: 'event' | 'unique session' | 'unique device' | 'cent' | 'percent' | 'second' | null
  isNullable: boolean
  /** Whether the documents allow it to be added over rows. */
  maySum: boolean
  /** The part of the Analytics document it rests on; null for what the desk itself knows. */
  section: string | null
  meaning: Words
}

const words = (en: string, pt: string): Words => ({ en, 'pt-BR': pt })

type Optional = Partial<Pick<LedgerColumn, 'unit' | 'isNullable' | 'section'>>

const fact = (
  [name, type]: [name: string, type: LedgerType],
  meaning: Words,
  optional: Optional = {},
): LedgerColumn => ({
  name,
  type,
  ...{ unit: null, isNullable: false, section: null, maySum: false },
  ...optional,
  meaning,
})

const PLAYER = 'Analytics, Player'
const ROW = 'Analytics, Statistics row'

const WHO: LedgerColumn[] = [
  fact(
    ['account_id', 'STRING'],
    words('The account on this desk.', 'A conta nesta mesa de trabalho.'),
  ),
  fact(
    ['company', 'STRING'],
    words('The account as its owner named it.', 'A conta como o dono a nomeou.'),
  ),
  fact(
    ['player_id', 'STRING'],
    words('The player, as the service identifies it.', 'O player, como o serviço o identifica.'),
    { section: PLAYER },
  ),
  fact(
    ['player_name', 'STRING'],
    words(
      'Its name when the list was last read; empty when the list no longer has it.',
      'O nome quando a lista foi lida pela última vez; vazio quando a lista não o tem mais.',
    ),
    { isNullable: true, section: PLAYER },
  ),
  fact(
    ['date_key', 'DATE'],
    words(
      'The calendar day in `timezone`. Sales fall on the day of the click that led to them.',
      'O dia do calendário em `timezone`. Vendas caem no dia do clique que levou a elas.',
    ),
    { section: ROW },
  ),
  fact(
    ['timezone', 'STRING'],
    words('The IANA zone in which the day is cut.', 'O fuso IANA em que o dia é cortado.'),
    { section: 'Analytics, POST /sessions/stats_by_day' },
  ),
]

const ASKED: LedgerColumn[] = [
  fact(
    ['pitch_time', 'INT64'],
    words(
      'The second of the pitch sent with the question; 0 when the player had none.',
      'O segundo do pitch enviado com a pergunta; 0 quando o player não tinha nenhum.',
    ),
    { unit: 'second', section: 'Analytics, POST /sessions/stats_by_day' },
  ),
  fact(
    ['video_duration', 'INT64'],
    words(
      'The length of the video sent with the question.',
      'A duração do vídeo enviada com a pergunta.',
    ),
    { unit: 'second', section: 'Analytics, POST /sessions/stats_by_day' },
  ),
  fact(
    ['as_of', 'TIMESTAMP_MILLIS_UTC'],
    words('When the service said it, in UTC.', 'Quando o serviço disse isso, em UTC.'),
  ),
  fact(
    ['is_settled', 'BOOLEAN'],
    words(
      'Whether it was said three days after the end of the day or later: late sales had arrived.',
      'Se foi dito três dias depois do fim do dia ou mais: vendas tardias já haviam chegado.',
    ),
  ),
]

const FIELD: LedgerColumn[] = [
  fact(
    ['field', 'STRING'],
    words(
      'The session field. Each field splits the same plays again: add within one field only.',
      'O campo da sessão. Cada campo divide de novo os mesmos plays: some só dentro de um campo.',
    ),
    { section: 'Analytics, POST /sessions/stats_by_field_by_day' },
  ),
  fact(['value', 'STRING'], words('The value of the field.', 'O valor do campo.'), {
    section: 'Analytics, POST /sessions/stats_by_field_by_day',
  }),
]

const NOT_APPLICABLE = words(
  ' Empty without a pitch, because every session would count.',
  ' Vazio sem pitch, pois toda sessão contaria.',
)

function measured(name: Measure): LedgerColumn {
  const isRate = MEASURE_KINDS[name] === 'percent'
  const say = (language: Language) =>
    (definition(name, language) ?? name) + (needsPitch(name) ? NOT_APPLICABLE[language] : '')
  return {
    name,
    type: isRate ? 'DECIMAL(18,2)' : 'INT64',
    unit: unitOf(name),
    isNullable: isRate || needsPitch(name),
    maySum: isAdditive(name),
    section: ROW,
    meaning: words(say('en'), say('pt-BR')),
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

/** The columns of each table, in their order in the files. A released name never changes. */
export const LEDGER_COLUMNS: Record<LedgerTable, readonly LedgerColumn[]> = {
  daily: [...WHO, ...MEASURES.map(measured), ...ASKED],
  // Unique counts and rates stay out: a value's own cannot be added to another's.
  breakdown: [...WHO, ...FIELD, ...ADDITIVE.map(measured), ...ASKED],
}
