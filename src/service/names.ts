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

/** The name of the world's nth player. */
export function playerName(index: number): string {
  const hostile = HOSTILE[index]
  if (hostile !== undefined) return hostile
  const product = PRODUCTS[index % PRODUCTS.length]
  const round = Math.floor(index / PRODUCTS.length)
  const version = Math.floor(round / KINDS.length)
  const kind = KINDS[(index + round) % KINDS.length]
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
