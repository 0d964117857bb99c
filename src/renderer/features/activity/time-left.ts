const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** A duration in its two largest units, equal in all languages: `23 h 5 min`. */
export function timeLeft(seconds: number): string {
  const largest = UNITS.findIndex(([, length]) => seconds >= length)
  if (largest === -1) return '0 s'
  let rest = seconds
  const parts = UNITS.slice(largest, largest + 2).flatMap(([unit, length]) => {
    const amount = Math.floor(rest / length)
    rest -= amount * length
    return amount > 0 ? `${amount} ${unit}` : []
  })
  return parts.join(' ')
}
