const PRODUCTS = [
  'Método Corpo Leve',
  'Glicose em Dia',
  'Inglês em 90 Noites',
  'Joint Restore',
  'Promoção Relâmpago',
  'Barriga Zero',
  'Renda Extra com Planilhas',
  'Keto em Família',
  'Sleep Deep Tonight',
  'Violão do Zero',
  'Visão Clara',
  'Cão Calmo',
  'Hearing Clarity',
  'Coração Forte',
  'Pele de Porcelana',
  'Memory Lift',
  'Finanças sem Susto',
  'Prostate Balance',
]
const KINDS = ['VSL', 'Lead curta', 'Upsell 1', 'VSL B', 'Downsell', 'Webinar', 'Upsell 2', 'Quiz']

// Names are entered by people and may contain anything: formulas, markup, wildcards.
const HOSTILE: Record<number, string> = {
  8: "=cmd|' /C calc'!A0",
  10: '100%_\\[] garantido',
  13: '<img src=x onerror=alert(1)>',
  15: '🔥 Oferta só hoje 🔥',
  17: `Página de teste ${'muito '.repeat(40)}longa`,
  19: '  "aspas", vírgula; e\nlinha nova',
}

/** Realistic texts of people, or hostile ones that could break a reader. */
export type Texts = 'ordinary' | 'hostile'

const IN_ENGLISH: Record<string, string> = { 'Lead curta': 'Short lead' }
const SOLD_IN_USD = new Set([
  'Joint Restore',
  'Sleep Deep Tonight',
  'Hearing Clarity',
  'Memory Lift',
  'Prostate Balance',
])

/** The currency of the nth player's offer in an ordinary company. */
export const currencyOf = (index: number): 'usd' | 'brl' =>
  SOLD_IN_USD.has(PRODUCTS[index % PRODUCTS.length] ?? '') ? 'usd' : 'brl'

/** The name of the world's nth player. */
export function playerName(index: number, texts: Texts = 'hostile'): string {
  const hostile = HOSTILE[index]
  if (texts === 'hostile' && hostile !== undefined) return hostile
  const product = PRODUCTS[index % PRODUCTS.length]
  const round = Math.floor(index / PRODUCTS.length)
  const version = Math.floor(round / KINDS.length)
  const usual = KINDS[(index + round) % KINDS.length] ?? ''
  const isEnglish = texts === 'ordinary' && currencyOf(index) === 'usd'
  const kind = (isEnglish && IN_ENGLISH[usual]) || usual
  return `${kind} · ${product}${version > 0 ? ` v${version + 1}` : ''}`
}

export interface Weighted {
  value: string
  weight: number
}

// docs/sandbox.md, Session fields: countries are English names.
export const COUNTRIES: Weighted[] = [
  { value: 'Brazil', weight: 46 },
  { value: 'United States', weight: 24 },
  { value: 'Portugal', weight: 8 },
  { value: 'United Kingdom', weight: 5 },
  { value: 'Spain', weight: 3 },
  { value: 'Germany', weight: 3 },
  { value: 'Canada', weight: 3 },
  { value: 'Angola', weight: 2 },
  { value: 'Ireland', weight: 2 },
  { value: 'France', weight: 2 },
  { value: 'Australia', weight: 1 },
  { value: "Côte d'Ivoire", weight: 1 },
]
/** The countries of the visitors, by the currency of the offer. */
export const COUNTRIES_OF: Record<'usd' | 'brl', Weighted[]> = {
  usd: weighted({
    'United States': 70,
    'United Kingdom': 11,
    Canada: 10,
    Australia: 6,
    Ireland: 3,
  }),
  brl: weighted({ Brazil: 86, Portugal: 7, Angola: 4, 'United States': 3 }),
}

function weighted(weights: Record<string, number>): Weighted[] {
  return COUNTRIES.map(({ value }) => ({ value, weight: weights[value] ?? 0 }))
}

export const EURO_COUNTRIES = new Set(['Portugal', 'Spain', 'Germany', 'Ireland', 'France'])

export const BROWSERS: Weighted[] = [
  { value: 'Chrome', weight: 58 },
  { value: 'Safari', weight: 21 },
  { value: 'Facebook', weight: 9 },
  { value: 'Instagram', weight: 5 },
  { value: 'Edge', weight: 4 },
  { value: 'Firefox', weight: 2 },
  { value: 'Opera', weight: 1 },
]

export const DEVICE_TYPES: Weighted[] = [
  { value: 'mobile', weight: 74 },
  { value: 'desktop', weight: 22 },
  { value: 'tablet', weight: 4 },
]

export const DOMAINS: Weighted[] = [
  { value: 'oferta.corpoleve.example', weight: 50 },
  { value: 'go.dailyhealth.example', weight: 25 },
  { value: 'lp.metodo.example', weight: 15 },
  { value: 'promoção.loja.example', weight: 7 },
  { value: 'localhost', weight: 3 },
]
export const ORDINARY_DOMAINS: Weighted[] = DOMAINS.map(({ value, weight }) => ({
  value,
  weight: /^[a-z.]+\.example$/.test(value) ? weight : 0,
}))

/** A function from [0, 1) to the index of a value, by the values' weights. */
export function makeChooser(values: Weighted[]): (share: number) => number {
  const total = values.reduce((sum, { weight }) => sum + weight, 0)
  const table = new Uint8Array(1024)
  let upTo = 0
  let at = 0
  values.forEach(({ weight }, index) => {
    upTo += weight
    for (; at < (upTo / total) * 1024; at++) table[at] = index
  })
  return (share) => table[Math.floor(share * 1024)] ?? 0
}
