import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { WindowNotes } from '../../../src/renderer/shell/notes.tsx'
import { startText } from '../../../src/renderer/text.ts'
import type { Failure } from '../../../src/shared/failure.ts'
import { DEFAULT_PREFERENCES } from '../../../src/shared/features/settings/preferences.ts'
import { setView } from '../../support/drawn.ts'
import { texts } from '../../support/texts.ts'

beforeAll(() => startText('en'))

test('that the choice to work offline is not stored is said over a report too', () => {
  const unsaved: Failure = { kind: 'storage', reason: 'full', path: '/', text: '' }
  const said = (report: object | null) => {
    const info = { accounts: [], report, recovery: null, electronSupport: 'supported' }
    setView({ info, preferences: DEFAULT_PREFERENCES, unsaved })
    return renderToStaticMarkup(
      <MantineProvider>
        <WindowNotes />
      </MantineProvider>,
    )
  }
  expect(said({ id: 'r1', about: {} })).toContain(texts.en.ui.banner.offlineUnsaved)
  expect(said(null)).toContain(texts.en.ui.banner.offlineUnsaved)
  setView({ unsaved: null })
})
