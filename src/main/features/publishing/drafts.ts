import type { Video } from '../../../shared/api/video.ts'
import { AppError, notFound } from '../../../shared/failure.ts'
import { isAccountRule, ownRuleId } from '../../../shared/features/problems/problem.ts'
import {
  type Change,
  isInFlight,
  isTooMany,
  MOST_VIDEOS,
  type Problem,
} from '../../../shared/features/publishing/edit.ts'
import { applyEdits } from '../../../shared/features/publishing/lay.ts'
import { placeKey } from '../../../shared/features/publishing/register.ts'
import type { CheckContext } from '../../../shared/features/videos/check/check-video.ts'
import { notifyAfter } from '../../change-events.ts'
import type { Clock } from '../../clock.ts'
import type { Store } from '../../database/store.ts'
import type { CallHandlers } from '../../shell/router.ts'
import type { EditedVideo, EditRow } from './edit-row.ts'
import type { SaveOptions } from './edit-verbs.ts'
import type { Outbox } from './outbox.ts'
import { restoringChanges } from './restore.ts'
import type { VideoReading } from './video-reading.ts'

type DraftsStore = Pick<
  Store,
  | 'editedVideos'
  | 'editsOf'
  | 'saveEdits'
  | 'undoStep'
  | 'redoStep'
  | 'discardEdits'
  | 'keepBoth'
  | 'history'
  | 'accountProblems'
  | 'restoreVideo'
  | 'takeBack'
>

interface DraftsParts {
  store: DraftsStore
  outbox: Pick<Outbox, 'isPosting' | 'blocked'>
  reading: Pick<VideoReading, 'now'>
  /** The hashes of the pictures on this computer. */
  pictures: { hashes: (account_id: string) => Promise<string[]> }
  check: (video: Video, context: CheckContext) => Problem[]
  clock: Pick<Clock, 'now'>
  onChange: () => void
}

export type Drafts = ReturnType<typeof makeDrafts>

/** The user's edits until they are posted. Changes are on the disk when they resolve. */
export function makeDrafts(parts: DraftsParts) {
  const { store, outbox, clock } = parts
  const thenNotify = notifyAfter(parts.onChange)
  const save = async (
    account_id: string,
    edits: { video_id: string; changes: Change[] }[],
    options: SaveOptions = {},
  ) => {
    if (isTooMany(edits)) {
      throw new AppError({ kind: 'too-many', what: 'videos', limit: MOST_VIDEOS })
    }
    return thenNotify(store.saveEdits(account_id, edits, options))
  }

  return {
    save: ({ account_id, edits, ...options }) => save(account_id, edits, options),
    async list({ account_id }) {
      const stored = await store.editsOf(account_id)
      // A stopped video waits on although nothing of it is to be sent.
      const isPosting =
        outbox.isPosting(account_id) &&
        stored.edits.some((edit) => edit.status === 'queued' || isInFlight(edit))
      return { ...stored, isPosting, blocked: outbox.blocked(account_id) }
    },
    async undo({ account_id }) {
      await thenNotify(store.undoStep(account_id))
    },
    async redo({ account_id }) {
      await thenNotify(store.redoStep(account_id))
    },
    async discard({ account_id, video_ids }) {
      await thenNotify(store.discardEdits(account_id, video_ids, clock.now()))
    },
    keepBoth: ({ account_id, video_id, item_id }) =>
      thenNotify(store.keepBoth(account_id, video_id, item_id)),
    restoreVideo: ({ account_id, video_id, entry }) =>
      thenNotify(store.restoreVideo(account_id, video_id, entry)),
    takeBack: ({ account_id, publish, keepsLater }) =>
      thenNotify(store.takeBack(account_id, publish, keepsLater)),
    check: ({ account_id, video_ids }) => check(parts, account_id, video_ids),
    history: ({ account_id, video_id }) => store.history(account_id, video_id),
    /** Makes drafts that restore the values from before a history entry. */
    async restore({ account_id, video_id, entry: id }) {
      const history = await store.history(account_id, video_id)
      const entry = history.find((each) => each.id === id)
      if (!entry) throw notFound('This is not in the history.')
      const now = await parts.reading.now(account_id, video_id)
      const changes = restoringChanges(entry, now, history)
      if (changes.length > 0) await save(account_id, [{ video_id, changes }])
      return { changes: changes.length }
    },
  } satisfies Partial<CallHandlers['edits']>
}

/** Problems of the edited places, for some videos or, with null, for all. */
async function check(
  { store, pictures, ...parts }: DraftsParts,
  account_id: string,
  chosen: string[] | null,
) {
  const { videos, listed } = await store.editedVideos(account_id)
  // Until the list was read completely it is unknown which videos exist.
  const known = listed ? { knownVideoIds: listed } : {}
  const context = { ...known, keptPictures: await pictures.hashes(account_id) }
  const problems: Problem[] = []
  for (const { base, rows } of videos) {
    if (!base || (chosen && !chosen.includes(base.video.id))) continue
    const found = parts.check(applyEdits(base.video, rows), { ...context, base: base.video })
    const edited = placesOf(rows)
    for (const one of found) if (edited.has(placeKey(one))) problems.push(one)
  }
  return [...problems, ...(await accountWarnings(store, account_id, { videos, chosen }))]
}

interface Edited {
  videos: readonly EditedVideo[]
  chosen: string[] | null
}

/**
 * The warnings of the account's rules and of the user's own rules for the edited places. They never
 * prevent a post.
 */
async function accountWarnings(store: DraftsStore, account_id: string, { videos, chosen }: Edited) {
  const edited = new Map(
    videos.flatMap(({ base, rows }) => (base ? [[base.video.id, placesOf(rows)] as const] : [])),
  )
  const video_ids = [...edited.keys()].filter((id) => !chosen || chosen.includes(id))
  if (video_ids.length === 0) return []
  const found = await store.accountProblems(account_id, video_ids)
  return found.flatMap(({ group, item_id, video_id, register, rule, details }): Problem[] => {
    const isOfCheck = !isAccountRule(rule) && ownRuleId(rule) === null
    if (isOfCheck || group === null) return []
    if (!edited.get(video_id)?.has(placeKey({ group, item_id }))) return []
    return [{ severity: 'warning', video_id, group, item_id, register, rule, details }]
  })
}

/** The edited items, and the groups in which anything is edited. */
const placesOf = (rows: readonly EditRow[]) =>
  new Set(rows.flatMap((row) => [placeKey(row), placeKey({ ...row, item_id: null })]))
