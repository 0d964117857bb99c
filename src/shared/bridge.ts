import { z } from 'zod'
import { abTestsCalls } from './features/ab-tests/ab-test.ts'
import { accountsCalls } from './features/accounts/account.ts'
import type { Activity } from './features/analytics/answer.ts'
import { analyticsCalls } from './features/analytics/calls.ts'
import { annotationsCalls } from './features/annotations/own-annotation.ts'
import { backupCalls } from './features/backup/backup.ts'
import { downloadsCalls } from './features/downloads/download.ts'
import { exportsCalls } from './features/exports/request.ts'
import { ledgerCalls } from './features/ledger/request.ts'
import { linksCalls } from './features/links/calls.ts'
import { markersCalls } from './features/markers/marker.ts'
import { overviewCalls } from './features/overview/overview.ts'
import { picturesCalls } from './features/pictures/picture.ts'
import { curvesCalls } from './features/player/curves/view.ts'
import { playersCalls } from './features/player-marks/player-mark.ts'
import { problemsCalls } from './features/problems/calls.ts'
import { proposalsCalls } from './features/proposals/proposal-calls.ts'
import { changeHistoryCalls } from './features/publishing/change-history.ts'
import { editsCalls } from './features/publishing/edit.ts'
import { publishesCalls } from './features/publishing/publish.ts'
import { printCalls, reportCalls, scheduleCalls } from './features/reports/report-calls.ts'
import { appCalls } from './features/settings/window-info.ts'
import { sheetCalls } from './features/sheet/sheet-calls.ts'
import { templatesCalls } from './features/templates/template-calls.ts'
import { trafficCalls } from './features/traffic/merge-rules.ts'
import { updatesCalls } from './features/updates/state.ts'
import { videosCalls } from './features/videos/calls.ts'
import { canWait, KEY_MODIFIERS, type KeyPress } from './model/key-press.ts'
import { noInput, noOutput, type Operation, returns } from './operation.ts'

// Not beside its type, which the window needs at the start, when main has not loaded zod yet.
const keyPress: z.ZodType<KeyPress> = z
  .object({
    key: z.string().max(20),
    code: z.string().max(30),
    modifiers: z.array(z.enum(KEY_MODIFIERS)).max(KEY_MODIFIERS.length),
  })
  .refine(canWait)

/**
 * Every call that the window may make to the main process, as `bridge[noun][verb]`. No reply ever contains a
 * key.
 */
export const bridge = {
  analytics: analyticsCalls,
  app: appCalls,
  keys: {
    /** Sends the page the buffered key presses, and from then on each press as it happens. */
    ready: { input: noInput, output: noOutput },
    /**
     * Returns a press that the page cannot handle yet. It and later presses are buffered until the next
     * `ready`.
     */
    putBack: { input: keyPress, output: noOutput },
    /** Buffers the key presses from now on for the page that is loaded next, or until `ready`. */
    hold: { input: noInput, output: noOutput },
  },
  accounts: accountsCalls,
  overview: overviewCalls,
  curves: curvesCalls,
  players: playersCalls,
  annotations: annotationsCalls,
  markers: markersCalls,
  downloads: downloadsCalls,
  videos: videosCalls,
  edits: editsCalls,
  publishes: publishesCalls,
  changeHistory: changeHistoryCalls,
  sheet: sheetCalls,
  templates: templatesCalls,
  links: linksCalls,
  proposals: proposalsCalls,
  problems: problemsCalls,
  pictures: picturesCalls,
  abTests: abTestsCalls,
  traffic: trafficCalls,
  reports: reportCalls,
  schedules: scheduleCalls,
  print: printCalls,
  activity: { list: { input: noInput, output: returns<Activity>() } },
  backup: backupCalls,
  updates: updatesCalls,
  ledger: ledgerCalls,
  exports: exportsCalls,
} satisfies Record<string, Record<string, Operation>>

export type Bridge = typeof bridge
export type Noun = keyof Bridge

/**
 * What a change event names: the noun whose data changed. The window then refetches its queries. At
 * `session-end` the system is about to end the app: the window saves what is typed.
 */
export type Changed = Noun | 'connection' | 'theme' | 'session-end'
