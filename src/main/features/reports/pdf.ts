import type { ExportState } from '../../../shared/features/exports/request.ts'
import type { ReportBrand, ReportCover } from '../../../shared/features/reports/cover.ts'
import {
  type ReportAbout,
  type ReportDocument,
  type ReportScreen,
  SUM_DIGITS,
} from '../../../shared/features/reports/report.ts'
import type { Preferences } from '../../../shared/features/settings/preferences.ts'
import { appTexts, type Language } from '../../../shared/locales/languages.ts'
import { type Begun, writeWhole } from '../../disk/atomic-file.ts'
import type { PageFrame, Screen } from '../../options.ts'
import type { CallHandlers } from '../../shell/router.ts'
import { refuseWhenCancelled } from '../../threads/ending.ts'
import type { Exports } from '../exports/exports.ts'
import { makePrintHandlers } from './print-handlers.ts'
import { makeReportHandlers } from './report-handlers.ts'
import { fileName } from './reports.ts'
import { titled } from './store.ts'

interface PdfParts extends Pick<Screen, 'placePdf' | 'printer'> {
  begun?: Begun | undefined
  read: (id: string) => Promise<ReportDocument>
  cover: (id: string) => Promise<ReportCover>
  brand: () => Promise<ReportBrand>
  handlers: () => CallHandlers
  exportsOf: (document: ReportDocument) => CallHandlers['exports']
  begin: Exports['begin']
  preferences: () => Preferences
}

export interface PdfRequest {
  id: string
  language: Language
}

export type Pdf = ReturnType<typeof makePdf>

/** Screens whose reports are laid out for a client to read; others are printed as they are shown. */
const CLIENT_SCREENS: readonly ReportScreen[] = ['player', 'overview']

/** Prints reports as PDF, drawn by their own screens. */
export function makePdf({ placePdf, printer, read, exportsOf, begin, ...parts }: PdfParts) {
  const { preferences, begun, cover, brand } = parts

  async function drawn({ id, language }: PdfRequest, signal: AbortSignal) {
    const document = await read(id)
    const ownCover = await cover(id)
    const { definitions } = document
    const about = titled(document.about, ownCover)
    const answering = makeReportHandlers({
      ...{ id, document: { ...document, about }, preferences },
      handlers: parts.handlers(),
      exports: exportsOf(document),
    })
    const isForClient = CLIENT_SCREENS.includes(about.screen)
    const client = isForClient ? { cover: ownCover, brand: await brand() } : null
    const page = { definitions, query_key: null, cover: ownCover, client }
    const printed = makePrintHandlers(answering, { language, page })
    return printer.print(
      { handlers: printed, language, signal },
      client ? null : pageFrameOf({ id, about }, language),
    )
  }

  async function writeTo(place: string, request: PdfRequest, signal: AbortSignal) {
    const bytes = await drawn(request, signal)
    refuseWhenCancelled(signal)
    await writeWhole(place, (file) => file.write(bytes), { access: 'usual', begun, signal })
  }

  return {
    writeTo,
    /** Asks where to save, then renders in the background; null when cancelled. */
    async save(request: PdfRequest): Promise<ExportState | null> {
      const { about } = await read(request.id)
      const place = await placePdf(`${fileName(titled(about, await cover(request.id)))}.pdf`)
      if (place === null) return null
      return begin('pdf', place, async ({ signal }) => {
        await writeTo(place, request, signal)
        return 0
      })
    },
  }
}

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
