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

test('a key whose test a limit prevented says from when on the user can try it again', () => {
  const failure = { kind: 'quota', used: 60, limit: 60, resetsAt: 0, text: '' } as const
  for (const limit_kind of ['queries', 'read_bytes', 'sessions']) {
    const said = wordsOf(<KeyNotice failure={{ ...failure, limit_kind }} onKeep={undefined} />)
    expect(said).toMatch(/Possible again: .*1970.*\. Then try again\.$/u)
    expect(said).not.toContain('automatically')
  }
})

test('a typed key that cannot be one is not called a saved key, nor one of the keychain', () => {
  const failure = { kind: 'key', state: 'malformed' } as const
  expect(wordsOf(<KeyNotice failure={failure} onKeep={undefined} />)).not.toMatch(
    /saved|keychain|settings/iu,
  )
  for (const { failure: said } of Object.values(texts)) {
    const words = [said.keyMalformedTitle, said.keyMalformedWhy, said.keyMalformedNext].join(' ')
    expect(words).not.toMatch(/sav|salva|guardada|chaveiro|llavero|configura/iu)
  }
})
