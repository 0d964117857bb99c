import type { Cell } from '../../../shared/tables/table.ts'

export type Chunks = Iterable<readonly Cell[][]> | AsyncIterable<readonly Cell[][]>

export type RowSource = ReturnType<typeof makeRowSource>

/** Lets rows that arrive in chunks be taken in portions of any size. */
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
    /** Up to `most` rows of the current chunk. */
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
