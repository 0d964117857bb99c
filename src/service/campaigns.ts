import type { Weighted } from './names.ts'
import { type Effect, NO_EFFECT } from './variants.ts'

/** The query parameters of a page's address, as the visitor's browser had them. */
export interface Campaign extends Weighted {
  effect: Effect
}

const effect = (changed: Partial<Effect>): Effect => ({ ...NO_EFFECT, ...changed })

const SOCIAL = effect({ sale: 0.95 })
const VIDEO = effect({ play: 1.15, stay: 1.1 })
const SEARCH = effect({ play: 1.1, stay: 1.1, sale: 1.5 })
const LIST = effect({ play: 1.3, stay: 1.3, sale: 2 })
const NATIVE = effect({ play: 0.85, stay: 0.9, sale: 0.6 })
const SHORT_VIDEO = effect({ play: 0.75, stay: 0.8, sale: 0.4 })
const UNKNOWN = effect({ play: 0.95, sale: 0.8 })

const FB = 'utm_source=FB&utm_medium=cpc'
const LOWER_FB = 'utm_source=fb&utm_medium=paid'
const FACEBOOK = 'utm_source=facebook&utm_medium=cpc'
const GOOGLE = 'utm_source=google&utm_medium=cpc'

// Realistic and hostile values: names differ in case and encoding, have ids appended or unfilled
// macros, and some try to inject formulas or markup into a report.
const ROWS: [weight: number, effect: Effect, value: string][] = [
  [80, UNKNOWN, ''],
  [46, SOCIAL, `${FB}&utm_campaign=Escala+01|120210&utm_content=Criativo+A|7701&utm_term=feed`],
  [30, SOCIAL, `${FB}&utm_campaign=Escala+01|120210&utm_content=Criativo+B|7702&utm_term=feed`],
  [16, SOCIAL, `${FB}&utm_campaign=Escala%2001%7C120210&utm_content=Criativo%20A%7C7701`],
  [12, SOCIAL, `${FB}&utm_campaign=escala+01|120210&utm_content=criativo+a|7701&utm_term=Feed`],
  [22, SOCIAL, `${LOWER_FB}&utm_campaign=teste%20criativo&utm_content=v1&xcod=hQwK21wXxRFB01`],
  [14, SOCIAL, `${LOWER_FB}&utm_campaign=teste+criativo&utm_content=v2&xcod=hQwK21wXxRFB02`],
  [9, SOCIAL, `${FACEBOOK}&utm_campaign=remarketing_30d|120555&utm_content=depoimento|8801`],
  [6, SOCIAL, 'utm_source=Facebook&utm_medium=CPC&utm_campaign=Remarketing_30d|120555'],
  [4, SOCIAL, `${FB}&utm_campaign={{campaign.name}}|{{campaign.id}}&utm_content={{ad.name}}`],
  [12, SOCIAL, 'utm_source=ig&utm_medium=stories&utm_campaign=bio&utm_content=🔥+oferta'],
  [5, SOCIAL, 'utm_source=IG&utm_medium=Stories&utm_campaign=bio&utm_content=%F0%9F%94%A5+oferta'],
  [20, SEARCH, `${GOOGLE}&utm_campaign=busca_marca|209911&utm_term=emagrecer`],
  [10, SEARCH, `${GOOGLE}&utm_campaign=busca_marca|209911&utm_term=emagrecer+r%C3%A1pido`],
  [5, SEARCH, `${GOOGLE}&utm_campaign=busca_marca|209911&utm_term=emagrecer+rápido`],
  [18, VIDEO, 'utm_source=youtube&utm_medium=video&utm_campaign=canal&src=canal'],
  [7, VIDEO, 'utm_source=YouTube&utm_medium=video&utm_campaign=canal&src=descricao'],
  [9, LIST, 'utm_source=email&utm_medium=lista&utm_campaign=lan%C3%A7amento+1&sck=lista-7'],
  [7, LIST, 'src=email&sck=lista-7'],
  [4, LIST, 'src=whatsapp&sck=grupo-vip'],
  [16, NATIVE, 'utm_source=taboola&utm_medium=native&utm_campaign=4410022&utm_content=site_id'],
  [18, SHORT_VIDEO, 'utm_source=tiktok&utm_medium=cpc&utm_campaign=spark_01|17890'],
  [6, SHORT_VIDEO, 'utm_source=TikTok&utm_medium=cpc&utm_campaign=spark_01%7C17890'],
  [4, UNKNOWN, 'utm_source=&utm_medium=&utm_campaign='],
  [3, UNKNOWN, `utm_source=afiliado&utm_term=${'palavra+chave+'.repeat(60)}fim`],
  [2, UNKNOWN, 'utm_source==cmd%7Ccalc&UTM_MEDIUM=cpc'],
  [2, UNKNOWN, 'utm_source=<img src=x onerror=alert(1)>&constructor=1&__proto__=1'],
]

export const CAMPAIGNS = ROWS.map(
  ([weight, effect, value]): Campaign => ({ value, weight, effect }),
)

const HOSTILE = /[<=]{2}|<img|palavra\+chave|\{\{/

/** The same without values that try to inject something. */
export const ORDINARY_CAMPAIGNS: Campaign[] = CAMPAIGNS.map((one) =>
  HOSTILE.test(one.value) ? { ...one, weight: 0 } : one,
)

/** A page's parameters in the order of its address, undecoded; a repeated one counts once. */
export function parametersOf(query: string): Map<string, string> {
  const parameters = new Map<string, string>()
  if (query === '') return parameters
  for (const part of query.split('&')) {
    const cut = part.indexOf('=')
    const name = cut < 0 ? part : part.slice(0, cut)
    if (!parameters.has(name)) parameters.set(name, cut < 0 ? '' : part.slice(cut + 1))
  }
  return parameters
}
