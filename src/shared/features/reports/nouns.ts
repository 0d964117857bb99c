/** The nouns whose answers a report may hold; `left-in.ts` says which of them, and what of each. */
export const REPORT_NOUNS: readonly string[] = [
  'abTests',
  'analytics',
  'annotations',
  'curves',
  'edits',
  'markers',
  'overview',
  'players',
  'traffic',
  'videos',
]
