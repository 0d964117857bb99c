import '@fontsource-variable/inter'
import './kit.css'
import { MantineProvider } from '@mantine/core'
import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import { askAhead } from './answer.ts'
import { App } from './app.tsx'
import { call } from './bridge.ts'
import { colorSchemeManager } from './color-scheme.ts'
import { askOverviewAhead } from './features/overview/question.ts'
import { startText } from './text.ts'
import { cssVariablesResolver, theme } from './theme.ts'
import { trustStyleText } from './trust.ts'
import { startView } from './view.ts'

async function start() {
  trustStyleText()
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
  setNonce(nonce)
  // Asked for while main answers: with the first letters it would come after they are laid out.
  void document.fonts.load('1em "Inter Variable"')
  const info = await call.desk.info()
  startView(info)
  const asked = askedFirst()
  await startText(info.language)
  await asked
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  createRoot(root).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
      withGlobalClasses={false}
      deduplicateInlineStyles
    >
      <App />
    </MantineProvider>,
  )
}

/** What the shell and the first screen ask, unless it takes longer than a person should wait. */
function askedFirst() {
  const asked = Promise.all([
    askAhead('connection', () => call.desk.connection(), ['connection']),
    askAhead('downloads', () => call.downloads.list(), ['downloads']),
    askAhead('exports', () => call.exports.list(), ['exports']),
    askOverviewAhead(),
  ])
  return Promise.race([asked, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))])
}

const LONGEST_WAIT_MS = 150

void start()
