import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { Header } from '../../../src/renderer/shell/header.tsx'
import { startText } from '../../../src/renderer/text.ts'
import { DEFAULT_PREFERENCES } from '../../../src/shared/features/settings/preferences.ts'
import { setView } from '../../support/drawn.ts'
import { texts } from '../../support/texts.ts'

beforeAll(() => startText('en'))
afterEach(() => setView({ preferences: DEFAULT_PREFERENCES }))

const { find, offline } = texts.en.ui.header

/** The header of a window without an account, as a user works offline. */
function drawnAlone(report: object | null) {
  const info = { accounts: [], zone: 'UTC', language: 'en', platform: 'linux', report }
  setView({ info, preferences: { ...DEFAULT_PREFERENCES, isOffline: true } })
  const none = () => undefined
  return renderToStaticMarkup(
    <MantineProvider>
      <Header isAlone onFind={none} onShortcuts={none} />
    </MantineProvider>,
  )
}

test('work offline can be turned off before there is an account, where nothing can be found yet', () => {
  expect(drawnAlone(null)).toContain(`aria-label="${offline}"`)
  expect(drawnAlone(null)).not.toContain(find)
})

test('a report that is opened has no switch to work offline, since nothing is requested for it', () => {
  expect(drawnAlone({ id: 'r1', about: {} })).not.toContain(`aria-label="${offline}"`)
})
