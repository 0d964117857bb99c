import type { Schedules } from '../reports/schedule.ts'
import type { DeskHandlers } from '../router.ts'

export function schedulesHandlers(schedules: Schedules): DeskHandlers['schedules'] {
  return {
    list: () => schedules.list(),
    save: ({ id, fields, choice }) => schedules.save(id, fields, choice),
    remove: ({ id }) => schedules.remove(id),
    make: ({ id, due_at }) => schedules.make(id, due_at),
    chooseFolder: () => schedules.chooseFolder(),
  }
}
