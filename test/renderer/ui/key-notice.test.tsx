import { beforeAll, expect, test } from 'vitest'
import { startText } from '../../../src/renderer/text.ts'
import { KeyNotice } from '../../../src/renderer/ui/notice.tsx'
import type { Failure } from '../../../src/shared/failure.ts'
import { wordsOf } from '../../support/drawn.ts'
import { texts } from '../../support/texts.ts'

const { keepUntested, useAnyway } = texts.en.ui.notice

beforeAll(() => startText('en'))

test.each<[what: string, failure: Failure, button: string | null]>([
  [
    'that could not be tested',
    { kind: 'offline', reason: 'unreachable', host: 'analytics.example.com' },
    keepUntested,
  ],
  ['of another company', { kind: 'other-company', name: 'Acme' }, useAnyway],
  ['that was refused', { kind: 'unauthorized', reason: 'invalid-credentials', text: '' }, null],
])('a key %s can be kept nevertheless, unless the service refuses it', (_, failure, button) => {
  const said = wordsOf(<KeyNotice failure={failure} onKeep={() => undefined} />)
  expect([keepUntested, useAnyway].filter((word) => said.endsWith(word))).toEqual(
    button === null ? [] : [button],
  )
})
