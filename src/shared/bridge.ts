import { z } from 'zod'
import { type Analytics, type AnalyticsName, analytics } from './api/analytics.ts'
import { type VideoPatch } from './api/videos.ts'
import {
  type Account,
  type Activity,
  type Answer,
  type Connection,
  type DeskInfo,
  type DownloadPlan,
  type DownloadState,
  downloadScope,
  type Erased,
  LANGUAGES,
  type Overview,
  type Preferences,
  preferences,
} from './model/desk.ts'
import {
  type EditsList,
  edits,
  type HistoryEntry,
  type Problem,
  type VideoDesk,
  type VideoList,
} from './model/edit.ts'
import { accountId, playerId } from './model/ids.ts'
import { period } from './model/period.ts'
import type { QuotaUsage } from './model/quota.ts'
import { timezone } from './model/time.ts'
import { videoId } from './model/video.ts'
import type { Input, Operation, Output } from './operation.ts'
import { type ExportState, tableQuestion } from './tables/question.ts'

const returns = <T>() => z.custom<T>()
const nothing = z.undefined()
const done = returns<void>()
const onAccount = z.object({ account_id: accountId })
const onVideo = onAccount.extend({ video_id: videoId })
const onVideos = onAccount.extend({ video_ids: z.array(videoId).max(5000).nullable() })
const name = z.string().regex(/\S/u, 'must not be empty').max(80)
const key = z.string().min(1).max(4096)
const baseUrl = z.string().max(500)

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
    { input: endpoint.input.extend(asking), output: z.unknown() },
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
    copy: { input: z.object({ text: z.string().max(900_000) }), output: done },
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
      }),
      output: returns<Account>(),
    },
    demo: { input: z.object({ timezone }), output: returns<Account>() },
    test: { input: onAccount, output: returns<QuotaUsage>() },
    /** Takes the video management service's address and token, or other ones. */
    connectVideos: {
      input: onAccount.extend({ api_base_url: baseUrl, video_token: key }),
      output: returns<Account>(),
    },
    replaceKey: { input: onAccount.extend({ key }), output: returns<Account>() },
    update: {
      input: onAccount.extend({ name: name.optional(), timezone: timezone.optional() }),
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
    },
    /** Plays per day of a few players, for the rows in view; null where a day is not stored. */
    trends: {
      input: onAccount.extend({ period, player_ids: z.array(playerId).max(200) }),
      output: returns<Record<string, (number | null)[]>>(),
    },
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
  },
  edits: {
    list: { input: onAccount, output: returns<EditsList>() },
    /** One step of undo. Answers when it is on the disk: with the ids of the items it made, in order. */
    save: { input: onAccount.extend({ edits }), output: returns<{ created: string[] }>() },
    undo: { input: onAccount, output: done },
    redo: { input: onAccount, output: done },
    /** Gives up what waits of some videos, or with null of all; what was sent stays to be confirmed. */
    discard: { input: onVideos, output: done },
    check: { input: onVideos, output: returns<Problem[]>() },
    /** The exact body that would be sent for a video now; null when nothing would. */
    request: { input: onVideo, output: returns<VideoPatch | null>() },
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
    history: { input: onVideo, output: returns<HistoryEntry[]>() },
    /** Makes a draft of what a history entry had before. */
    restore: { input: onVideo.extend({ entry: z.int() }), output: done },
  },
  activity: { list: { input: nothing, output: returns<Activity>() } },
  exports: {
    /** Asks where to keep the file, then writes it behind; null when the person chose nowhere. */
    start: {
      input: z.object({
        question: tableQuestion,
        flavour: z.enum(['machine', 'spreadsheet']),
        language: z.enum(LANGUAGES),
      }),
      output: returns<ExportState | null>(),
    },
    cancel: { input: z.object({ id: z.int() }), output: done },
    list: { input: nothing, output: returns<ExportState[]>() },
    reveal: { input: z.object({ id: z.int() }), output: done },
  },
} satisfies Record<string, Record<string, Operation>>

export type Bridge = typeof bridge
export type Noun = keyof Bridge

/** What the window is told: that something of a noun changed. It asks again. */
export type Changed = Noun | 'connection' | 'theme'
