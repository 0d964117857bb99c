import fc from 'fast-check'
import { type Curve, curveOf } from '../../../../../src/shared/features/player/curves/curve.ts'

const aDistribution = fc.array(fc.record({ timed: fc.nat(130), total_users: fc.nat(60) }), {
  minLength: 1,
  maxLength: 60,
})

/** A curve of a video of up to two minutes, with or without a pitch. */
export const aCurve: fc.Arbitrary<Curve> = fc
  .record({
    grouped_timed: aDistribution,
    duration: fc.integer({ min: 1, max: 120 }),
    pitch_time: fc.nat(140),
  })
  .map(({ grouped_timed, ...player }) => curveOf(grouped_timed, player))
