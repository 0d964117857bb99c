import { AppError } from '../../../shared/failure.ts'
import type { TableQuestion } from '../../../shared/features/exports/question.ts'
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

type Question = Extract<TableQuestion, { table: 'publish' | 'change_history' }>
type Account = Record<'name' | 'timezone', string>

export const isOfChanges = (question: TableQuestion): question is Question =>
  question.table === 'publish' || question.table === 'change_history'

/** The tables of a publish's results and of all changes. */
export function makeChangeTables({ readPublish, readHistory }: ChangeTablesParts) {
  const factsOf = (table: Question['table'], { name, timezone }: Account): ExportFacts => ({
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

  return async (question: Question, account: Account) => {
    const facts = factsOf(question.table, account)
    const { account_id, language } = question
    if (question.table === 'change_history') {
      const { search } = question.filter
      const table = changeHistoryTable(await wholeHistory(account_id, question.filter), language)
      return { table, facts: { ...facts, filters: search === '' ? {} : { search } } }
    }
    const publish = await readPublish(account_id, question.publish)
    if (!publish) {
      throw new AppError({ kind: 'not-found', text: 'This publish is not kept any more.' })
    }
    return { table: publishTable(publish, question.reasons, language), facts }
  }
}
