import type { Language } from '../locales/languages.ts'
import type { Measure } from '../model/statistics.ts'
import { type Words, words } from '../words.ts'
import { AB_DEFINITIONS } from './ab-titles.ts'
import type { Ratio } from './overview-columns.ts'
import { VARIANT_DEFINITIONS } from './variant-words.ts'

const EVENTS = words('every event counts', 'cada evento conta')
const SESSIONS = words('each session counts once', 'cada sessão conta uma vez')
const DEVICES = words('each device counts once', 'cada dispositivo conta uma vez')

const counted = (what: Words, unit: Words) =>
  words(`${what.en}; ${unit.en}.`, `${what['pt-BR']}; ${unit['pt-BR']}.`)

const VIEWED = words(
  'How often the player was loaded on a page',
  'Quantas vezes o player foi carregado em uma página',
)
const STARTED = words('How often a viewer pressed play', 'Quantas vezes alguém apertou o play')
const FINISHED = words(
  'How often the video was watched to the end',
  'Quantas vezes o vídeo foi visto até o fim',
)
const CLICKED = words(
  'Clicks on calls to action that lead out of the page',
  'Cliques em chamadas para ação que levam para fora da página',
)

const revenue = (code: string) =>
  words(
    `Everything sold in ${code} and credited to the player, order bumps included, on the day of the click that led to it. Currencies are never added.`,
    `Tudo o que foi vendido em ${code} e creditado ao player, com order bumps, no dia do clique que levou à venda. Moedas nunca são somadas.`,
  )

const averageOrder = (code: string) =>
  words(
    `Revenue in ${code}, order bumps included ÷ conversions (sessions with an initial sale). Only where ${code} is the one currency with sales, because sales are not counted per currency.`,
    `Receita em ${code}, com order bumps ÷ conversões (sessões com venda inicial). Só quando ${code} é a única moeda com vendas, pois as vendas não são contadas por moeda.`,
  )

const perPlay = (code: string) =>
  words(
    `Revenue in ${code}, order bumps included ÷ plays; every play counts.`,
    `Receita em ${code}, com order bumps ÷ plays; cada play conta.`,
  )

const perDevice = (code: string) =>
  words(
    `Revenue in ${code}, order bumps included ÷ plays (unique devices); each device counts once.`,
    `Receita em ${code}, com order bumps ÷ plays (dispositivos únicos); cada dispositivo conta uma vez.`,
  )

/** What a figure counts or divides, and in which unit. Analytics, Meaning of the fields. */
const DEFINITIONS: Record<Measure | Ratio, Words> = {
  total_viewed: counted(VIEWED, EVENTS),
  total_viewed_session_uniq: counted(VIEWED, SESSIONS),
  total_viewed_device_uniq: counted(VIEWED, DEVICES),
  total_started: counted(STARTED, EVENTS),
  total_started_session_uniq: counted(STARTED, SESSIONS),
  total_started_device_uniq: counted(STARTED, DEVICES),
  total_finished: counted(FINISHED, EVENTS),
  total_finished_session_uniq: counted(FINISHED, SESSIONS),
  total_finished_device_uniq: counted(FINISHED, DEVICES),
  total_clicked: counted(CLICKED, EVENTS),
  total_clicked_session_uniq: counted(CLICKED, SESSIONS),
  total_clicked_device_uniq: counted(CLICKED, DEVICES),
  total_over_pitch: words(
    'Sessions that reached the pitch; each session counts once.',
    'Sessões que chegaram ao pitch; cada sessão conta uma vez.',
  ),
  total_under_pitch: words(
    'Sessions that left before the pitch; each session counts once.',
    'Sessões que saíram antes do pitch; cada sessão conta uma vez.',
  ),
  total_conversions: words(
    'Sessions with an initial sale credited to the player; each session counts once.',
    'Sessões com uma venda inicial creditada ao player; cada sessão conta uma vez.',
  ),
  overall_conversion_rate: words(
    'Conversions (sessions) ÷ plays (unique devices) × 100, truncated to two decimals.',
    'Conversões (sessões) ÷ plays (dispositivos únicos) × 100, truncado em duas casas.',
  ),
  total_amount_usd: revenue('USD'),
  total_amount_brl: revenue('BRL'),
  total_amount_eur: revenue('EUR'),
  engagement_rate: words(
    'Average watched time per session ÷ length of the video × 100, truncated to two decimals.',
    'Tempo médio assistido por sessão ÷ duração do vídeo × 100, truncado em duas casas.',
  ),
  over_pitch_rate: words(
    'Sessions that reached the pitch ÷ all sessions (reached + left before) × 100, truncated to two decimals.',
    'Sessões que chegaram ao pitch ÷ todas as sessões (chegaram + saíram antes) × 100, truncado em duas casas.',
  ),
  play_rate: words(
    'Plays (unique devices) ÷ views (unique devices) × 100, truncated to two decimals.',
    'Plays (dispositivos únicos) ÷ visualizações (dispositivos únicos) × 100, truncado em duas casas.',
  ),
  average_order_value_usd: averageOrder('USD'),
  average_order_value_brl: averageOrder('BRL'),
  average_order_value_eur: averageOrder('EUR'),
  revenue_per_play_usd: perPlay('USD'),
  revenue_per_play_brl: perPlay('BRL'),
  revenue_per_play_eur: perPlay('EUR'),
}

