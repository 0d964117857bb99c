/** When something was answered, and whether it could still change then. */
export interface Aged {
  /** Epoch milliseconds. */
  asOf: number
  /** Its days can no longer change; absent: they can. */
  isSettled?: boolean
}

export interface Age {
  asOf: number
  isSettled: boolean
}

/**
 * How old figures made of several answers are, one added after the other: as old as the oldest
 * answer that can still change, because what is settled stays true. When none can change the
 * figures are final, and as old as the oldest of all.
 */
export function makeAge() {
  let growing = Infinity
  let settled = Infinity
  return {
    add(asOf: number, isSettled: boolean) {
      if (isSettled) settled = Math.min(settled, asOf)
      else growing = Math.min(growing, asOf)
    },
    /** Null without any answer. */
    age(): Age | null {
      if (growing !== Infinity) return { asOf: growing, isSettled: false }
      return settled === Infinity ? null : { asOf: settled, isSettled: true }
    },
  }
}

/** `makeAge` of answers of which some may be lacking. */
export function combinedAge(answers: Iterable<Aged | null | undefined>): Age | null {
  const age = makeAge()
  for (const answer of answers) if (answer) age.add(answer.asOf, answer.isSettled ?? false)
  return age.age()
}
