import { z } from 'zod'
import { type Analytics, type AnalyticsName, analytics } from './api/analytics.ts'
import type { QuotaUsage } from './api/quota.ts'
import { type VideoPatch, videoId } from './api/video.ts'
import { type AbTestDesk, abChoice, abDecided } from './features/ab-tests/ab-test.ts'
import type { Growth } from './features/analytics/growth.ts'
import { type AnnotationList, annotationFields } from './features/annotations/own-annotation.ts'
import { backupCalls } from './features/backup/backup-calls.ts'
import {
  type ExportState,
  LARGEST_PICTURE_CALL,
  pictureFile,
  pngPicture,
  tableQuestion,
} from './features/exports/question.ts'
import { ledgerQuestion } from './features/ledger/question.ts'
import { type MarkerList, marker } from './features/markers/marker.ts'
import { type Picture, type PicturesList, pictureHash } from './features/pictures/picture.ts'
import type { Baseline } from './features/player/curves/baseline.ts'
import { type CurvesView, curvesView } from './features/player/curves/view.ts'
import { type NearPlayer, type PlayerMark, tags } from './features/player-marks/player-mark.ts'
import {
  type EditsList,
  edits,
  type HistoryEntry,
  type Problem,
  type VideoDesk,
  type VideoList,
} from './features/publishing/edit.ts'
import { pressCalls, reportCalls, scheduleCalls } from './features/reports/report-calls.ts'
import { type MergeRules, mergeRules } from './features/traffic/merge-rules.ts'
import { updatesCalls } from './features/updates/calls.ts'
import type { StoredBreakdowns } from './features/videos/dry-run.ts'
import { LANGUAGES } from './locales/languages.ts'
import {
  type Account,
  type Activity,
  type Answer,
  type Connection,
  type DeskInfo,
  type DownloadPlan,
  type DownloadState,
  downloadScope,
  drawnPage,
  type Erased,
  FILE_KINDS,
  type Overview,
  type Preferences,
  preferences,
} from './model/desk.ts'
import { accountId, playerId } from './model/ids.ts'
import { keyPress } from './model/key-press.ts'
import { done, type Input, nothing, type Operation, type Output, returns } from './operation.ts'
import { period } from './time/period.ts'
import { timezone } from './time/time.ts'

const onAccount = z.object({ account_id: accountId })
const onTest = onAccount.extend({ group_id: z.string().min(1).max(200) })
const onVideo = onAccount.extend({ video_id: videoId })
const onPlayer = onAccount.extend({ player_id: playerId })
const onAnnotation = onAccount.extend({ id: z.string().min(1).max(64) })
const onVideos = onAccount.extend({ video_ids: z.array(videoId).max(5000).nullable() })
const drawingFault = z.object({
  part: z.enum(['block', 'screen', 'window', 'script']),
  text: z.string().max(1000),
  stack: z.string().max(8000),
})

const name = z.string().regex(/\S/u, 'must not be empty').max(80)
const key = z.string().min(1).max(4096)
const baseUrl = z.string().max(500)
/** Fails where nothing answers, instead of keeping what was typed untested. */
const mustAnswer = z.boolean().optional()

// A million characters of HTML are one edit, and JSON writes a character with up to six.
const LARGEST_EDIT = 8 * 1024 * 1024

/** How a window asks a service: the row's own input, for an account. */
const asking = { account_id: accountId, refresh: z.boolean().optional() }

/** An endpoint that asks for nothing has an input of no keys, to which none could be added. */
type OwnInput<N extends AnalyticsName> =
  Input<Analytics[N]> extends Record<string, never> ? unknown : Input<Analytics[N]>

type Asked<N extends AnalyticsName> = Operation<
  z.ZodType<OwnInput<N> & { account_id: string; refresh?: boolean | undefined }>,
  z.ZodType<Answer<Output<Analytics[N]>>>
>

const analyticsReads = Object.fromEntries(
  Object.entries(analytics).map(([row, endpoint]) => [
    row,
    // A curve is thousands of seconds.
    { input: endpoint.input.extend(asking), output: z.unknown(), isLarge: true },
  ]),
) as unknown as { [N in AnalyticsName]: Asked<N> }

