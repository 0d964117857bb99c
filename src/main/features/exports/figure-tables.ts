import type { TableQuestion } from '../../../shared/features/exports/question.ts'
import { figuresTable } from '../../../shared/features/player/figures.ts'
import type { Table } from '../../../shared/tables/table.ts'
import { type About, asked, stored } from './stored.ts'

type Named<T extends TableQuestion['table']> = Extract<TableQuestion, { table: T }>

/** A player's figures of a whole period, from stored answers. */
export async function figuresTableOf(question: Named<'figures'>, about: About): Promise<Table> {
  const { period, comparison } = question
  const stats = await stored('stats', about, asked(question, about).stats)
  const before = comparison && asked({ period: comparison }, about).stats
  const compared = before && (await stored('stats', about, before))
  return figuresTable({ player: about.player, period, comparison }, { stats, compared })
}
