/** A part of a page that is never cut: a figure, a heading, a row of a table. */
export interface PieceSize {
  height: number
  /** Stays on the page of the piece after it. */
  keepsNext: boolean
  /** The index of its table's head, which is repeated when the table goes on over a page. */
  head: number | null
}

/**
 * Which pieces stand on which page, by index. A repeated head occurs again. A piece higher than a page has one of its
 * own.
 */
export function pagesOf(pieces: readonly PieceSize[], room: number): number[][] {
  const pages: number[][] = []
  let left = 0
  for (const [index, { height, head }] of pieces.entries()) {
    const isFirst = pages.length === 0
    const isFollowing = pieces[index - 1]?.keepsNext ?? false
    if (isFirst || (!isFollowing && chainHeight(pieces, index) > left)) {
      const repeated = !isFirst && head !== null ? [head] : []
      pages.push(repeated)
      left = repeated.reduce((rest, each) => rest - (pieces[each]?.height ?? 0), room)
    }
    pages.at(-1)?.push(index)
    left -= height
  }
  return pages
}

/** The height of a piece with all that must stand with it. */
function chainHeight(pieces: readonly PieceSize[], from: number): number {
  let height = 0
  for (let index = from; index < pieces.length; index++) {
    const piece = pieces[index]
    if (!piece) break
    height += piece.height
    if (!piece.keepsNext) break
  }
  return height
}
