import fs from 'node:fs'

/**
 * A row of `npm run proof` passes the share of the full numbers to do, and the file for its
 * figures.
 */
const { CUEPOINT_PROOF_SCALE: scale, CUEPOINT_PROOF_FIGURES: figures } = process.env

export const isProof = figures !== undefined

/**
 * How often to do something: `usual` in each run of the tests; in a proof `full`, or its share at a
 * smaller scale, but never less than usual.
 */
export function count(what: string, { usual, full }: { usual: number; full: number }): number {
  if (!isProof) return usual
  const times = Math.max(usual, Math.round(full * Number(scale)))
  tell(times === full ? `${full} ${what}` : `${times} of ${full} ${what}`)
  return times
}

/**
 * What a proof does as `parts` rows, of other seeds each, because one row would take hours; the
 * first part in other runs.
 */
export function partsOf(parts: number): { part: number; name: string }[] {
  const shown = isProof ? parts : 1
  return Array.from({ length: shown }, (_, index) => ({
    part: index + 1,
    name: `part ${index + 1} of ${shown}`,
  }))
}

/** Adds a figure to the table of the proof; does nothing in other runs. */
export function tell(figure: string) {
  if (figures) fs.appendFileSync(figures, `${figure}\n`)
}
