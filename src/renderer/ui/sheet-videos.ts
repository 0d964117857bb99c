import type { Group } from '../../shared/api/settings/index.ts'
import { type SheetVideo, sheetRows } from '../../shared/features/sheet/rows.ts'
import type { SheetPage } from '../../shared/features/sheet/sheet-calls.ts'
import { call } from '../bridge.ts'
import { type Query, sharedQuery, useQuery } from '../query.ts'
import { shareStructure } from '../structural-sharing.ts'

/** The pages of a tab, in order. */
type Pages = readonly SheetPage[]
type ReadPage = (after: string | null, known: string | undefined) => Promise<SheetPage>

/**
 * Reads all pages, but of those in `before` only what changed. Unchanged videos stay the same
 * objects, so that their rows are not computed again.
 */
export async function readPages(group: Group, readPage: ReadPage, before: Pages): Promise<Pages> {
  const pages: SheetPage[] = []
  let after: string | null = null
  do {
    const known = before[pages.length]
    const answer = await readPage(after, known?.version)
    const page = answer.isAsKnown && known ? known : withSameVideos(answer, known)
    // Each page's rows are computed in the task of the page, not all of them in one.
    sheetRows(group, page.videos, [])
    pages.push(page)
    after = answer.next
  } while (after !== null)
  return pages
}

function withSameVideos(page: SheetPage, known: SheetPage | undefined): SheetPage {
  const before = new Map(known?.videos.map((video) => [video.id, video]))
  const videos = page.videos.map((video) => shareStructure(before.get(video.id), video))
  return { ...page, videos }
}

let lastRead: { tab: string; pages: Pages } = { tab: '', pages: [] }

/** All videos of an account with one group of their settings, by name. */
async function readVideos(account_id: string, group: Group): Promise<SheetVideo[]> {
  const tab = `${account_id} ${group}`
  const readPage: ReadPage = (after, known) => call.sheet.page({ account_id, group, after, known })
  const pages = await readPages(group, readPage, lastRead.tab === tab ? lastRead.pages : [])
  lastRead = { tab, pages }
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  return pages
    .flatMap(({ videos }) => videos)
    .sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id))
}

/** While a read runs, all that are requested share the next one, which begins once it has ended. */
export function oneAtATime<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  let next: Promise<T> | null = null
  const start = () => {
    next = null
    const own = read().finally(() => {
      running = null
    })
    running = own
    return own
  }
  return () => {
    if (!running) return start()
    next ??= running.then(start, start)
    return next
  }
}

const sheetVideos = (account_id: string, group: Group) =>
  [
    `sheet ${account_id} ${group}`,
    // While many videos are published, changes come faster than all of them are read.
    oneAtATime(() => readVideos(account_id, group)),
    // The list of players has the pitches.
    ['videos', 'players'],
  ] as const satisfies Query<SheetVideo[]>

export const useSheetVideos = (account_id: string, group: Group) =>
  useQuery(...sheetVideos(account_id, group))

/** The query of `useSheetVideos`, to wait for its answer. */
export const sharedSheetVideos = (account_id: string, group: Group) =>
  sharedQuery(...sheetVideos(account_id, group))
