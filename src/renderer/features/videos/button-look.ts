import { at } from '../../../shared/features/videos/check/values.ts'

/** The CSS of a text button's design. Only properties that cannot load anything. */
interface ButtonStyle {
  fontFamily?: string
  letterSpacing?: string
  lineHeight?: string
  fontSize?: string
  fontWeight?: string
  borderRadius?: string
  padding?: string
  boxShadow?: string
  background?: string
  color?: string
  borderColor?: string
}

const LENGTHS = {
  letterSpacing: 'typography.letter_spacing',
  fontSize: 'typography.size',
  borderRadius: 'styles.border_radius',
} as const

const WORDS = {
  lineHeight: 'typography.line_height',
  fontWeight: 'typography.weight',
  boxShadow: 'styles.shadow',
} as const

/** The document mentions "colors" without naming the keys, so a key's words decide what it colours. */
const COLORS = [
  ['background', /background|fill|^bg/i],
  ['borderColor', /border/i],
  ['color', /text|font|label|^color$/i],
] as const

/** Keys of lengths, and of states that are only visible while hovering. */
const NO_COLOR = /radius|width|hover|focus|active/i

/** The CSS of a text button's design tokens; unknown and unsafe values are left out. */
export function buttonStyle(design: unknown): ButtonStyle {
  const style: ButtonStyle = {}
  for (const [property, place] of Object.entries(LENGTHS)) {
    set(style, property, length(at(design, place)))
  }
  for (const [property, place] of Object.entries(WORDS))
    set(style, property, plain(at(design, place)))
  set(style, 'fontFamily', family(at(design, 'typography.family')))
  set(style, 'padding', padding(at(design, 'styles.padding')))
  for (const [path, value] of plainEntries(at(design, 'styles'))) {
    const name = path.at(-1) ?? ''
    const colored = NO_COLOR.test(name) ? null : COLORS.find(([, words]) => words.test(name))
    if (colored) set(style, colored[0], plain(value))
  }
  return style
}

function set(style: ButtonStyle, property: string, value: string | null) {
  if (value !== null) Object.assign(style, { [property]: value })
}

const GENERIC = /^(serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-[a-z-]+)$/i

/**
 * An unavailable font is replaced by the window's (Inter). A list and generic families are left unquoted,
 * because a quoted generic family would be taken as a font's name.
 */
function family(value: unknown): string | null {
  const text = plain(value)?.trim()
  if (!text) return null
  const name = GENERIC.test(text) || /[,"']/.test(text) ? text : `"${text}"`
  return `${name}, "Inter Variable", system-ui, sans-serif`
}

const length = (value: unknown) => {
  const text = plain(value)
  return text !== null && /^-?\d+(\.\d+)?$/.test(text) ? `${text}px` : text
}

/** CSS padding: one length for all sides, or vertical and horizontal. */
function padding(value: unknown): string | null {
  const sides = [
    length(at(value, 'vertical') ?? at(value, 'top')),
    length(at(value, 'horizontal') ?? at(value, 'right') ?? at(value, 'left')),
  ]
  return sides.every((side) => side === null)
    ? length(value)
    : sides.map((side) => side ?? '0').join(' ')
}

/** A value as CSS text; null when it could contain a URL or end its declaration. */
function plain(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || value === '') return null
  return /url|image|[;{}\\<>@]|expression/i.test(value) ? null : value
}

export function plainEntries(value: unknown, path: readonly string[] = []): [string[], unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return path.length === 0 ? [] : [[[...path], value]]
  }
  return Object.entries(value).flatMap(([name, part]) => plainEntries(part, [...path, name]))
}
