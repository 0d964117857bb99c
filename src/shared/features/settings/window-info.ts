import { z } from 'zod'
import type { ClockSetting } from '../../clock.ts'
import type { Language } from '../../locales/languages.ts'
import { noInput, noOutput, type Operation, returns } from '../../operation.ts'
import type { Account } from '../accounts/account.ts'
import type { Connection } from '../analytics/connection.ts'
import type { Recovery } from '../backup/recovery.ts'
import { LARGEST_EDIT } from '../publishing/edit.ts'
import type { ClientLayout, ReportCover } from '../reports/cover.ts'
import type { ReportAbout, ReportDocument } from '../reports/report.ts'
import { type Preferences, preferences } from './preferences.ts'

export interface AppInfo {
  version: string
  electron: string
  /** `refused` and `allowed`: this Electron gets no security fixes, and real keys are refused or allowed. */
  electronSupport: 'supported' | 'refused' | 'allowed'
  platform: string
  language: Language
  /** The computer's; each account has its own zone. */
  zone: string
  clock: ClockSetting
  preferences: Preferences
  accounts: Account[]
  /** The folder of the app's data files. */
  dataFolder: string
  /** A repair of the data files at this start that the user must know about; null when there was none. */
  recovery: Recovery | null
  /** The report that the window shows; null for the app's current data. */
  report: OpenReport | null
  /** How this offscreen page is rendered; null in the app's window. */
  print: PrintedPage | null
}

/** A page without interaction, for a PDF or a preview: everything is drawn at once, without controls. */
export interface PrintedPage {
  /** The definitions of its figures. */
  definitions: ReportDocument['definitions']
  /** The query parameter of a traffic page; null for the first one found. */
  query_key: string | null
  /** The texts of its report for the reader. */
  cover: ReportCover
  /** Laid out for a client to read; null for the screen as it is. */
  client: ClientLayout | null
}

export interface OpenReport {
  id: string
  about: ReportAbout
}

/** In characters; an overview takes about a tenth of it. */
export const LARGEST_PAGE = 900_000

/** The overview as last drawn, shown while the app starts. */
const drawnPage = z.object({
  html: z.string().max(LARGEST_PAGE),
  language: z.string().max(16),
  colorScheme: z.string().max(16),
  /** Epoch ms of the end of the day on which it was drawn, in its account's zone. */
  until: z.number(),
  /** What `app.pagesForgotten` returned before the page was drawn. */
  forgotten: z.int(),
})
export type DrawnPage = z.output<typeof drawnPage>

const drawingFault = z.object({
  part: z.enum(['block', 'screen', 'window', 'script']),
  text: z.string().max(1000),
  stack: z.string().max(8000),
})

export const appCalls = {
  info: { input: noInput, output: returns<AppInfo>() },
  connection: { input: noInput, output: returns<Connection>() },
  prefer: { input: preferences.partial(), output: returns<Preferences>() },
  copy: { input: z.object({ text: z.string() }), output: noOutput, largestInput: LARGEST_EDIT },
  /** How often the stored page was forgotten: one that was drawn before the last time is outdated. */
  pagesForgotten: { input: noInput, output: returns<number>() },
  keepPage: { input: drawnPage, output: noOutput },
  /** Logs a rendering error. */
  fault: { input: drawingFault, output: noOutput },
  /** Copies diagnostics for a bug report, with the details of the error shown. */
  copyDiagnostics: { input: z.object({ details: z.string().max(10_000) }), output: noOutput },
  reload: { input: noInput, output: noOutput },
  /** Opens a window with the versions and licences of the app's components. */
  about: { input: noInput, output: noOutput },
  startAgain: { input: noInput, output: noOutput },
} satisfies Record<string, Operation>
