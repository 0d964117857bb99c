/** JSON with sorted keys at every depth, so that equal inputs are equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`)
  return `{${fields.join(',')}}`
}

/** The value of a stored text; undefined when it is missing or damaged. */
export function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** Parsing a thousand texts in one takes a third of the time. */
export function parsedTogether(texts: string[]): unknown[] {
  const values = parsed(`[${texts.join(',')}]`)
  return Array.isArray(values) && values.length === texts.length ? values : texts.map(parsed)
}
