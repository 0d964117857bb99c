import type { Group } from '../../shared/api/settings/index.ts'
import { type SheetVideo, sheetRows } from '../../shared/features/sheet/rows.ts'
import { call } from '../bridge.ts'
import { useQuery } from '../query.ts'

/** All videos of an account with one group of their settings, by name. */
async function readVideos(account_id: string, group: Group): Promise<SheetVideo[]> {
  const videos: SheetVideo[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof call.sheet.page>> = await call.sheet.page({
      ...{ account_id, group, after },
    })
    videos.push(...page.videos)
    // Each page's rows are made in the task of the page, not all of them in one.
    sheetRows(group, page.videos, [])
    after = page.next
  } while (after !== null)
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  return videos.sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id))
}

export const useSheetVideos = (account_id: string, group: Group) =>
  useQuery(`sheet ${account_id} ${group}`, () => readVideos(account_id, group), ['videos'])
