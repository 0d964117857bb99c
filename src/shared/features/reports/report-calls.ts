import { z } from 'zod'
import { LANGUAGES } from '../../locales/languages.ts'
import { done, nothing, type Operation, returns } from '../../operation.ts'
import { FILE_KINDS } from '../settings/preferences.ts'
import type { ReportComparison } from './comparison.ts'
import type { OpenedFolder } from './opened-tables.ts'
import {
  droppedReport,
  frozenScreen,
  type GivenTrouble,
  LARGEST_FROZEN_SCREEN,
  type ListedReport,
  MOST_DROPPED_BYTES,
  reportId,
  reportMarks,
} from './report.ts'
import { type ChosenFolder, type ScheduleList, scheduleFields, scheduleId } from './schedule.ts'

const onReport = z.object({ id: reportId })
const comparedReports = z.object({ left: reportId, right: reportId.nullable() })
const onReports = z.object({ ids: z.array(reportId).min(1).max(5000) })

/** What the window may ask of screens frozen as they stood, and of files of them. */
export const reportCalls = {
  /** The newest first. */
  list: { input: nothing, output: returns<ListedReport[]>(), isLarge: true },
  /** A picture of it as a `data:` address; null without one. */
  preview: { input: onReport, output: returns<string | null>() },
  /** Freezes a screen from what is stored and gives the report's id; asks no service. */
  freeze: { input: frozenScreen, output: returns<string>(), largestInput: LARGEST_FROZEN_SCREEN },
  mark: { input: onReport.extend({ marks: reportMarks }), output: done },
  /** Out of the library; `restore` brings it back until the next start. */
  remove: { input: onReports, output: done },
  restore: { input: onReports, output: done },
  /** The window shows the report in the desk's place from its next reading of the page on. */
  open: { input: onReport, output: done },
  close: { input: nothing, output: done },
  /** Asks where, then writes a `.cuepoint` file; null when the person chose nowhere. */
  save: { input: onReport, output: returns<string | null>() },
  /** Asks where, then draws it page by page as a PDF; null when the person chose nowhere. */
  pdf: {
    input: onReport.extend({ language: z.enum(LANGUAGES) }),
    output: returns<string | null>(),
  },
  /** Ends the drawing of a PDF; nothing of its file is left. */
  stopPdf: { input: nothing, output: done },
  /** Asks which file, and takes it into the library: its id; null when the person chose none. */
  choose: { input: nothing, output: returns<string | null>() },
  /** Asks which file and opens it; one that cannot be is told in the library. */
  openFile: { input: nothing, output: done },
  /** Asks which folder, and reads the tables for programs that were exported into it; keeps none. */
  openTables: { input: nothing, output: returns<OpenedFolder | null>(), isLarge: true },
  /** Against another report, or with null against the desk as it is now: asks no service. */
  compare: { input: comparedReports, output: returns<ReportComparison>(), isLarge: true },
  /** Writes the differences of one of the compared tables: the file's name, or null. */
  saveDifferences: {
    input: comparedReports.extend({
      table: z.string().max(10_000),
      isOnlyChanged: z.boolean(),
      flavour: z.enum(FILE_KINDS),
      language: z.enum(LANGUAGES),
    }),
    output: returns<string | null>(),
  },
  /** What could not be opened of what the system handed over last. */
  given: { input: nothing, output: returns<GivenTrouble[]>() },
  /** The person has read it. */
  forgetGiven: { input: nothing, output: done },
  /** Takes a file that was dropped on the window into the library: its id. */
  take: { input: droppedReport, output: returns<string>(), largestInput: 2 * MOST_DROPPED_BYTES },
} satisfies Record<string, Operation>

/** What only a page that is drawn for paper, or to be read once, may say. */
export const printCalls = {
  /** All of it is drawn; `screen` is what a report of it would be made from, null without one. */
  settled: {
    input: z.object({ screen: frozenScreen.nullable() }),
    output: done,
    largestInput: LARGEST_FROZEN_SCREEN,
  },
} satisfies Record<string, Operation>

/** What the window may ask of reports that are made by themselves. */
export const scheduleCalls = {
  list: { input: nothing, output: returns<ScheduleList>() },
  /** Makes one, or with an id changes it. `choice` is of `chooseFolder`; null keeps the folder that it has. */
  save: {
    input: z.object({
      id: scheduleId.nullable(),
      fields: scheduleFields,
      choice: z.uuid().nullable(),
    }),
    output: done,
  },
  /** With its runs; what they made stays. */
  remove: { input: z.object({ id: scheduleId }), output: done },
  /** Makes the report of a due time now, whatever became of it; answers when that has ended. */
  make: { input: z.object({ id: scheduleId, due_at: z.int() }), output: done },
  /** Asks into which folder; null when into none. Main keeps the place: no call names one. */
  chooseFolder: { input: nothing, output: returns<ChosenFolder | null>() },
} satisfies Record<string, Operation>
