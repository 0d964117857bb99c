import type { Language } from '../locales/languages.ts'
import { type Words, words } from '../words.ts'
import { AB_CODED, AB_TABLE_NAMES, AB_TITLES } from './ab-titles.ts'
import type { TableName } from './question.ts'
import type { Missing } from './table.ts'
import { VARIANT_CODES, VARIANT_TITLES } from './variant-words.ts'

/** What every column and tile is called. A key that is not here cannot be a column. */
const TITLES = {
  ...VARIANT_TITLES,
  ...AB_TITLES,
  name: words('Player', 'Player'),
  id: words('Player ID', 'ID do player'),
  tags: words('Tags', 'Etiquetas'),
  row_side: words('In', 'Em'),
  day_change: words('Restatement', 'Revisão'),
  created_at: words('Created', 'Criado em'),
  duration: words('Length', 'Duração'),
  pitch_time: words('Pitch at', 'Pitch em'),
  as_of: words('As of', 'Dados de'),
  total_viewed: words('Views', 'Visualizações'),
  total_viewed_session_uniq: words('Views (sessions)', 'Visualizações (sessões)'),
  total_viewed_device_uniq: words('Views (devices)', 'Visualizações (dispositivos)'),
  total_started: words('Plays', 'Plays'),
  total_started_session_uniq: words('Plays (sessions)', 'Plays (sessões)'),
  total_started_device_uniq: words('Plays (devices)', 'Plays (dispositivos)'),
  total_finished: words('Finishes', 'Conclusões'),
  total_finished_session_uniq: words('Finishes (sessions)', 'Conclusões (sessões)'),
  total_finished_device_uniq: words('Finishes (devices)', 'Conclusões (dispositivos)'),
  total_clicked: words('Clicks', 'Cliques'),
  total_clicked_session_uniq: words('Clicks (sessions)', 'Cliques (sessões)'),
  total_clicked_device_uniq: words('Clicks (devices)', 'Cliques (dispositivos)'),
  total_conversions_session_uniq: words('Conversions (sessions)', 'Conversões (sessões)'),
  total_conversions_device_uniq: words('Conversions (devices)', 'Conversões (dispositivos)'),
  platform: words('Checkout platform', 'Plataforma de checkout'),
  total_over_pitch: words('Reached pitch', 'Chegaram ao pitch'),
  total_under_pitch: words('Left before pitch', 'Saíram antes do pitch'),
  total_conversions: words('Conversions', 'Conversões'),
  overall_conversion_rate: words('Conversion rate', 'Taxa de conversão'),
  total_amount_usd: words('Revenue (USD)', 'Receita (USD)'),
  total_amount_brl: words('Revenue (BRL)', 'Receita (BRL)'),
  total_amount_eur: words('Revenue (EUR)', 'Receita (EUR)'),
  engagement_rate: words('Engagement', 'Engajamento'),
  over_pitch_rate: words('Pitch retention', 'Retenção no pitch'),
  play_rate: words('Play rate', 'Taxa de play'),
  average_order_value_usd: words(
    'Average order value incl. order bumps (USD)',
    'Ticket médio com order bumps (USD)',
  ),
  average_order_value_brl: words(
    'Average order value incl. order bumps (BRL)',
    'Ticket médio com order bumps (BRL)',
  ),
  average_order_value_eur: words(
    'Average order value incl. order bumps (EUR)',
    'Ticket médio com order bumps (EUR)',
  ),
  revenue_per_play_usd: words('Revenue per play (USD)', 'Receita por play (USD)'),
  revenue_per_play_brl: words('Revenue per play (BRL)', 'Receita por play (BRL)'),
  revenue_per_play_eur: words('Revenue per play (EUR)', 'Receita por play (EUR)'),
  revenue_per_device_usd: words('Revenue per device (USD)', 'Receita por dispositivo (USD)'),
  revenue_per_device_brl: words('Revenue per device (BRL)', 'Receita por dispositivo (BRL)'),
  revenue_per_device_eur: words('Revenue per device (EUR)', 'Receita por dispositivo (EUR)'),
  compared_side: words('Days', 'Dias'),
  period_start: words('From', 'De'),
  period_end: words('To', 'Até'),
  plays_per_view: words('Plays per view', 'Plays por visualização'),
  conversions_per_play: words('Conversions per play', 'Conversões por play'),
  date_key: words('Day', 'Dia'),
  step: words('Step', 'Etapa'),
  basis: words('Counted in', 'Contado em'),
  count: words('Count', 'Quantidade'),
  share_of_previous: words('Share of previous step', '% da etapa anterior'),
  share_of_first: words('Share of first step', '% da primeira etapa'),
  query_key: words('Query parameter', 'Parâmetro de URL'),
  parameter_kind: words('Kind of name', 'Tipo de nome'),
  times_recorded: words('Times recorded', 'Vezes registrado'),
  grouped_field: words('Value', 'Valor'),
  row_kind: words('Kind of row', 'Tipo de linha'),
  share_of_plays: words('Share of plays', '% dos plays'),
  raw_count: words('Raw values', 'Valores brutos'),
  raw_values: words('Raw values as recorded', 'Valores brutos como registrados'),
  share_of_sessions: words('Share of sessions', '% das sessões'),
  few_data: words('Few data', 'Poucos dados'),
  second: words('Video time', 'Tempo do vídeo'),
  sessions_reached: words('Sessions that reached', 'Sessões que chegaram'),
  percent_reached: words('Reached', 'Chegaram'),
  lost_in_10_seconds: words('Sessions lost in last 10 s', 'Sessões perdidas nos últimos 10 s'),
  lost_in_10_seconds_percent: words('Lost in last 10 s', 'Perda nos últimos 10 s'),
  clicks: words('Clicks', 'Cliques'),
  percent_of_length: words('Percent of length', '% da duração'),
  seconds_from_pitch: words('Seconds from the pitch', 'Segundos a partir do pitch'),
  sessions_reached_1: words('Sessions, curve 1', 'Sessões, curva 1'),
  sessions_reached_2: words('Sessions, curve 2', 'Sessões, curva 2'),
  sessions_reached_3: words('Sessions, curve 3', 'Sessões, curva 3'),
  sessions_reached_4: words('Sessions, curve 4', 'Sessões, curva 4'),
  percent_reached_1: words('Reached, curve 1', 'Chegaram, curva 1'),
  percent_reached_2: words('Reached, curve 2', 'Chegaram, curva 2'),
  percent_reached_3: words('Reached, curve 3', 'Chegaram, curva 3'),
  percent_reached_4: words('Reached, curve 4', 'Chegaram, curva 4'),
  difference_points: words('Difference in points', 'Diferença em pontos'),
  difference_points_2: words('Points, 2 against 1', 'Pontos, 2 contra 1'),
  difference_points_3: words('Points, 3 against 1', 'Pontos, 3 contra 1'),
  difference_points_4: words('Points, 4 against 1', 'Pontos, 4 contra 1'),
  call_action: words('Call to action', 'Chamada para ação'),
  window_start: words('Appears at', 'Aparece em'),
  window_end: words('Until', 'Até'),
  window_active: words('Shown', 'Mostrada'),
  window_clicks: words('Clicks in the window', 'Cliques na janela'),
  clicks_of_reached: words('Clicks per 100 sessions', 'Cliques por 100 sessões'),
  pitch_side: words('Pitch', 'Pitch'),
  pitch_at: words('At', 'Em'),
  clicks_from_pitch: words('Clicks from the pitch on', 'Cliques a partir do pitch'),
  conversions_from_pitch: words('Sales from the pitch on', 'Vendas a partir do pitch'),
  mark: words('Mark', 'Marca'),
  mark_source: words('Set', 'Definida'),
  since_mark_before: words('Points since the mark before', 'Pontos desde a marca anterior'),
  cumulative_clicks: words('Clicks so far', 'Cliques acumulados'),
  timed_conversions: words('Conversions', 'Conversões'),
  cumulative_conversions: words('Conversions so far', 'Conversões acumuladas'),
  timed_amount_usd: words('Revenue (USD)', 'Receita (USD)'),
  timed_amount_brl: words('Revenue (BRL)', 'Receita (BRL)'),
  timed_amount_eur: words('Revenue (EUR)', 'Receita (EUR)'),
  cumulative_amount_usd: words('Revenue so far (USD)', 'Receita acumulada (USD)'),
  cumulative_amount_brl: words('Revenue so far (BRL)', 'Receita acumulada (BRL)'),
  cumulative_amount_eur: words('Revenue so far (EUR)', 'Receita acumulada (EUR)'),
  annotation: words('Annotation', 'Anotação'),
  written_at: words('Written', 'Escrita em'),
  changed_at: words('Last changed', 'Última alteração'),
  domain: words('Domain', 'Domínio'),
  live_users: words('Live users', 'Usuários ao vivo'),
} as const satisfies Record<string, Words>