/** All that the window may ask of the main process, by noun then verb. No answer ever carries a key. */
export const bridge = {
  /** A row per endpoint: the stored answer at once when there is one, refreshed behind it. */
  analytics: analyticsReads,
  desk: {
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
  },
  keys: {
    /** Gives the page the keys that wait, and from now on each as it is pressed. */
    ready: { input: nothing, output: done },
    /** Takes back a key that the page is not ready for; those after it wait too, until `ready`. */
    putBack: { input: keyPress, output: done },
  },
  accounts: {
    list: { input: nothing, output: returns<Account[]>() },
    /** Takes keys, tries them, and keeps them only when they are not refused. */
    connect: {
      input: z.object({
        name,
        timezone,
        base_url: baseUrl,
        analytics_key: key,
        /** Both or neither: the address and token of the video management service. */
        api_base_url: baseUrl.nullable(),
        video_token: key.nullable(),
        mustAnswer,
      }),
      output: returns<Account>(),
    },
    demo: { input: z.object({ timezone }), output: returns<Account>() },
    test: { input: onAccount, output: returns<QuotaUsage>() },
    /** Tries the video token; one that was refused and works again is used again. */
    testVideos: { input: onAccount, output: done },
    /** Takes the video management service's address and token, or other ones. */
    connectVideos: {
      input: onAccount.extend({ api_base_url: baseUrl, video_token: key, mustAnswer }),
      output: returns<Account>(),
    },
    /** Takes another key, and with an address the key of the service there. */
    replaceKey: {
      input: onAccount.extend({ key, base_url: baseUrl.optional(), mustAnswer }),
      output: returns<Account>(),
    },
    update: {
      input: onAccount.extend({
        name: name.optional(),
        timezone: timezone.optional(),
        company_id: z.uuid().optional(),
      }),
      output: returns<Account>(),
    },
    /** Looks at the keychain again: after it was unlocked. */
    unlock: { input: onAccount, output: returns<Account>() },
    forget: { input: onAccount, output: returns<Erased>() },
  },
  overview: {
    read: {
      input: onAccount.extend({ period, comparison: period.nullable() }),
      output: returns<Overview>(),
      isLarge: true,
    },
    /** Plays per day of a few players, for the rows in view; null where a day is not stored. */
    trends: {
      input: onAccount.extend({ period, player_ids: z.array(playerId).max(200) }),
      output: returns<Record<string, (number | null)[]>>(),
    },
    /** By how much the sales of recent days usually still grow in this account. */
    growth: { input: onAccount, output: returns<Growth>() },
  },
  curves: {
    /** How stored curves of the account's other players of similar length run; never asks a service. */
    baseline: {
      input: onAccount.extend({ player_id: playerId, period }),
      output: returns<Baseline>(),
    },
    /** How the person looked at the curves of a player: remembered. */
    view: { input: onPlayer, output: returns<CurvesView>() },
    keepView: { input: onPlayer.extend({ change: curvesView.partial() }), output: done },
  },
  /** What the person notes of players; no service is told. */
  players: {
    marks: { input: onAccount, output: returns<PlayerMark[]>() },
    /** Those pinned, then those opened last. */
    near: { input: onAccount, output: returns<NearPlayer[]>() },
    tag: {
      input: onAccount.extend({
        player_ids: z.array(playerId).min(1).max(5000),
        add: tags,
        remove: tags,
      }),
      output: done,
    },
    pin: { input: onPlayer.extend({ isPinned: z.boolean() }), output: done },
    /** Its dashboard was opened: it counts as recent. */
    opened: { input: onPlayer, output: done },
  },
  /** The person's own annotations of days. */
  annotations: {
    list: { input: onAccount, output: returns<AnnotationList>(), isLarge: true },
    add: { input: onAccount.extend({ fields: annotationFields }), output: returns<string>() },
    change: { input: onAnnotation.extend({ fields: annotationFields }), output: done },
    remove: { input: onAnnotation, output: done },
    undo: { input: onAccount, output: done },
    redo: { input: onAccount, output: done },
  },
  /** Seconds of a player's video that the person named; no service is told. */
  markers: {
    list: { input: onPlayer, output: returns<MarkerList>() },
    /** One at a second that has a mark takes its place. */
    put: { input: onPlayer.extend({ marker }), output: done },
    remove: { input: onPlayer.extend({ second: marker.shape.second }), output: done },
    undo: { input: onPlayer, output: done },
    redo: { input: onPlayer, output: done },
  },
  downloads: {
    plan: { input: downloadScope, output: returns<DownloadPlan>() },
    start: { input: downloadScope, output: returns<DownloadState>() },
    resume: { input: onAccount, output: returns<DownloadState>() },
    cancel: { input: onAccount, output: done },
    list: { input: nothing, output: returns<DownloadState[]>() },
  },
  videos: {
    list: { input: onAccount, output: returns<VideoList>() },
    open: { input: onVideo, output: returns<VideoDesk>() },
    /** Reads one video from the service again, or with null the whole list. */
    refresh: { input: onAccount.extend({ video_id: videoId.nullable() }), output: done },
    /** What is stored of its audience by session field, of the newest period; null when nothing is. */
    breakdowns: { input: onVideo, output: returns<StoredBreakdowns | null>() },
  },
  edits: {
    list: { input: onAccount, output: returns<EditsList>() },
    /** One step of undo. Answers when it is on the disk: with the ids of the items it made, in order. */
    save: {
      input: onAccount.extend({ edits }),
      output: returns<{ created: string[] }>(),
      largestInput: LARGEST_EDIT,
    },
    undo: { input: onAccount, output: done },
    redo: { input: onAccount, output: done },
    /** Gives up what waits of some videos, or with null of all; what was sent stays to be confirmed. */
    discard: { input: onVideos, output: done },
    check: { input: onVideos, output: returns<Problem[]>() },
    /** The exact bodies that would be sent for a video now, in their order. */
    request: { input: onVideo, output: returns<VideoPatch[]>() },
    post: { input: onVideos, output: done },
    /** Stops between videos; what is queued is a draft again. */
    stop: { input: onAccount, output: done },
    resolve: {
      input: onVideo.extend({
        keys: z.array(z.string()).min(1),
        choice: z.enum(['mine', 'theirs']),
      }),
      output: done,
    },
    /** A possible duplicate is wanted: it is told of no more. */
    keepBoth: { input: onVideo.extend({ item_id: z.string().min(1).max(200) }), output: done },
    history: { input: onVideo, output: returns<HistoryEntry[]>() },
    /** Makes a draft of what a history entry had before. */
    restore: { input: onVideo.extend({ entry: z.int() }), output: done },
  },
  pictures: {
    /** Asks which file, checks it and keeps a copy; null when the person chose none. */
    choose: { input: onAccount, output: returns<Picture | null>() },
    list: { input: onAccount, output: returns<PicturesList>() },
    /** A kept picture as a `data:` address. */
    preview: { input: onAccount.extend({ hash: pictureHash }), output: returns<string>() },
  },
  abTests: {
    /** What the desk keeps of each test of the account, by the test's id; never asks a service. */
    list: { input: onAccount, output: returns<Record<string, AbTestDesk>>() },
    /** The same of one test, with its whole history. */
    test: { input: onTest, output: returns<AbTestDesk>() },
    /** What is to be read, and under which guardrails: remembered. */
    choose: { input: onTest.extend({ choice: abChoice }), output: done },
    /** Adds to the decision log, from which nothing is ever taken. */
    decide: { input: onTest.extend({ decided: abDecided }), output: done },
  },
  traffic: {
    /** How the account's query parameters are read as one. */
    rules: { input: onAccount, output: returns<MergeRules>() },
    keepRules: { input: onAccount.extend({ rules: mergeRules }), output: done },
  },
  reports: reportCalls,
  schedules: scheduleCalls,
  press: pressCalls,
  activity: { list: { input: nothing, output: returns<Activity>() } },
  backup: backupCalls,
  updates: updatesCalls,
  ledger: {
    /** Asks in which folder, then writes all stored days as Parquet behind; null when in none. */
    start: { input: ledgerQuestion, output: returns<ExportState | null>() },
  },
  exports: {
    /** Asks where to keep the file, then writes it behind; null when the person chose nowhere. */
    start: {
      input: z.object({
        question: tableQuestion,
        flavour: z.enum(FILE_KINDS),
        language: z.enum(LANGUAGES),
      }),
      output: returns<ExportState | null>(),
    },
    /** Puts the table on the clipboard, as text that spreadsheets take; gives how many rows. */
    copy: {
      input: z.object({ question: tableQuestion, language: z.enum(LANGUAGES) }),
      output: returns<number>(),
    },
    /** Asks where to keep a picture of a chart, then writes it; null when the person chose nowhere. */
    picture: {
      input: pictureFile,
      output: returns<ExportState | null>(),
      largestInput: LARGEST_PICTURE_CALL,
    },
    copyPicture: { input: pngPicture, output: done, largestInput: LARGEST_PICTURE_CALL },
    cancel: { input: z.object({ id: z.int() }), output: done },
    list: { input: nothing, output: returns<ExportState[]>() },
    reveal: { input: z.object({ id: z.int() }), output: done },
  },
} satisfies Record<string, Record<string, Operation>>

export type Bridge = typeof bridge
export type Noun = keyof Bridge

/** What the window is told: that something of a noun changed. It asks again. */
export type Changed = Noun | 'connection' | 'theme'
