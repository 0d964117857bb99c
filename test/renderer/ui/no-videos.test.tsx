import { beforeAll, expect, test } from 'vitest'
import { startText } from '../../../src/renderer/text.ts'
import { NoVideos } from '../../../src/renderer/ui/no-videos.tsx'
import type { Account } from '../../../src/shared/features/accounts/account.ts'
import { wordsOf } from '../../support/drawn.ts'
import { texts } from '../../support/texts.ts'

const { enterToken, firstDownload } = texts.en.videos

beforeAll(() => startText('en'))

test.each([
  ['without a token', { isDemo: false, api_base_url: null }, enterToken],
  ['with a token', { isDemo: false, api_base_url: 'https://videos.example.com' }, firstDownload],
  ['of the demo', { isDemo: true, api_base_url: null }, firstDownload],
])('where there are no videos, an account %s has one next step', (_, account, button) => {
  const said = wordsOf(
    <NoVideos account={account as Account} isPending={false} onDownload={() => undefined} />,
  )
  expect([enterToken, firstDownload].filter((word) => said.endsWith(word))).toEqual([button])
})
