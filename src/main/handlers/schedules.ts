import type { Screen } from '../options.ts'
import type { Schedules } from '../reports/schedule.ts'
import type { DeskHandlers } from '../router.ts'

export function schedulesHandlers(
  schedules: Schedules,
  { chooseFolder }: Pick<Screen, 'chooseFolder'>,
): DeskHandlers['schedules'] {
  return {
    list: () => schedules.list(),
    save: ({ id, fields }) => schedules.save(id, fields),
    remove: ({ id }) => schedules.remove(id),
    make: ({ id, due_at }) => schedules.make(id, due_at),
    chooseFolder: () => chooseFolder(),
  }
}
