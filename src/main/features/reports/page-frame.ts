import type { ReportAbout } from '../../../shared/features/reports/report.ts'
import { appTexts, type Language } from '../../../shared/locales/languages.ts'
import type { PageFrame } from '../../options.ts'

/** This many digits of the checksum distinguish reports. */
const SUM_DIGITS = 16

// Chromium gives header and footer no font size, only system fonts (an embedded one is not loaded
// when they are printed), and 4/3 of the page's scale: 0.375in here is the page's margin of half an
// inch.
const LINE =
  'display:flex;justify-content:space-between;gap:12px;width:100%;margin:0 0.375in;' +
  'font:8px system-ui,sans-serif;color:#5b6470;-webkit-print-color-adjust:exact'
const CUT = 'min-width:0;overflow:hidden;white-space:nowrap;text-overflow:ellipsis'

/** Header and footer of every page: title, account, date, checksum and page numbers. */
export function pageFrameOf(
  { id, about }: { id: string; about: ReportAbout },
  language: Language,
): PageFrame {
  const { files, locale } = appTexts(language)
  const { made, checksum, page, of } = files.print
  const when = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: about.account.timezone,
  }).format(about.madeAt)
  const pages = `${page} <span class="pageNumber"></span> ${of} <span class="totalPages"></span>`
  return {
    header: line(about.title, escaped(about.account.name)),
    footer: line(`${made} ${when} · ${checksum} ${id.slice(0, SUM_DIGITS)}`, pages),
  }
}

const line = (left: string, rightHtml: string) =>
  `<div style="${LINE}"><span style="${CUT}">${escaped(left)}</span>` +
  `<span style="flex:none;max-width:45%;${CUT}">${rightHtml}</span></div>`

const SIGNS: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)
