import '@fontsource-variable/inter'
import './kit.css'
import { MantineProvider } from '@mantine/core'
import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { call } from './bridge.ts'
import { colorSchemeManager } from './color-scheme.ts'
import { startText } from './text.ts'
import { cssVariablesResolver, theme } from './theme.ts'
import { trustStyleText } from './trust.ts'
import { startView } from './view.ts'

async function start() {
  trustStyleText()
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
  setNonce(nonce)
  const info = await call.desk.info()
  startView(info)
  await startText(info.language)
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

void start()
