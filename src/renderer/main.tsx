import '@fontsource-variable/inter'
import './kit.css'
import './ui/kit.module.css'
import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core'
import { setNonce } from 'get-nonce'
import { type ReactNode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { languageFor } from '../shared/locales/languages.ts'
import { App } from './app.tsx'
import { CallFailed, call, onAnyChanged } from './bridge.ts'
import { colorSchemeManager } from './color-scheme.ts'
import { commitAtSessionEnd } from './commit-on-leave.ts'
import { logUncaughtErrors } from './faults.ts'
import { prefetchOverview } from './features/overview/queries.ts'
import { bufferKeys, startKeys } from './keys.ts'
import { followLastPage } from './last-page.ts'
import { lazyNamed } from './lazy-named.ts'
import { callQuery, prefetch } from './query.ts'
import { startText } from './text.ts'
import { cssVariablesResolver, theme } from './theme.ts'
import { Guard } from './ui/guard.tsx'
import { startView } from './view.ts'

// Loaded on demand, because only offscreen pages use it.
const PrintPage = lazyNamed(() => import('./print/print-page.tsx'), 'PrintPage')

const StartFailed = lazyNamed(() => import('./shell/start-failed.tsx'), 'StartFailed')

async function start() {
  logUncaughtErrors()
  startKeys()
  const releaseKeys = bufferKeys()
  trustStyleText()
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
  setNonce(nonce)
  // Starts loading the font while main responds; otherwise the first text would be laid out without it.
  void document.fonts.load('1em "Inter Variable"')
  const shell = prefetchShell()
  // The language is in the page's markup, so its texts load while main responds.
  const [info] = await Promise.all([
    windowInfo(),
    startText(languageFor(document.documentElement.lang)),
  ])
  if (info instanceof CallFailed) {
    draw(<StartFailed failure={info.failure} />, { nonce })
    return releaseKeys()
  }
  startView(info)
  if (!info.print) await Promise.race([Promise.all([shell, prefetchOverview()]), longestWait()])
  const app = (
    <Guard part="window" onFault={info.print ? () => window.close() : releaseKeys}>
      {info.print ? <PrintPage /> : <App onMounted={releaseKeys} />}
    </Guard>
  )
  draw(app, { nonce, colorSchemeManager })
  if (info.print) return
  commitAtSessionEnd(onAnyChanged)
  if (!info.report) followLastPage()
}

/** The information about the app from main, or the failure, which is then all that can be shown. */
const windowInfo = () =>
  call.app.info().catch((thrown: unknown) => {
    if (thrown instanceof CallFailed) return thrown
    throw thrown
  })

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string | null; createScriptURL(url: string): string | null },
  ): unknown
}

/**
 * Mantine inserts its style sheets as inner HTML, which the page's policy restricts to trusted types. This
 * policy only passes text without `<`, so it can never create markup. Scripts of workers are our own files.
 */
function trustStyleText() {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
    createScriptURL: (url) => (url.startsWith(`${window.location.origin}/`) ? url : null),
  })
}

interface DrawOptions {
  nonce: string
  /** Absent while the preferences are unknown; then the theme in the page's markup applies. */
  colorSchemeManager?: MantineColorSchemeManager
}

function draw(shown: ReactNode, { nonce, ...options }: DrawOptions) {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  root.inert = false
  createRoot(root).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      {...(options.colorSchemeManager ? options : { forceColorScheme: pageScheme() })}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
      withGlobalClasses={false}
      deduplicateInlineStyles
    >
      <Suspense>{shown}</Suspense>
    </MantineProvider>,
  )
}

/** Written into the page by main. */
const pageScheme = () =>
  document.documentElement.dataset['mantineColorScheme'] === 'dark' ? 'dark' : 'light'

const prefetchShell = () =>
  Promise.all([
    prefetch(...callQuery('app', 'connection', undefined, ['connection'])),
    prefetch(...callQuery('downloads', 'list')),
    prefetch(...callQuery('exports', 'list')),
  ])

/** The first rendering waits at most this long for its data, so that the window is drawn once. */
const longestWait = () => new Promise((resolve) => setTimeout(resolve, 150))

void start()
