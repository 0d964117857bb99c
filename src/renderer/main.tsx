import '@fontsource-variable/inter'
import './kit.css'
import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core'
import { setNonce } from 'get-nonce'
import { lazy, type ReactNode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { languageFor } from '../shared/locales/languages.ts'
import { App } from './app.tsx'
import { CallFailed, call } from './bridge.ts'
import { colorSchemeManager } from './color-scheme.ts'
import { noteFaults } from './faults.ts'
import { prefetchOverview } from './features/overview/queries.ts'
import { holdKeys, startKeys } from './keys.ts'
import { keepLastPage } from './last-page.ts'
import { prefetch } from './query.ts'
import { startText } from './text.ts'
import { cssVariablesResolver, theme } from './theme.ts'
import { Guard } from './ui/guard.tsx'
import { startView } from './view.ts'

// Few pages are drawn for paper, and none at a start.
const PrintPage = lazy(async () => ({
  default: (await import('./print/print-page.tsx')).PrintPage,
}))

const StartFailed = lazy(async () => ({
  default: (await import('./shell/start-failed.tsx')).StartFailed,
}))

async function start() {
  noteFaults()
  startKeys()
  const takeKeys = holdKeys()
  trustStyleText()
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
  setNonce(nonce)
  // Asked for while main answers: with the first letters it would come after they are laid out.
  void document.fonts.load('1em "Inter Variable"')
  const shell = prefetchShell()
  // Main wrote its language into the page: the words are ready by the time it answers.
  const [info] = await Promise.all([
    deskInfo(),
    startText(languageFor(document.documentElement.lang)),
  ])
  if (info instanceof CallFailed) {
    draw(<StartFailed failure={info.failure} />, { nonce })
    return takeKeys()
  }
  startView(info)
  if (!info.print) await Promise.race([Promise.all([shell, prefetchOverview()]), longestWait()])
  const app = (
    <Guard part="window" onFault={info.print ? () => window.close() : takeKeys}>
      {info.print ? <PrintPage /> : <App onMounted={takeKeys} />}
    </Guard>
  )
  draw(app, { nonce, colorSchemeManager })
  if (!info.print) keepLastPage()
}

/** What main knows; or why it cannot be had, which is all that there is to show then. */
const deskInfo = () =>
  call.desk.info().catch((thrown: unknown) => {
    if (thrown instanceof CallFailed) return thrown
    throw thrown
  })

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(text: string): string | null }): unknown
}

/**
 * The kit writes its style sheets as inner HTML, which the page's policy allows only to a trusted
 * type. This one passes text without a `<`, so that no markup can ever be made from text.
 */
function trustStyleText() {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
  })
}

interface Manner {
  nonce: string
  /** Left out while the preferences are not known: then the page's own theme holds. */
  colorSchemeManager?: MantineColorSchemeManager
}

function draw(shown: ReactNode, { nonce, ...manner }: Manner) {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  root.inert = false
  createRoot(root).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      {...(manner.colorSchemeManager ? manner : { forceColorScheme: pageScheme() })}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
      withGlobalClasses={false}
      deduplicateInlineStyles
    >
      <Suspense>{shown}</Suspense>
    </MantineProvider>,
  )
}

/** As main wrote it into the page. */
const pageScheme = () =>
  document.documentElement.dataset['mantineColorScheme'] === 'dark' ? 'dark' : 'light'

const prefetchShell = () =>
  Promise.all([
    prefetch('connection', () => call.desk.connection(), ['connection']),
    prefetch('downloads', () => call.downloads.list(), ['downloads']),
    prefetch('exports', () => call.exports.list(), ['exports']),
  ])

/** The window is drawn once, with its figures, unless they take longer than a person should wait. */
const longestWait = () => new Promise((resolve) => setTimeout(resolve, 150))

void start()