export type BaseKey = keyof typeof TITLES
export type TitleKey = BaseKey | `${BaseKey}__comparison` | `${BaseKey}__change`

const TABLE_NAMES: Record<TableName, Words> = {
  ...AB_TABLE_NAMES,
  overview: words('Players', 'Players'),
  days: words('Daily figures', 'Números por dia'),
  figures: words('Key figures and money', 'Números principais e receita'),
  funnel: words('Funnel', 'Funil'),
  breakdown: words('Breakdown', 'Detalhamento'),
  retention: words('Retention', 'Retenção'),
  curves: words('Compared curves', 'Curvas comparadas'),
  call_windows: words('Clicks per call to action', 'Cliques por chamada para ação'),
  marks: words('Marks', 'Marcas'),
  field_days: words('Breakdown by day', 'Detalhamento por dia'),
  pitch_trial: words('Pitch on trial', 'Pitch em teste'),
  timing: words('Clicks and sales over the video', 'Cliques e vendas ao longo do vídeo'),
  live: words('Live users', 'Usuários ao vivo'),
  headlines: words('Headlines', 'Headlines'),
  turbo: words('Speeds', 'Velocidades'),
  smartAutoplays: words('Smart autoplays', 'Smart autoplays'),
  leaderboard: words('Ranking', 'Ranking'),
  own_ranking: words('Ranking', 'Ranking'),
  event_days: words('Events by day', 'Eventos por dia'),
  click_days: words('Clicks by day', 'Cliques por dia'),
  conversion_days: words('Conversions by day', 'Conversões por dia'),
  engagement_days: words('Engagement by day', 'Engajamento por dia'),
  account_events: words('Events of the account', 'Eventos da conta'),
  platforms: words('Checkout platforms', 'Plataformas de checkout'),
  live_players: words('Live users by player', 'Usuários ao vivo por player'),
  annotations: words('Annotations', 'Anotações'),
  traffic: words('Traffic', 'Tráfego'),
  traffic_parameters: words('Parameters found', 'Parâmetros encontrados'),
  traffic_days: words('Traffic by day', 'Tráfego por dia'),
  traffic_retention: words('Retention by traffic', 'Retenção por tráfego'),
}

