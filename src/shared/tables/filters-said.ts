import type { Language } from '../locales/languages.ts'
import { title } from './titles.ts'

export type FilterValue = string | number | boolean

/** What a table was narrowed or ordered by, in words: its name, then its value. */
export function filterSaid(
  [name, value]: [string, FilterValue],
  language: Language,
): [string, string | number] {
  const words = WORDS[language]
  const named = Object.hasOwn(words.names, name) ? (words.names[name] as string) : name
  if (name === 'sort') return [named, title(String(value), language)]
  if (typeof value !== 'boolean') return [named, value]
  return [named, value ? words.yes : words.no]
}

const WORDS: Record<Language, { yes: string; no: string; names: Record<string, string> }> = {
  en: {
    yes: 'yes',
    no: 'no',
    names: {
      search: 'Search',
      activeOnly: 'Only players with views',
      tags: 'Only with the tag',
      sort: 'Sorted by',
      descending: 'Highest first',
      field: 'Broken down by',
      minutes: 'Minutes',
      comparedWith: 'Lift compared with',
      event: 'Event',
      limit: 'Places',
      test: 'A/B test',
      query_key: 'Query parameter',
      values: 'Values',
      decodes: '+ and %20 read as spaces',
      ignoresCase: 'Upper and lower case read alike',
      dropsIds: 'Ids after | left out',
      aliases: 'Values read as another',
      leftReport: 'Left report',
      rightReport: 'Right report',
      isOnlyChanged: 'Only what changed',
    },
  },
  'pt-BR': {
    yes: 'sim',
    no: 'não',
    names: {
      search: 'Busca',
      activeOnly: 'Só players com visualizações',
      tags: 'Só com a etiqueta',
      sort: 'Ordenado por',
      descending: 'Maiores primeiro',
      field: 'Detalhado por',
      minutes: 'Minutos',
      comparedWith: 'Ganho comparado com',
      event: 'Evento',
      limit: 'Posições',
      test: 'Teste A/B',
      query_key: 'Parâmetro da URL',
      values: 'Valores',
      decodes: '+ e %20 lidos como espaços',
      ignoresCase: 'Maiúsculas e minúsculas lidas como iguais',
      dropsIds: 'IDs depois de | deixados de fora',
      aliases: 'Valores lidos como outro',
      leftReport: 'Relatório da esquerda',
      rightReport: 'Relatório da direita',
      isOnlyChanged: 'Só o que mudou',
    },
  },
}
