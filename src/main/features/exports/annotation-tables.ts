import type { Player } from '../../../shared/api/player.ts'
import type { OwnAnnotation } from '../../../shared/features/annotations/own-annotation.ts'
import { annotationsTable } from '../../../shared/features/annotations/table.ts'
import type { TableQuestion } from '../../../shared/features/exports/question.ts'
import type { ExportFacts } from './facts.ts'
import type { ReadStored } from './stored.ts'

export interface AnnotationTablesParts {
  read: ReadStored
  readAnnotations: (account_id: string) => Promise<readonly OwnAnnotation[]>
}

type Question = Extract<TableQuestion, { table: 'annotations' }>
type Account = Record<'name' | 'timezone', string>

/** The user's annotations of the whole account. */
export function makeAnnotationTables({ read, readAnnotations }: AnnotationTablesParts) {
  return async ({ account_id, search }: Question, { name, timezone }: Account) => {
    const listed = await read(account_id, 'players', {})
    const players = (listed?.value ?? []) as Player[]
    const facts: ExportFacts = {
      ...{ table: 'annotations', account: name, player: null, timezone },
      ...{ period: null, comparison: null, filters: { search } },
    }
    return {
      table: annotationsTable(await readAnnotations(account_id), { search, players }),
      facts,
    }
  }
}