const MISSING: Record<Missing, Words> = {
  'not-downloaded': words('not downloaded', 'não baixado'),
  loading: words('loading', 'carregando'),
  'not-read': words('not read yet', 'ainda não lido'),
  'needs-period': words('needs a period query', 'requer consulta do período'),
  'not-applicable': words('n/a', 'n/d'),
  'not-in-plan': words('not in plan', 'fora do plano'),
  failed: words('failed', 'falhou'),
  new: words('new (was 0)', 'novo (era 0)'),
  'few-data': words('few data', 'poucos dados'),
  merged: words('several values merged', 'vários valores unidos'),
  'not-ranked': words('below the last place', 'abaixo da última posição'),
  entered: words('entered', 'entrou'),
  'no-comparison': words('no comparison', 'sem comparação'),
  'left-empty': words('empty in the file', 'vazio no arquivo'),
}

/** Texts of ours that stand in cells, by column. */
const CODED: Partial<Record<BaseKey, Record<string, Words>>> = {
  ...VARIANT_CODES,
  ...AB_CODED,
  step: {
    viewed: words('Views', 'Visualizações'),
    started: words('Plays', 'Plays'),
    finished: words('Finishes', 'Conclusões'),
    over_pitch: words('Reached pitch', 'Chegaram ao pitch'),
    clicked: words('Clicks', 'Cliques'),
    conversions: words('Conversions', 'Conversões'),
  },
  basis: {
    events: words('events', 'eventos'),
    sessions: words('unique sessions', 'sessões únicas'),
    devices: words('unique devices', 'dispositivos únicos'),
  },
  row_kind: {
    value: words('value', 'valor'),
    empty: words('empty value', 'valor vazio'),
    merged: words('merged values', 'valores unidos'),
    others: words('all others', 'todos os outros'),
  },
  parameter_kind: { usual: words('usual', 'usual'), other: words('other', 'outro') },
  compared_side: {
    asked: words('asked', 'consultados'),
    compared: words('compared with', 'comparados'),
  },
  pitch_side: {
    set: words('as set', 'definido'),
    trial: words('on trial', 'em teste'),
    difference: words('difference', 'diferença'),
  },
  few_data: { yes: words('yes', 'sim'), no: words('no', 'não') },
  row_side: {
    both: words('both reports', 'ambos os relatórios'),
    left: words('left report only', 'só no relatório da esquerda'),
    right: words('right report only', 'só no relatório da direita'),
  },
  day_change: {
    restated: words('restated', 'revisado'),
    grew: words('still growing', 'ainda crescia'),
  },
  mark_source: { service: words('in the service', 'no serviço'), desk: words('here', 'aqui') },
  window_active: { yes: words('yes', 'sim'), no: words('off', 'desligada') },
}

