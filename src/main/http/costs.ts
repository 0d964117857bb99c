export type Metric = 'queries' | 'read_bytes'

export type Costs = ReturnType<typeof makeCosts>

/** The smallest cost that the service counts for a request. */
const MINIMUM_COST = { queries: 1, read_bytes: 0 } as const

/**
 * The estimated cost of each kind of request. Analytics, Limits, 1: a single request may count as
 * more than one query; which ones do is not documented, so it is learnt from the service's counts.
 */
export function makeCosts() {
  const known = { queries: new Map<string, number>(), read_bytes: new Map<string, number>() }

  const of = (metric: Metric, what: string) => known[metric].get(what) ?? MINIMUM_COST[metric]

  /** Corrects the estimates: the service counted `sent` (by kind) as `used` in total. */
  function explain(metric: Metric, sent: ReadonlyMap<string, number>, used: number) {
    const squares = [...sent.values()].reduce((sum, requests) => sum + requests ** 2, 0)
    if (squares === 0) return
    const expected = [...sent].reduce(
      (sum, [what, requests]) => sum + requests * of(metric, what),
      0,
    )
    const error = used - expected
    for (const [what, requests] of sent) {
      // The smallest change that explains the count (a projection, Kaczmarz's method): repeated, it
      // converges to the costs.
      const cost = of(metric, what) + (error * requests) / squares
      known[metric].set(what, Math.max(MINIMUM_COST[metric], cost))
    }
  }

  /** Whether every kind is estimated at the minimum cost. */
  const areEven = (metric: Metric) =>
    [...known[metric].values()].every((cost) => cost - MINIMUM_COST[metric] < 0.01)

  return { of, explain, areEven }
}
