const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600]

/** Seconds between two of the times that stand for a length: a step a clock has, `most` of them or fewer. */
export const timeStep = (duration: number, most = 10): number =>
  STEPS.find((step) => duration / step <= most) ?? 7200
