/**
 * Video, traffic_filter: `countries` and `languages` are "allowed countries" and "allowed browser languages";
 * the document shows no values. We assume ISO 3166-1 alpha-2 for countries, and for languages the BCP 47 tags
 * of browsers: an ISO 639 language with an optional script and region. The lists are written out because the
 * names that computers know differ.
 */
const COUNTRIES = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR
  BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ
  EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW
  GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY
  KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV
  MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY
  QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG
  TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM
  ZW
`

/** ISO 639-1, and the three-letter languages that browsers offer. */
const LANGUAGES = `
  aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy
  da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu
  hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb
  lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om
  or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw
  ta te tg th ti tk tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
  ast bho ceb chr ckb doi fil gsw haw hmn ilo kok kri lus mai mni nso
`

const SCRIPTS = ['Arab', 'Cyrl', 'Deva', 'Guru', 'Hans', 'Hant', 'Latn', 'Mtei', 'Tfng']

/** Latin America, the only region of browser languages that is not a country: es-419. */
const REGION = '419'

export const COUNTRY_CODES: readonly string[] = COUNTRIES.trim().split(/\s+/)
export const LANGUAGE_CODES: readonly string[] = LANGUAGES.trim().split(/\s+/)

const countries = new Set(COUNTRY_CODES)
const languages = new Set(LANGUAGE_CODES)

export const isCountryCode = (text: string) => countries.has(text)

/** Whether a browser can be set to this language, such as pt, pt-BR or zh-Hant-TW. */
export function isBrowserLanguage(text: string): boolean {
  const found = /^([a-z]{2,3})(?:-([A-Z][a-z]{3}))?(?:-([A-Z]{2}|\d{3}))?$/.exec(text)
  if (!found) return false
  const [, language = '', script, region] = found
  if (script !== undefined && !SCRIPTS.includes(script)) return false
  return languages.has(language) && (region === undefined || isRegion(region))
}

const isRegion = (code: string) => code === REGION || isCountryCode(code)
