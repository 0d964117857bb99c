import { annotationsAbout } from '../../../shared/features/annotations/own-annotation.ts'
import type { TableQuestion } from '../../../shared/features/exports/question.ts'
import type { Store } from '../../database/store.ts'
import type { BuiltTable } from './tables.ts'

type Build = (question: TableQuestion) => Promise<BuiltTable>

/** A table of a period with what the person wrote about its days, for the facts of its file. */
export function makeAnnotated(build: Build, store: Pick<Store, 'annotations'>): Build {
  return async (question) => {
    const built = await build(question)
    const { period, player } = built.facts
    if (!period) return built
    const players = 'arms' in question ? question.arms : player ? [player.id] : []
    const { annotations } = await store.annotations(question.account_id)
    const about = annotationsAbout(annotations, players, period).map((one) => ({
      start: one.period.start,
      end: one.period.end,
      player_id: one.player_id,
      text: one.text,
      tags: one.tags,
    }))
    return { ...built, facts: { ...built.facts, annotations: about } }
  }
}