const COMPARISON = words('comparison', 'comparação')
const CHANGE = words('change %', 'variação %')
const POINTS = words('change in points', 'variação em pontos')

/** Of two reports compared. */
const COMPARED: Record<string, Words> = {
  left: words('left', 'esquerda'),
  right: words('right', 'direita'),
  difference: words('difference', 'diferença'),
  points: words('difference in points', 'diferença em pontos'),
}

/** A column's or tile's title; a key that has none stands for itself. */
export function title(key: string, language: Language): string {
  const [, of, side] = /^(.+)__(left|right|difference|points)$/.exec(key) ?? []
  if (of && side) return `${title(of, language)}, ${COMPARED[side]?.[language]}`
  const [base = key, group] = key.split('__')
  const own = Object.hasOwn(TITLES, base) ? TITLES[base as BaseKey][language] : base
  if (group === 'comparison') return `${own}, ${COMPARISON[language]}`
  if (group === 'change') return `${own}, ${(isRate(base) ? POINTS : CHANGE)[language]}`
  return own
}

const isRate = (key: string) => key.endsWith('_rate')

/** Whether a column's figures are differences of two percentages. */
export const isInPoints = (key: string): boolean =>
  /(_rate__change|^reached_difference|^since_mark_before|^difference_points(_\d)?)$/u.test(key)

export function tableName(table: TableName, language: Language): string {
  return TABLE_NAMES[table][language]
}

/** Why a cell is empty, in a word or two. */
export function missingWord(why: Missing, language: Language): string {
  return MISSING[why][language]
}

/** A text cell as it is read: our own codes in the language, anything else as it is. */
export function cellText(key: string, text: string, language: Language): string {
  const codes = Object.hasOwn(CODED, key) ? CODED[key as BaseKey] : undefined
  return codes && Object.hasOwn(codes, text) ? (codes[text]?.[language] ?? text) : text
}

/** Whether a column's texts are codes of ours. */
export const isCoded = (key: string) => Object.hasOwn(CODED, key)
