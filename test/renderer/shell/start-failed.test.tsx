import { expect, test } from 'vitest'
import { StartFailed } from '../../../src/renderer/shell/start-failed.tsx'
import { startText } from '../../../src/renderer/text.ts'
import { LANGUAGES } from '../../../src/shared/locales/languages.ts'
import { wordsOf } from '../../support/drawn.ts'
import { texts } from '../../support/texts.ts'

test.each(LANGUAGES)(
  'a start on a full disk does not promise the data at once, in %s',
  async (language) => {
    await startText(language)
    const failure = { kind: 'storage', reason: 'full', path: '/desk', text: '' } as const
    const words = wordsOf(<StartFailed failure={failure} />)
    expect(words).toContain(texts[language].failure.storageFullTitle)
    expect(words).toContain(texts[language].fault.startFull)
    expect(words).not.toContain(texts[language].failure.storageFullNext)
  },
)
