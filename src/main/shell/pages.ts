import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Language } from '../../shared/locales/languages.ts'
import { ABOUT, type AboutFacts, aboutPage } from './about-page.ts'
import { CRASHED, crashedPage } from './crashed-page.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

const HOST = 'desk'
export const ORIGIN = `app://${HOST}`

/** Query parameter of a page that is drawn for print; its value is the language. */
export const PRINT_PAGE = 'print'

export interface PageAppearance {
  colorScheme: string
  language: Language
  /** Markup shown until the page's script has drawn; null shows the start-up logo. */
  last: string | null
}

/**
 * Serves the app's own pages. The files of the built folder are listed once, so that a request can
 * only name one of them. Without `about` there is no About page.
 */
export function makePages(
  folder: string,
  appearance: (address: URL) => PageAppearance,
  about?: () => AboutFacts,
) {
  const files = new Map(
    filesIn(folder).map((file) => [
      `/${path.relative(folder, file).split(path.sep).join('/')}`,
      file,
    ]),
  )

  const textsIn = (language: Language) =>
    [...files.keys()].find((file) => file.startsWith(`/assets/texts-${language}-`)) ?? ''

  const written: Record<string, ((address: URL) => (nonce: string) => string) | undefined> = {
    [`/${CRASHED}`]: (address) => crashedIn(appearance(address), address),
    [`/${ABOUT}`]:
      about && ((address) => (nonce) => aboutPage(appearance(address).language, nonce, about())),
  }

  return (request: Request): Response => {
    const address = new URL(request.url)
    const { host, pathname } = address
    if (request.method !== 'GET' || host !== HOST) return notFound()
    const writtenPage = written[pathname]
    if (writtenPage) return page(writtenPage(address))
    const file = files.get(pathname === '/' ? '/index.html' : pathname)
    const type = file && TYPES[path.extname(file)]
    const body = type && contentOf(file)
    if (!body) return notFound()
    if (file.endsWith('.html')) {
      const { last, ...shown } = appearance(address)
      const html = body.toString('utf8')
      return page((nonce) => {
        const text = pageText(html, nonce, shown)
        return last === null
          ? text
          : withLastPage(text, { nonce, last, texts: textsIn(shown.language) })
      })
    }
    return answer(new Uint8Array(body), { type, cache: 'max-age=31536000, immutable' })
  }
}

const notFound = () => new Response(null, { status: 404 })

const crashedIn =
  ({ language }: PageAppearance, { searchParams }: URL) =>
  (nonce: string) =>
    crashedPage(language, nonce, isCopying(searchParams))

/** Whether the crash page was requested by its link that copies the diagnostics. */
export const isCopying = (searchParams: URLSearchParams) => searchParams.has('copied')

/** A page with its content security policy; `text` puts the nonce into its style sheet. */
function page(text: (nonce: string) => string): Response {
  const nonce = randomBytes(16).toString('base64')
  return answer(text(nonce), { type: TYPES['.html'] ?? '', cache: 'no-store', nonce })
}

interface Kind {
  type: string
  cache: string
  nonce?: string
}

const answer = (body: string | Uint8Array<ArrayBuffer>, { type, cache, nonce = '' }: Kind) =>
  new Response(body, {
    headers: {
      'content-type': type,
      'content-security-policy': policy(nonce),
      'x-content-type-options': 'nosniff',
      'cache-control': cache,
    },
  })

/** Synchronous: waiting for the thread pool would delay the first paint. */
function contentOf(file: string): Buffer | null {
  try {
    return fs.readFileSync(file)
  } catch {
    return null
  }
}

function filesIn(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name)
    return entry.isDirectory() ? filesIn(place) : entry.isFile() ? [place] : []
  })
}

/** The script that loads the page's own script after the first paint. */
const AFTER_FIRST_FRAME = 'after-first-frame.js'
/** The page's own script, as it is built. */
const OWN_SCRIPT = /\/assets\/index-[^/]+\.js$/

export const isOwnScript = (url: string) => OWN_SCRIPT.test(url)

const SCRIPT = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/
const STARTING = /<div id="root">.*<\/div>(?=\s*<\/body>)/s

type Shown = Omit<PageAppearance, 'last'>

const pageText = (html: string, nonce: string, { colorScheme, language }: Shown) =>
  html
    .replaceAll('__CSP_NONCE__', nonce)
    .replaceAll('__COLOR_SCHEME__', colorScheme)
    .replaceAll('__LANG__', language)

interface LastShown {
  nonce: string
  /** The markup of the last page. */
  last: string
  /** The address of the file with the texts of its language. */
  texts: string
}

/** The page with the last one in it, which loads its script and its texts later. */
function withLastPage(page: string, { nonce, last, texts }: LastShown) {
  // Only the style sheet, which comes first: a player's name may contain the placeholder.
  const styled = last.replace('__CSP_NONCE__', nonce)
  return page
    .replace(SCRIPT, (script, file: string) =>
      script.replace(
        `src="${file}"`,
        `src="/${AFTER_FIRST_FRAME}" data-next="${file}" data-texts="${texts}"`,
      ),
    )
    .replace(STARTING, () => `<div id="root" inert>${styled}</div>`)
}

/** Scripts and styles from our files only, inline styles of libraries by nonce, no network. */
function policy(nonce: string) {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    // Created in renderer/main.tsx and features/videos/html-field.tsx, each once.
    'trusted-types default sandboxed-frame',
  ].join('; ')
}
