export type Metric = 'queries' | 'read_bytes'

export type Costs = ReturnType<typeof makeCosts>

/** The least a request can count as. */
const LEAST = { queries: 1, read_bytes: 0 } as const

/**
 * What a request of each kind counts as. Analytics, Limits, 1: a single request may count as more
 * than one query; which do is not shown, so it is learnt from the service's own counts.
 */
export function makeCosts() {
  const known = { queries: new Map<string, number>(), read_bytes: new Map<string, number>() }

  const of = (metric: Metric, what: string) => known[metric].get(what) ?? LEAST[metric]

  /** These requests were counted as `used` in all: spreads what was not foreseen over them. */
  function explain(metric: Metric, sent: ReadonlyMap<string, number>, used: number) {
    const squares = [...sent.values()].reduce((sum, requests) => sum + requests ** 2, 0)
    if (squares === 0) return
    const foreseen = [...sent].reduce(
      (sum, [what, requests]) => sum + requests * of(metric, what),
      0,
    )
    const error = used - foreseen
    for (const [what, requests] of sent) {
      // The smallest change that explains the count (a projection): repeated, it finds the costs.
      const cost = of(metric, what) + (error * requests) / squares
      known[metric].set(what, Math.max(LEAST[metric], cost))
    }
  }

  /** Whether no kind is known to cost more than the least. */
  const areEven = (metric: Metric) =>
    [...known[metric].values()].every((cost) => cost - LEAST[metric] < 0.01)

  return { of, explain, areEven }
}
