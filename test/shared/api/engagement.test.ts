import { expect, test } from 'vitest'
import { survival } from '../../../src/shared/api/engagement.ts'
import { LONGEST_VIDEO_SECONDS } from '../../../src/shared/time/time.ts'

test('the curve of an overlong video is limited to its first 100 hours', () => {
  const distribution = [{ timed: Number.MAX_SAFE_INTEGER, total_users: 3 }]
  const curve = survival(distribution, Number.MAX_SAFE_INTEGER)
  expect(curve).toHaveLength(LONGEST_VIDEO_SECONDS + 1)
  expect([curve[0], curve.at(-1)]).toEqual([3, 3])
})
