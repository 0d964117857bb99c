import { beforeAll, expect, test } from 'vitest'
import { Running } from '../../../../src/renderer/features/activity/activity-screen.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { NOW } from '../../../support/instant.ts'

beforeAll(() => startText('en'))

/** What is said below the list of so many requests in progress. */
function left(count: number) {
  const running = Array.from({ length: count }, (_, id) => ({
    ...{ id, account_id: 'a', what: 'stats', since: NOW, waitsUntil: null },
  }))
  const words = wordsOf(<Running activity={{ running, failures: [], sent: 0 }} />)
  return /And .* more\.$/.exec(words)?.[0]
}

test('requests in progress that the list does not show are counted below it', () => {
  expect([left(30), left(31), left(1200)]).toEqual([
    ...[undefined, 'And 1 more.', 'And 1,170 more.'],
  ])
})
