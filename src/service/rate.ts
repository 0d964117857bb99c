/** Whole hundredths of `part / whole`, cut and not rounded (Analytics, Conventions); 0 of nothing. */
export function hundredths(part: number, whole: number): number {
  if (whole === 0) return 0
  // By remainder, because dividing first may round up to the next hundredth.
  const scaled = part * 100
  return (scaled - (scaled % whole)) / whole
}

/** A percentage as text with two decimals. */
export function percentText(part: number, whole: number): string {
  const cut = hundredths(part * 100, whole)
  return `${Math.floor(cut / 100)}.${String(cut % 100).padStart(2, '0')}`
}

export const percentNumber = (part: number, whole: number) => hundredths(part * 100, whole) / 100
