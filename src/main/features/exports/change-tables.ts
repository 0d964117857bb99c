import { AppError } from '../../../shared/failure.ts'
import type {
  AccountEntry,
  HistoryFilter,
  HistoryPage,
} from '../../../shared/features/publishing/change-history.ts'
import {
  changeHistoryTable,
  publishTable,
} from '../../../shared/features/publishing/change-tables.ts'
import { settingName } from '../../../shared/features/publishing/value-text.ts'
import type { Language } from '../../../shared/locales/languages.ts'
import type { About, Builders } from './builder.ts'

/** The tables of a publish's results and of all changes. */
export const CHANGE_TABLES: Builders<'publish' | 'change_history'> = {
  async publish({ publish, reasons, language }, { account_id, readPublish }) {
    const found = await readPublish(account_id, publish)
    if (found) return { table: publishTable(found, reasons, language) }
    const text = 'This publish is not kept any more.'
    throw new AppError({ kind: 'not-found', what: 'local', text })
  },
  async change_history({ filter, language }, about) {
    const table = changeHistoryTable(await wholeHistory(filter, about), language)
    return { table, filters: filtersOf(filter, language) }
  },
}

function filtersOf({ search, video_id, event, group, since }: HistoryFilter, language: Language) {
  return {
    ...(search !== '' && { search }),
    ...(video_id !== null && { change_video_id: video_id }),
    ...(event !== null && { change_event: event }),
    ...(group !== null && { change_group: settingName(group, '', language) }),
    ...(since !== null && { since: new Date(since).toISOString() }),
  }
}

async function wholeHistory(filter: HistoryFilter, { account_id, readHistory }: About) {
  const entries: AccountEntry[] = []
  let next: number | null = null
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page says where the next one begins
    const page: HistoryPage = await readHistory(account_id, filter, next)
    entries.push(...page.entries)
    next = page.next
  } while (next !== null)
  return entries
}
