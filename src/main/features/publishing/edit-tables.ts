import type { Clock } from '../../../shared/clock.ts'
import type { Database } from '../../database/database.ts'
import { makeVideoList, makeVideosTable } from '../videos/store.ts'
import { makeEditHistory } from './edit-history.ts'
import { makeTwins } from './edit-twins.ts'
import { makeEditsTable } from './edits.ts'
import { makeSteps } from './steps.ts'

export type EditTables = ReturnType<typeof makeTables>

/** All that the store keeps of videos and of the edits of them. */
export function makeTables(desk: Database, clock: Clock) {
  return {
    videos: { ...makeVideosTable(desk), ...makeVideoList(desk) },
    edits: makeEditsTable(desk),
    steps: makeSteps(desk, clock),
    history: makeEditHistory(desk),
    twins: makeTwins(desk),
  }
}
