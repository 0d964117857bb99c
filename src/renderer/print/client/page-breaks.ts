/** A part of a page that is never split: a figure, a heading, a row of a table. */
export interface PieceSize {
  height: number
  /** Must be on the same page as the next piece. */
  keepsNext: boolean
  /**
   * The index of its table's header, which is repeated when the table continues on another page.
   */
  head: number | null
}

/**
 * The pieces on each page, by index. A repeated header occurs again. A piece higher than a page
 * gets a page of its own.
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

/** The height of a piece together with the pieces that must follow it on the same page. */
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
