import { describe, expect, test } from 'vitest'
import { appTexts, LANGUAGES, languageFor } from '../../../src/shared/locales/languages.ts'
import { texts } from '../../support/texts.ts'

type Tree = { [key: string]: string | Tree }

/** Every text by its path, the forms of a plural as one. */
function flat(tree: Tree, path = ''): Map<string, string[]> {
  const all = new Map<string, string[]>()
  for (const [key, value] of Object.entries(tree)) {
    const place = `${path}${key}`
    const found =
      typeof value === 'string'
        ? [[place.replace(/_(zero|one|two|few|many|other)$/, ''), [value]] as const]
        : [...flat(value, `${place}.`)]
    for (const [name, forms] of found) all.set(name, [...(all.get(name) ?? []), ...forms])
  }
  return all
}

const placesIn = (forms: string[] = []) =>
  [...new Set(forms.flatMap((text) => text.match(/\{\{[^}]+\}\}/g) ?? []))].sort()

/** What has another word everywhere else, and the informal address where the formal one is used. */
const AVOIDED = {
  en: /(?<!\p{L})((un)?tick(s|ed)?|cancelled)(?!\p{L})/iu,
  'es-419':
    /(?<!\p{L})(tú|tus?|te|eliges|estás|revises|reinicias|sales|toques|equipo|players?|compr(ob|ueb)\p{L}*)(?!\p{L})/iu,
  'pt-BR': /(?<!\p{L})(tags?|ajustes?|porcentage\p{L}*|(des)?ativ(ad\p{L}*|e))(?!\p{L})/iu,
}

describe.each(LANGUAGES)('the texts in %s', (language) => {
  const english = flat(texts.en)
  const own = flat(texts[language])

  test('have the same keys as English', () => {
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort())
  })

  test('use the same values', () => {
    for (const [name, forms] of own) {
      expect([name, placesIn(forms)]).toEqual([name, placesIn(english.get(name))])
    }
  })

  test('name no key that is another on a Mac', () => {
    expect([...own].filter(([, forms]) => /Ctrl\+|⌘/.test(forms.join()))).toEqual([])
  })

  test('have one word for each thing, and one form of address', () => {
    const avoided = [...own].filter(([, forms]) =>
      forms.some((text) => AVOIDED[language].test(text.replaceAll(/\{\{[^}]+\}\}/g, ''))),
    )
    expect(avoided).toEqual([])
  })

  test('name the number of conversions alike in tiles, tables and charts', () => {
    const { columns, codes } = appTexts(language).tables
    const { player, overview, videoTimeline, dryRun } = texts[language]
    const names = [columns.conversions, columns.timed_conversions, codes.step.conversions]
    const shown = [player.row.sales, videoTimeline.lane.sales, dryRun.sales]
    expect(new Set([columns.total_conversions, ...names, ...shown]).size).toBe(1)
    const { clientReport, sheet } = texts[language]
    const short = [player.salesCount, clientReport.sales]
    const brief = [clientReport.change, sheet.column.sales, sheet.column.salesBefore]
    const beginnings = brief.map((text) => text.slice(0, short[0]?.length))
    expect(new Set([overview.short.total_conversions, ...short, ...beginnings]).size).toBe(1)
  })

  test('count conversions, and not sales', () => {
    const ofSales = /\}\}( of the| das| de las)? (sales|vendas|ventas)(?!\p{L})/u
    expect([...own].filter(([, forms]) => forms.some((text) => ofSales.test(text)))).toEqual([])
  })

  test('count with the separators of the language', () => {
    const plurals = [...own].filter(([, forms]) => forms.length > 1)
    expect(plurals.filter(([, forms]) => forms.join(' ').includes('{{count}}'))).toEqual([])
  })

  test('have a singular where a single one is usual', () => {
    const names = [
      'byDay.plays',
      'compare.sessions',
      'live.live.nobodyText',
      'overview.stored.onlyDays',
      'player.noLiveText',
      'problems.sentence.address-without-utm',
      'publish.part.published',
      'publish.part.refused',
      'publish.part.left',
      'seconds.momentText.drop',
    ]
    expect(names.filter((name) => own.get(name)?.length !== 2)).toEqual([])
  })

  test('are not empty', () => {
    expect([...own].filter(([, forms]) => forms.some((text) => text.trim() === ''))).toEqual([])
  })
})

test('a locale has the language itself, else another region’s, else English', () => {
  expect([
    languageFor('pt-br'),
    languageFor('pt-PT'),
    languageFor('es-MX'),
    languageFor('es'),
    languageFor('en-GB'),
    languageFor('ja'),
  ]).toEqual(['pt-BR', 'pt-BR', 'es-419', 'es-419', 'en', 'en'])
})
