import betaCdfOf from '@stdlib/stats-base-dists-beta-cdf'
import betaQuantileOf from '@stdlib/stats-base-dists-beta-quantile'
import chiSquareCdfOf from '@stdlib/stats-base-dists-chisquare-cdf'
import normalQuantileOf from '@stdlib/stats-base-dists-normal-quantile'

/** The parameters of a beta distribution. */
export interface Beta {
  alpha: number
  beta: number
}

export const betaCdf = (x: number, { alpha, beta }: Beta): number => betaCdfOf(x, alpha, beta)
export const betaQuantile = (p: number, { alpha, beta }: Beta): number =>
  betaQuantileOf(p, alpha, beta)
export const betaMean = ({ alpha, beta }: Beta): number => alpha / (alpha + beta)
export const normalQuantile = (p: number): number => normalQuantileOf(p, 0, 1)
/** The upper tail of the chi-square distribution: the probability of a value of at least `x` by chance. */
export const chiSquareTail = (x: number, freedom: number): number => 1 - chiSquareCdfOf(x, freedom)
