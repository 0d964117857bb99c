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
  let page: number[] = []
  let left = room
  const put = (index: number) => {
    page.push(index)
    left -= pieces[index]?.height ?? 0
  }
  for (let index = 0; index < pieces.length; index++) {
    const together = chainHeight(pieces, index)
    const isFollowing = pieces[index - 1]?.keepsNext ?? false
    if (page.length > 0 && !isFollowing && together > left) {
      pages.push(page)
      page = []
      left = room
      const head = pieces[index]?.head ?? null
      if (head !== null && head !== index) put(head)
    }
    put(index)
  }
  if (page.length > 0) pages.push(page)
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
