import { abTestsCalls } from './features/ab-tests/ab-test.ts'
import { accountsCalls } from './features/accounts/account.ts'
import type { Activity } from './features/analytics/answer.ts'
import { analyticsCalls } from './features/analytics/calls.ts'
import { annotationsCalls } from './features/annotations/own-annotation.ts'
import { backupCalls } from './features/backup/backup-calls.ts'
import { downloadsCalls } from './features/downloads/download.ts'
import { exportsCalls } from './features/exports/question.ts'
import { ledgerCalls } from './features/ledger/question.ts'
import { markersCalls } from './features/markers/marker.ts'
import { overviewCalls } from './features/overview/overview.ts'
import { picturesCalls } from './features/pictures/picture.ts'
import { curvesCalls } from './features/player/curves/view.ts'
import { playersCalls } from './features/player-marks/player-mark.ts'
import { editsCalls } from './features/publishing/edit.ts'
import { printCalls, reportCalls, scheduleCalls } from './features/reports/report-calls.ts'
import { deskCalls } from './features/settings/window-info.ts'
import { trafficCalls } from './features/traffic/merge-rules.ts'
import { updatesCalls } from './features/updates/calls.ts'
import { videosCalls } from './features/videos/calls.ts'
import { keyPress } from './model/key-press.ts'
import { done, nothing, type Operation, returns } from './operation.ts'

/** All that the window may ask of the main process, by noun then verb. No answer ever carries a key. */
export const bridge = {
  analytics: analyticsCalls,
  desk: deskCalls,
  keys: {
    /** Gives the page the keys that wait, and from now on each as it is pressed. */
    ready: { input: nothing, output: done },
    /** Takes back a key that the page is not ready for; those after it wait too, until `ready`. */
    putBack: { input: keyPress, output: done },
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
  pictures: picturesCalls,
  abTests: abTestsCalls,
  traffic: trafficCalls,
  reports: reportCalls,
  schedules: scheduleCalls,
  print: printCalls,
  activity: { list: { input: nothing, output: returns<Activity>() } },
  backup: backupCalls,
  updates: updatesCalls,
  ledger: ledgerCalls,
  exports: exportsCalls,
} satisfies Record<string, Record<string, Operation>>

export type Bridge = typeof bridge
export type Noun = keyof Bridge

/** What the window is notified of: that something of a noun changed. It asks again. */
export type Changed = Noun | 'connection' | 'theme'
