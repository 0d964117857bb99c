/** The time of a response, and whether its data could still change then. */
export interface Aged {
  /** Epoch milliseconds. */
  asOf: number
  /** True when its days can no longer change. */
  isSettled?: boolean
}

export interface Age {
  asOf: number
  isSettled: boolean
}

/**
 * Combines the ages of several responses, added one by one. The result is the oldest time among those that
 * can still change, because settled data stays true. When all are settled, it is the oldest time of all.
 */
export function makeAge() {
  let growing = Infinity
  let settled = Infinity
  return {
    add(asOf: number, isSettled: boolean) {
      if (isSettled) settled = Math.min(settled, asOf)
      else growing = Math.min(growing, asOf)
    },
    /** Null when nothing was added. */
    age(): Age | null {
      if (growing !== Infinity) return { asOf: growing, isSettled: false }
      return settled === Infinity ? null : { asOf: settled, isSettled: true }
    },
  }
}

/** The combined age of these responses (see `makeAge`); missing ones are ignored. */
export function combinedAge(answers: Iterable<Aged | null | undefined>): Age | null {
  const age = makeAge()
  for (const answer of answers) if (answer) age.add(answer.asOf, answer.isSettled ?? false)
  return age.age()
}
