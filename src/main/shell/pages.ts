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

/** In the address of a page that is drawn for paper; its value is the language. */
export const PRINT_PAGE = 'print'

export interface PageLook {
  colorScheme: string
  language: Language
  /** What stands in the page until its script has drawn; null for the mark of a start. */
  last: string | null
}

/**
 * The app's own pages, served from the built folder and from nowhere else: the files are listed
 * once, so a request can only name one of them. Without `about` there is no About page.
 */
export function makePages(
  folder: string,
  look: (address: URL) => PageLook,
  about?: () => AboutFacts,
) {
  const files = new Map(
    filesIn(folder).map((file) => [
      `/${path.relative(folder, file).split(path.sep).join('/')}`,
      file,
    ]),
  )

  const written: Record<string, ((address: URL) => (nonce: string) => string) | undefined> = {
    [`/${CRASHED}`]: (address) => crashedIn(look(address), address),
    [`/${ABOUT}`]:
      about && ((address) => (nonce) => aboutPage(look(address).language, nonce, about())),
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
      return page((nonce) => pageText(body.toString('utf8'), nonce, look(address)))
    }
    return answer(new Uint8Array(body), { type, cache: 'max-age=31536000, immutable' })
  }
}

const notFound = () => new Response(null, { status: 404 })

const crashedIn =
  ({ language }: PageLook, { searchParams }: URL) =>
  (nonce: string) =>
    crashedPage(language, nonce, isCopying(searchParams))

/** The page of a window that kept ending is asked for again, with the diagnostics copied. */
export const isCopying = (searchParams: URLSearchParams) => searchParams.has('copied')

/** A page with its policy, in which its style sheet has the nonce. */
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

/** Read at once: a page that waits for its turn on another thread comes later, not sooner. */
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

/** What starts the page's script once the last page is on the screen. */
export const AFTER_FIRST_FRAME = 'after-first-frame.js'

const SCRIPT = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/
const STARTING = /<div id="root">.*<\/div>(?=\s*<\/body>)/s

function pageText(html: string, nonce: string, { colorScheme, language, last }: PageLook) {
  const page = html
    .replaceAll('__CSP_NONCE__', nonce)
    .replaceAll('__COLOR_SCHEME__', colorScheme)
    .replaceAll('__LANG__', language)
  if (last === null) return page
  // Only its style sheet, which stands first, gets the nonce: names of players may read as they like.
  const styled = last.replace('__CSP_NONCE__', nonce)
  return page
    .replace(SCRIPT, (script, file: string) =>
      script.replace(`src="${file}"`, `src="/${AFTER_FIRST_FRAME}" data-next="${file}"`),
    )
    .replace(STARTING, () => `<div id="root" inert>${styled}</div>`)
}

/** Scripts only from our files; styles from our files and the libraries' nonced tags; no network. */
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
    // Those of renderer/main.tsx and features/videos/html-field.tsx, each made once.
    'trusted-types default sandboxed-frame',
  ].join('; ')
}