const TIMES_THEN = words(
  'As set at the end of the period, as far as the history of this desk knows; otherwise as set today.',
  'Como estava definido no fim do período, até onde o histórico deste computador sabe; senão, como está hoje.',
)

/** Figures that only the tables and tiles have. */
const OTHERS: Record<string, Words> = {
  ...VARIANT_DEFINITIONS,
  ...AB_DEFINITIONS,
  revenue_per_device_usd: perDevice('USD'),
  revenue_per_device_brl: perDevice('BRL'),
  revenue_per_device_eur: perDevice('EUR'),
  plays_per_view: words(
    'Plays ÷ views × 100 over all players; every event counts, because unique devices of several players cannot be added.',
    'Plays ÷ visualizações × 100 em todos os players; cada evento conta, pois dispositivos únicos de vários players não se somam.',
  ),
  conversions_per_play: words(
    'Conversions (sessions) ÷ plays × 100 over all players; every play counts, because unique devices of several players cannot be added.',
    'Conversões (sessões) ÷ plays × 100 em todos os players; cada play conta, pois dispositivos únicos de vários players não se somam.',
  ),
  share_of_previous: words(
    'Count of this step ÷ count of the nearest step before it on the same basis × 100.',
    'Quantidade desta etapa ÷ quantidade da etapa anterior mais próxima na mesma base × 100.',
  ),
  share_of_first: words(
    'Count of this step ÷ views on the same basis × 100.',
    'Quantidade desta etapa ÷ visualizações na mesma base × 100.',
  ),
  share_of_sessions: words(
    'Sessions with a play that have this value ÷ all sessions with a play × 100.',
    'Sessões com play que têm este valor ÷ todas as sessões com play × 100.',
  ),
  share_of_plays: words(
    'Plays with this value ÷ plays with any value of the parameter × 100; every play counts.',
    'Plays com este valor ÷ plays com qualquer valor do parâmetro × 100; cada play conta.',
  ),
  times_recorded: words(
    'How often the parameter was recorded on a page with the player; times, not visitors.',
    'Quantas vezes o parâmetro foi registrado em uma página com o player; vezes, não visitantes.',
  ),
  raw_count: words(
    'How many values, as the service recorded them, are in the row.',
    'Quantos valores, como o serviço registrou, estão na linha.',
  ),
  sessions_reached: words(
    'Sessions whose furthest second is this one or later; each session counts once.',
    'Sessões cujo segundo mais distante é este ou um posterior; cada sessão conta uma vez.',
  ),
  percent_reached: words(
    'Sessions that reached this second ÷ sessions that started × 100. It can only fall: it says reached, not were watching.',
    'Sessões que chegaram a este segundo ÷ sessões que começaram × 100. Só pode cair: diz chegaram, não estavam assistindo.',
  ),
  lost_in_10_seconds_percent: words(
    'Sessions that left in the 10 seconds before ÷ sessions that started × 100.',
    'Sessões que saíram nos 10 segundos anteriores ÷ sessões que começaram × 100.',
  ),
  clicks: counted(CLICKED, EVENTS),
  difference_points: words(
    'Percent reached less the percent reached of what it is compared with, both truncated to two decimals.',
    'Percentual que chegou menos o percentual daquilo com que se compara, ambos truncados em duas casas.',
  ),
  since_mark_before: words(
    'Percent reached less that of the mark before; of the first mark less 100.',
    'Percentual que chegou menos o da marca anterior; da primeira marca, menos 100.',
  ),
  window_start: TIMES_THEN,
  window_end: TIMES_THEN,
  window_clicks: words(
    'Clicks at seconds within the window, both ends included. Which call to action was clicked is not recorded: a second in two windows counts in both.',
    'Cliques em segundos dentro da janela, incluindo os dois extremos. Não é registrado em qual chamada se clicou: um segundo em duas janelas conta nas duas.',
  ),
  clicks_of_reached: words(
    'Clicks in the window ÷ sessions that reached its start × 100, truncated to two decimals. Every click counts, so it may exceed 100.',
    'Cliques na janela ÷ sessões que chegaram ao início dela × 100, truncado em duas casas. Cada clique conta, então pode passar de 100.',
  ),
  timed_conversions: words(
    'Sessions with an initial sale, at the second of the click that led to it.',
    'Sessões com uma venda inicial, no segundo do clique que levou à venda.',
  ),
  live_users: words(
    'Sessions started in the last 12 hours with activity in the chosen minutes, without bots. Started, not necessarily still watching.',
    'Sessões iniciadas nas últimas 12 horas com atividade nos minutos escolhidos, sem robôs. Iniciadas, não necessariamente assistindo ainda.',
  ),
}

/** How a figure is made: numerator, denominator and what counts once. Null for what needs none. */
export function definition(key: string, language: Language): string | null {
  const base = key.replace(/(__(comparison|change|left|right|difference|points))+$/, '')
  if (Object.hasOwn(DEFINITIONS, base)) return DEFINITIONS[base as Measure | Ratio][language]
  return Object.hasOwn(OTHERS, base) ? (OTHERS[base]?.[language] ?? null) : null
}

/** Every figure that has a definition, with its words: what a report keeps of them. */
export function allDefinitions(): Record<string, Words> {
  const others = Object.entries(OTHERS).filter((entry): entry is [string, Words] => !!entry[1])
  return { ...DEFINITIONS, ...Object.fromEntries(others) }
}
