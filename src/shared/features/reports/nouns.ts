/**
 * The nouns whose answers a report may contain. The rules per call are in `left-in.ts`; this list is separate
 * so that the window need not load them.
 */
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
