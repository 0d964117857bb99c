/** Returns numbers in [0, 1), the same sequence for the same seed. */
export type Random = () => number

/** An unsigned 32-bit hash of integers. */
export function hash(...parts: number[]): number {
  let h = 0x9e3779b9
  for (const part of parts) {
    h = Math.imul(h ^ (part | 0), 0x85ebca6b)
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
    h ^= h >>> 16
  }
  return h >>> 0
}

export function makeRandom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** An integer from 0 to below `size`. */
export const below = (random: Random, size: number) => Math.floor(random() * size)

/** An exponentially distributed waiting time with the given mean. */
export const exponential = (random: Random, mean: number) => -Math.log(1 - random()) * mean

/** `length` hexadecimal characters, derived from integers. */
export function hexadecimal(length: number, ...parts: number[]): string {
  let text = ''
  for (let word = 0; text.length < length; word++) {
    text += hash(...parts, word)
      .toString(16)
      .padStart(8, '0')
  }
  return text.slice(0, length)
}
