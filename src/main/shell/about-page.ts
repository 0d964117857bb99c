import { appTexts, type Language } from '../../shared/locales/languages.ts'

/** The address of this page. */
export const ABOUT = 'about.html'

/** A package that the app contains, as listed by the build. */
export interface BundledLicence {
  name: string
  version: string
  identifier: string | null
  text: string | null
}

export interface AboutFacts {
  version: string
  /** Versions of Electron, Chromium and Node, by name. */
  runtime: Readonly<Record<string, string | undefined>>
  licences: readonly BundledLicence[]
}

export const aboutTitle = (language: Language) => appTexts(language).main.about.title

const STYLE = `
  :root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif }
  body { margin: 1.5rem 1.75rem }
  h1 { margin: 0; font-size: 1.4rem; font-weight: 600 }
  p { margin: .25rem 0 .75rem }
  details { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: .4rem 0 }
  summary { overflow-wrap: anywhere }
  pre { margin: .5rem 0 0; font-size: 12px; white-space: pre-wrap; overflow-wrap: anywhere }
`

/** The About page: versions and licences of everything the app contains. It has no script. */
export function aboutPage(language: Language, nonce: string, facts: AboutFacts): string {
  const { title, own, runtime, made, noText } = appTexts(language).main.about
  const versions = Object.entries(facts.runtime).map(([name, version]) => `${name} ${version}`)
  const licences = byText(facts.licences).map(
    (packages) => `<details>
  <summary>${escaped(packages.map(called).join(', '))}</summary>
  <pre>${escaped(packages[0]?.text ?? noText)}</pre>
</details>`,
  )
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<title>${title}</title>
<style nonce="${nonce}">${STYLE}</style>
<main>
  <h1>Cuepoint ${escaped(facts.version)}</h1>
  <p>${own}</p>
  <p>${escaped(versions.join(' · '))}<br>${runtime}</p>
  <p>${made}</p>
  ${licences.join('\n')}
</main>
</html>`
}

const called = ({ name, version, identifier }: BundledLicence) =>
  `${name} ${version} (${identifier ?? '?'})`

/** Groups packages with the same licence text: many are parts of one library. */
function byText(licences: readonly BundledLicence[]): BundledLicence[][] {
  const groups = new Map<string, BundledLicence[]>()
  for (const one of licences) {
    const key = `${one.identifier}\n${one.text}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()]
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
