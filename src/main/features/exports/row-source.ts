import type { Cell } from '../../../shared/tables/table.ts'

export type Chunks = Iterable<readonly Cell[][]> | AsyncIterable<readonly Cell[][]>

export type RowSource = ReturnType<typeof makeRowSource>

/** Rows that come in chunks, taken as many at a time as the taker likes. */
export function makeRowSource(chunks: Chunks) {
  const iterator = eachOf(chunks)
  let chunk: readonly Cell[][] = []
  let from = 0
  let taken = 0

  return {
    async isEmpty() {
      while (from >= chunk.length) {
        const next = await iterator.next()
        if (next.done) return true
        chunk = next.value
        from = 0
      }
      return false
    },
    /** Up to so many of the rows that have come. */
    take(most: number) {
      const part = chunk.slice(from, from + most)
      from += part.length
      taken += part.length
      return part
    },
    taken: () => taken,
    close: async () => void (await iterator.return()),
  }
}

async function* eachOf(chunks: Chunks): AsyncGenerator<readonly Cell[][], void, void> {
  for await (const chunk of chunks) yield chunk
}
