import type { PrintedPage } from '../../shared/features/settings/window-info.ts'
import type { Language } from '../../shared/locales/languages.ts'
import { MEASURE_KINDS } from '../../shared/tables/measures.ts'
import { title } from '../../shared/tables/titles.ts'

export interface DefinedFigure {
  name: string
  definition: string
}

interface Page {
  /** Keys of the figures in its tables. */
  tables: ReadonlySet<string>
  /** Its texts, because tiles and charts show a figure by its title. */
  words: ReadonlySet<string>
}

/** The figures on a page that have a definition, sorted by name. */
export function figuresShown(
  { tables, words }: Page,
  definitions: PrintedPage['definitions'],
  language: Language,
): DefinedFigure[] {
  const shown = new Map<string, DefinedFigure>()
  for (const [key, defined] of Object.entries(definitions)) {
    const name = title(key, language)
    const one = { name, definition: defined[language] ?? defined.en }
    // Different figures can share a title, so those of tables are identified by their column keys only.
    const isNamed = Object.hasOwn(MEASURE_KINDS, key) && words.has(name)
    if (isNamed || tables.has(key)) shown.set(`${name} ${one.definition}`, one)
  }
  return [...shown.values()].sort((a, b) => a.name.localeCompare(b.name, language))
}

/** The separate texts of a page, without unselected options. */
export function textsOn(root: HTMLElement): Set<string> {
  const words = new Set<string>()
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode
    const isOffered = parentElement?.matches('option:not(:checked)') ?? false
    if (textContent && !isOffered) words.add(textContent.trim())
  }
  return words
}
