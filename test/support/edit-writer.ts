/**
 * A process that edits until it is stopped, and prints each step that was confirmed. A step depends
 * on its number and on the earlier steps.
 */

import { makeVerbs, type Verbs } from '../../src/main/database/verbs.ts'
import { failureOf } from '../../src/shared/failure.ts'
import type { Change } from '../../src/shared/features/publishing/edit.ts'
import { testClock } from './clock.ts'
import { VIDEO } from './edits.ts'

const ACCOUNT = 'account00001'
const group = 'call_actions'

/** Saves, undoes, redoes or discards something. */
export function editStep(verbs: Verbs, number: number) {
  const kind = (number * 7919) % 11
  if (kind === 3 || kind === 7) verbs.undoStep(ACCOUNT)
  else if (kind === 4) verbs.redoStep(ACCOUNT)
  else if (kind === 5 && number % 5 === 0) verbs.discardEdits(ACCOUNT, null, number)
  else verbs.saveEdits(ACCOUNT, [{ video_id: VIDEO, changes: changesOf(number) }])
}

function changesOf(number: number): Change[] {
  const content = (item_id: string): Change => {
    return { kind: 'set', group, item_id, register: 'action.content', value: `step ${number}` }
  }
  const item = { action: { content: `made ${number} ${'x'.repeat((number % 7) * 3000)}` } }
  return [content('cta1'), content('cta2'), { kind: 'create', group, item }]
}

/** The pending edits as text, equal for equal edits. */
export const waiting = (verbs: Verbs) =>
  JSON.stringify(verbs.editRows(ACCOUNT, null).map(({ seq, want }) => [seq, want]))

const [folder, first] = process.argv.slice(2)
if (process.argv[1] === import.meta.filename && folder) {
  const verbs = makeVerbs(folder, testClock)
  try {
    for (let number = Number(first); ; number++) {
      editStep(verbs, number)
      process.stdout.write(`did ${number}\n`)
    }
  } catch (thrown) {
    process.stdout.write(`failed ${JSON.stringify(failureOf(thrown))}\nthen ${waiting(verbs)}\n`)
  }
}
