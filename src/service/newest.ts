/** A list that holds so much and no more: the oldest go when more comes, but never the newest. */
export function keepNewest<T>(most: number, sizeOf: (one: T) => number) {
  const list: T[] = []
  const sizes: number[] = []
  let held = 0
  return {
    list,
    add(one: T) {
      const size = sizeOf(one)
      list.push(one)
      sizes.push(size)
      held += size
      while (held > most && list.length > 1) {
        list.shift()
        held -= sizes.shift() ?? 0
      }
    },
  }
}
