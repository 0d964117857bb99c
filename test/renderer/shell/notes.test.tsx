import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callQuery, prefetch } from '../../../src/renderer/query.ts'
import { WindowNotes } from '../../../src/renderer/shell/notes.tsx'
import { startText } from '../../../src/renderer/text.ts'
import type { Failure } from '../../../src/shared/failure.ts'
import { DEFAULT_PREFERENCES } from '../../../src/shared/features/settings/preferences.ts'
import { setView } from '../../support/drawn.ts'
import { change, stubBridge } from '../../support/page-bridge.ts'
import { texts } from '../../support/texts.ts'

beforeAll(() => startText('en'))
afterAll(() => {
  vi.unstubAllGlobals()
})

function drawnNotes(state: { report: object | null; unsaved: Failure | null }) {
  const info = { accounts: [], report: state.report, recovery: null, electronSupport: 'supported' }
  setView({ info, preferences: DEFAULT_PREFERENCES, unsaved: state.unsaved })
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <WindowNotes />
    </MantineProvider>,
  )
  setView({ unsaved: null })
  return markup
}

test('that the choice to work offline is not stored is said over a report too', () => {
  const unsaved: Failure = { kind: 'storage', reason: 'full', path: '/', text: '' }
  for (const report of [{ id: 'r1', about: {} }, null]) {
    expect(drawnNotes({ report, unsaved })).toContain(texts.en.ui.banner.offlineUnsaved)
  }
})

test('a clock that is days off is said to be days off, not thousands of minutes', async () => {
  const saidOf = async (clockAheadMinutes: number) => {
    stubBridge(() =>
      Promise.resolve({ ok: true, value: { pause: null, lost: [], clockAheadMinutes } }),
    )
    change('connection')
    await prefetch(...callQuery('app', 'connection', undefined, ['connection']))
    return drawnNotes({ report: null, unsaved: null })
  }
  expect(await saidOf(4860)).toContain('clock is 3 d 9 h ahead of the service’s')
  expect(await saidOf(-10)).toContain('clock is 10 min behind the service’s')
  expect(await saidOf(0)).not.toContain('clock is')
})
