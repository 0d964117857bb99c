/** What belongs together by its name, in the order it came; names in the order of their first. */
export function grouped<T, N>(all: readonly T[], nameOf: (one: T) => N): Map<N, T[]> {
  const groups = new Map<N, T[]>()
  for (const one of all) {
    const name = nameOf(one)
    const known = groups.get(name)
    if (known) known.push(one)
    else groups.set(name, [one])
  }
  return groups
}
