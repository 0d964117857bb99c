import { AppError } from '../../../shared/failure.ts'
import type { TableRequest } from '../../../shared/features/exports/request.ts'
import type {
  AccountEntry,
  HistoryFilter,
  HistoryPage,
} from '../../../shared/features/publishing/change-history.ts'
import {
  changeHistoryTable,
  publishTable,
} from '../../../shared/features/publishing/change-tables.ts'
import type { Publish } from '../../../shared/features/publishing/publish.ts'
import type { ExportFacts } from './facts.ts'

export interface ChangeTablesParts {
  readPublish: (account_id: string, publish: number) => Promise<Publish | null>
  readHistory: (
    account_id: string,
    filter: HistoryFilter,
    before: number | null,
  ) => Promise<HistoryPage>
}

type ChangesRequest = Extract<TableRequest, { table: 'publish' | 'change_history' }>
type Account = Record<'name' | 'timezone', string>

export const isOfChanges = (request: TableRequest): request is ChangesRequest =>
  request.table === 'publish' || request.table === 'change_history'

/** The tables of a publish's results and of all changes. */
export function makeChangeTables({ readPublish, readHistory }: ChangeTablesParts) {
  const factsOf = (table: ChangesRequest['table'], { name, timezone }: Account): ExportFacts => ({
    ...{ table, account: name, player: null, timezone },
    ...{ period: null, comparison: null, filters: {} },
  })

  async function wholeHistory(account_id: string, filter: HistoryFilter) {
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

  return async (request: ChangesRequest, account: Account) => {
    const facts = factsOf(request.table, account)
    const { account_id, language } = request
    if (request.table === 'change_history') {
      const { search } = request.filter
      const table = changeHistoryTable(await wholeHistory(account_id, request.filter), language)
      return { table, facts: { ...facts, filters: search === '' ? {} : { search } } }
    }
    const publish = await readPublish(account_id, request.publish)
    if (!publish) {
      throw new AppError({ kind: 'not-found', text: 'This publish is not kept any more.' })
    }
    return { table: publishTable(publish, request.reasons, language), facts }
  }
}
