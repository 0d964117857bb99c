import { z } from 'zod'
import type { ClockSetting } from '../../clock.ts'
import type { Language } from '../../locales/languages.ts'
import { done, nothing, type Operation, returns } from '../../operation.ts'
import type { Account } from '../accounts/account.ts'
import type { Connection } from '../analytics/answer.ts'
import type { Recovery } from '../backup/recovery.ts'
import { LARGEST_EDIT } from '../publishing/edit.ts'
import type { ReportAbout, ReportDocument } from '../reports/report.ts'
import { type Preferences, preferences } from './preferences.ts'

export interface DeskInfo {
  version: string
  electron: string
  /** `refused` and `allowed`: it gets no security fixes, and real keys are kept from it, or not. */
  electronSupport: 'supported' | 'refused' | 'allowed'
  platform: string
  language: Language
  /** The computer's; an account has its own. */
  zone: string
  clock: ClockSetting
  preferences: Preferences
  accounts: Account[]
  /** The folder that holds the desk's files. */
  dataFolder: string
  /** What happened to the files at this start that the person must know; null when nothing did. */
  recovery: Recovery | null
  /** The report that the window shows instead of the desk; null when it shows the desk. */
  report: OpenReport | null
  /** How this page is drawn for paper, or to be read once; null in the desk's window. */
  print: PrintedPage | null
}

/** A page that nobody acts on: all of it is drawn at once, and nothing that could be pressed. */
export interface PrintedPage {
  /** The words by which its figures were defined. */
  definitions: ReportDocument['definitions']
  /** The query parameter whose traffic it shows; null for the first that is found. */
  query_key: string | null
}

export interface OpenReport {
  id: string
  about: ReportAbout
}

/** Characters of a kept page; an overview has about a tenth. */
export const LARGEST_PAGE = 900_000

/** The overview as it was last drawn, for the first moment of the next start. */
export const drawnPage = z.object({
  html: z.string().max(LARGEST_PAGE),
  language: z.string().max(16),
  colorScheme: z.string().max(16),
  /** Epoch ms of the end of the day it was drawn on, in its account's zone. */
  until: z.number(),
})
export type DrawnPage = z.output<typeof drawnPage>

const drawingFault = z.object({
  part: z.enum(['block', 'screen', 'window', 'script']),
  text: z.string().max(1000),
  stack: z.string().max(8000),
})

/** What the window may ask of the app itself. */
export const deskCalls = {
  info: { input: nothing, output: returns<DeskInfo>() },
  connection: { input: nothing, output: returns<Connection>() },
  prefer: { input: preferences.partial(), output: returns<Preferences>() },
  copy: { input: z.object({ text: z.string() }), output: done, largestInput: LARGEST_EDIT },
  keepPage: { input: drawnPage, output: done },
  /** Notes what could not be drawn. */
  fault: { input: drawingFault, output: done },
  /** Copies what someone who looks for a mistake needs to know, with the details of a fault that is shown. */
  copyDiagnostics: { input: z.object({ details: z.string().max(10_000) }), output: done },
  /** Reads the page anew. */
  reload: { input: nothing, output: done },
  /** Shows the versions and licences of what the app contains, in a window of its own. */
  about: { input: nothing, output: done },
  /** Closes the app and starts it again. */
  startAgain: { input: nothing, output: done },
} satisfies Record<string, Operation>
