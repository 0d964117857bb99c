import { type Words, words } from '../words.ts'

/** Titles of the tables of variants, rankings, events by day and live users. */
export const VARIANT_TITLES = {
  number: words('Number', 'Número'),
  speed: words('Speed', 'Velocidade'),
  views: words('Views', 'Visualizações'),
  plays: words('Plays', 'Plays'),
  conversions: words('Conversions', 'Conversões'),
  engagement: words('Engagement', 'Engajamento'),
  play_over_engagement: words('Play rate ÷ engagement', 'Taxa de play ÷ engajamento'),
  pitch: words('Pitch retention', 'Retenção no pitch'),
  click: words('Click rate', 'Taxa de cliques'),
  conversion_rate: words('Conversion rate', 'Taxa de conversão'),
  amount_brl: words('Revenue (BRL)', 'Receita (BRL)'),
  amount_usd: words('Revenue (USD)', 'Receita (USD)'),
  amount_eur: words('Revenue (EUR)', 'Receita (EUR)'),
  play_rate_lift: words('Play rate, lift', 'Taxa de play, ganho'),
  engagement_lift: words('Engagement, lift', 'Engajamento, ganho'),
  pitch_lift: words('Pitch retention, lift', 'Retenção no pitch, ganho'),
  click_lift: words('Click rate, lift', 'Taxa de cliques, ganho'),
  conversion_rate_lift: words('Conversion rate, lift', 'Taxa de conversão, ganho'),
  play_rate_verdict: words('Verdict on plays', 'Veredito dos plays'),
  conversion_rate_verdict: words('Verdict on conversions', 'Veredito das conversões'),
  rank: words('Place', 'Posição'),
  previous_rank: words('Previous place', 'Posição anterior'),
  rank_change: words('Places gained', 'Posições ganhas'),
  total_plays: words('Events', 'Eventos'),
  uniq_plays: words('Sessions', 'Sessões'),
  uniq_device_plays: words('Devices', 'Dispositivos'),
  total_paused: words('Pauses', 'Pausas'),
  total_paused_session_uniq: words('Pauses (sessions)', 'Pausas (sessões)'),
  total_paused_device_uniq: words('Pauses (devices)', 'Pausas (dispositivos)'),
} as const satisfies Record<string, Words>

const lift = (en: string, pt: string) =>
  words(
    `How much higher or lower ${en} is than that of the baseline row, in percent of it.`,
    `Quanto ${pt} está acima ou abaixo da linha de base, em porcentagem dela.`,
  )

const verdict = (en: string, pt: string) =>
  words(
    `Whether ${en} differs from the baseline row by more than chance, with the guardrails last set for an A/B test.`,
    `Se ${pt} difere da linha de base além do acaso, com os limites definidos por último em um teste A/B.`,
  )

const DATED = words(
  'Sold in this currency and credited to the player, on the day of the click that led to it. Currencies are never added.',
  'Vendido nesta moeda e creditado ao player, no dia do clique que levou à venda. Moedas nunca são somadas.',
)

const PAUSED_EN = 'How often a viewer paused'
const PAUSED_PT = 'Quantas vezes alguém pausou'

export const VARIANT_DEFINITIONS: Record<string, Words> = {
  views: words(
    'Times the player was loaded with this variant.',
    'Vezes em que o player foi carregado com esta variante.',
  ),
  plays: words(
    'Plays with this variant, as the service counts them.',
    'Plays com esta variante, como o serviço os conta.',
  ),
  play_over_engagement: words(
    'Play rate ÷ engagement × 100, as the service gives it.',
    'Taxa de play ÷ engajamento × 100, como o serviço informa.',
  ),
  pitch: words(
    'Share that reached the pitch, in percent.',
    'Parte que chegou ao pitch, em porcentagem.',
  ),
  amount_brl: DATED,
  amount_usd: DATED,
  amount_eur: DATED,
  play_rate_lift: lift('the play rate', 'a taxa de play'),
  engagement_lift: lift('the engagement', 'o engajamento'),
  pitch_lift: lift('the share that reached the pitch', 'a retenção no pitch'),
  click_lift: lift('the click rate', 'a taxa de cliques'),
  conversion_rate_lift: lift('the conversion rate', 'a taxa de conversão'),
  play_rate_verdict: verdict('plays per view', 'plays por visualização'),
  conversion_rate_verdict: verdict('conversions per play', 'conversões por play'),
  previous_rank: words(
    'Place in the ranking of the compared period, of the same size.',
    'Posição no ranking do período comparado, do mesmo tamanho.',
  ),
  rank_change: words(
    'Previous place − place now: more is better.',
    'Posição anterior − posição atual: mais é melhor.',
  ),
  uniq_plays: words(
    'Sessions that had the event; a ranking is by these.',
    'Sessões que tiveram o evento; um ranking é por elas.',
  ),
  total_plays: words('The event; every one counts.', 'O evento; cada um conta.'),
  uniq_device_plays: words(
    'Devices that had the event; each counts once.',
    'Dispositivos que tiveram o evento; cada um conta uma vez.',
  ),
  total_paused: words(`${PAUSED_EN}; every event counts.`, `${PAUSED_PT}; cada evento conta.`),
  total_paused_session_uniq: words(
    `${PAUSED_EN}; each session counts once.`,
    `${PAUSED_PT}; cada sessão conta uma vez.`,
  ),
  total_paused_device_uniq: words(
    `${PAUSED_EN}; each device counts once.`,
    `${PAUSED_PT}; cada dispositivo conta uma vez.`,
  ),
}

const VERDICTS = {
  base: words('baseline', 'base'),
  invalid: words('counts differ', 'não batem'),
  collecting: words('collect more data', 'coletar mais dados'),
  none: words('no difference', 'sem diferença'),
  leaning_ahead: words('leans better', 'tende a melhor'),
  leaning_behind: words('leans worse', 'tende a pior'),
  ahead: words('better', 'melhor'),
  behind: words('worse', 'pior'),
} as const satisfies Record<string, Words>

export type VerdictCode = keyof typeof VERDICTS

export const VARIANT_CODES = {
  play_rate_verdict: VERDICTS,
  conversion_rate_verdict: VERDICTS,
}
