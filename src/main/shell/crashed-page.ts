import { appTexts, type Language } from '../../shared/locales/languages.ts'

/** The addresses of this page and of its links. */
export const CRASHED = 'crashed.html'
export const AGAIN = 'index.html'
export const AT_OVERVIEW = 'index.html?at=overview'
/** This page again; main copies the diagnostics when it is requested. */
export const COPIED = `${CRASHED}?copied`

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
  main { max-width: 34rem; margin: 18vh auto 0; padding: 0 1.5rem }
  h1 { margin: 0 0 .5rem; font-size: 1.4rem; font-weight: 600 }
  p { margin: 0 0 .6rem }
  nav { display: flex; gap: .75rem; margin-top: 1.25rem }
  a { padding: .4rem .9rem; border: 1px solid; border-radius: 4px; color: inherit; text-decoration: none }
`

/** The page shown when our own keeps crashing. It has no script. */
export function crashedPage(language: Language, nonce: string, isCopied: boolean): string {
  const { title, why, next, again, overview, copy, copied } = appTexts(language).main.crashed
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<title>Cuepoint</title>
<style nonce="${nonce}">${STYLE}</style>
<main>
  <h1>${title}</h1>
  <p>${why}</p>
  <p>${next}</p>
  <nav><a href="${AT_OVERVIEW}">${overview}</a><a href="${AGAIN}">${again}</a><a href="${COPIED}">${isCopied ? copied : copy}</a></nav>
</main>
</html>`
}
