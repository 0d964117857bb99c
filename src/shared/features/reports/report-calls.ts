import { z } from 'zod'
import { LANGUAGES } from '../../locales/languages.ts'
import { noInput, noOutput, type Operation, returns } from '../../operation.ts'
import type { ExportState } from '../exports/request.ts'
import { FILE_KINDS } from '../settings/preferences.ts'
import type { ReportComparison } from './comparison.ts'
import { brandChange, type ReportBrand } from './cover.ts'
import type { OpenedFolder } from './opened-tables.ts'
import {
  droppedReport,
  frozenScreen,
  LARGEST_FROZEN_SCREEN,
  type ListedReport,
  MOST_DROPPED_BYTES,
  type OpenFileFailure,
  reportId,
  reportMarks,
} from './report.ts'
import { type ChosenFolder, type ScheduleList, scheduleFields, scheduleId } from './schedule.ts'

const onReport = z.object({ id: reportId })
const comparedReports = z.object({ left: reportId, right: reportId.nullable() })
const onReports = z.object({ ids: z.array(reportId).min(1).max(5000) })

export const reportCalls = {
  /** Newest first. */
  list: { input: noInput, output: returns<ListedReport[]>(), isLarge: true },
  /** A preview image as a `data:` URL; null when there is none. */
  preview: { input: onReport, output: returns<string | null>() },
  /** Freezes a screen from stored answers, and returns the report's id. Never calls a service. */
  freeze: { input: frozenScreen, output: returns<string>(), largestInput: LARGEST_FROZEN_SCREEN },
  mark: { input: onReport.extend({ marks: reportMarks }), output: noOutput },
  /** Removes reports from the library; `restore` can bring them back until the next start. */
  remove: { input: onReports, output: noOutput },
  restore: { input: onReports, output: noOutput },
  /** After its next reload, the window shows the report instead of the current data. */
  open: { input: onReport, output: noOutput },
  close: { input: noInput, output: noOutput },
  /** Asks where to save, then writes a `.cuepoint` file; null when the user cancelled the dialog. */
  save: { input: onReport, output: returns<string | null>() },
  /** Asks where to save, then renders a PDF as an export; null when the user cancelled the dialog. */
  pdf: {
    input: onReport.extend({ language: z.enum(LANGUAGES) }),
    output: returns<ExportState | null>(),
  },
  /** Asks for a file, adds it to the library and returns its id; null when the user cancelled the dialog. */
  choose: { input: noInput, output: returns<string | null>() },
  /** Asks for a file and opens it. A failure is one of `openFailures`. */
  openFile: { input: noInput, output: noOutput },
  /** Asks for a folder and reads the `machine` tables exported into it, without storing them. */
  openTables: { input: noInput, output: returns<OpenedFolder | null>(), isLarge: true },
  /** Compares with another report, or with the current data when `null`. Never calls a service. */
  compare: { input: comparedReports, output: returns<ReportComparison>(), isLarge: true },
  /** Writes the differences of one compared table; returns the file name, or null when cancelled. */
  saveDifferences: {
    input: comparedReports.extend({
      table: z.string().max(10_000),
      isOnlyChanged: z.boolean(),
      flavour: z.enum(FILE_KINDS),
      language: z.enum(LANGUAGES),
    }),
    output: returns<string | null>(),
  },
  /** Whose reports these are: the name, the logo and the colour on their covers. */
  brand: { input: noInput, output: returns<ReportBrand>() },
  changeBrand: { input: brandChange, output: noOutput },
  /** Asks for a picture, checks it and keeps it as the logo; false when the user cancelled the dialog. */
  chooseLogo: { input: noInput, output: returns<boolean>() },
  /** The reports that the operating system or the menu handed to the app since the window last showed one. */
  arrived: { input: noInput, output: returns<string[]>() },
  /** After its next reload, the window shows the last of them. When the page must stay, returns them instead. */
  showArrived: { input: z.object({ mustStay: z.boolean() }), output: returns<string[]>() },
  /** Failures of the files that the operating system last handed to the app. */
  openFailures: { input: noInput, output: returns<OpenFileFailure[]>() },
  /** Clears these failures after the user has seen them. */
  forgetOpenFailures: { input: noInput, output: noOutput },
  /** Adds a file dropped on the window to the library, and returns its id. */
  take: { input: droppedReport, output: returns<string>(), largestInput: 2 * MOST_DROPPED_BYTES },
} satisfies Record<string, Operation>

/** Calls that only an offscreen page (print or preview) may make. */
export const printCalls = {
  /**
   * Reports that the page is completely drawn. `screen` is the input for freezing it; null when it cannot be
   * frozen.
   */
  settled: {
    input: z.object({ screen: frozenScreen.nullable() }),
    output: noOutput,
    largestInput: LARGEST_FROZEN_SCREEN,
  },
} satisfies Record<string, Operation>

export const scheduleCalls = {
  list: { input: noInput, output: returns<ScheduleList>() },
  /**
   * Creates a schedule, or changes the one with this id. `choice` comes from `chooseFolder`; null keeps the
   * current folder.
   */
  save: {
    input: z.object({
      id: scheduleId.nullable(),
      fields: scheduleFields,
      choice: z.uuid().nullable(),
    }),
    output: noOutput,
  },
  /** Removes it with its list of runs; the files written stay. */
  remove: { input: z.object({ id: scheduleId }), output: noOutput },
  /** Runs the schedule for a due time now, whatever its status. Resolves when it has ended. */
  make: { input: z.object({ id: scheduleId, due_at: z.int() }), output: noOutput },
  /** Asks for a folder; null when cancelled. Only main knows the path: no call accepts one. */
  chooseFolder: { input: noInput, output: returns<ChosenFolder | null>() },
} satisfies Record<string, Operation>
