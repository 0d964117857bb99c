/** Most systems allow 255 bytes for a name; a date, a table's name and an ending are added to a part. */
const LONGEST_PART_BYTES = 120
const OTHERS = { '-': /[^\p{L}\p{N}\p{M}]+/gu, ' ': /[^\p{L}\p{N}\p{M}_-]+/gu }
const AT_ENDS = { '-': /^-|-$/g, ' ': /^ | $/g }

/**
 * A title or name as a part of a file's name: letters, digits and marks of any script, `between` for
 * everything else, cut between two characters. Empty when nothing is left.
 */
export function namePart(text: string, between: '-' | ' ' = '-'): string {
  const plain = text.replace(OTHERS[between], between).replace(AT_ENDS[between], '')
  const characters = Array.from(new Intl.Segmenter().segment(plain), ({ segment }) => segment)
  let bytes = 0
  const past = characters.findIndex((one) => (bytes += Buffer.byteLength(one)) > LONGEST_PART_BYTES)
  if (past < 0) return plain
  return characters.slice(0, past).join('').replace(AT_ENDS[between], '')
}
