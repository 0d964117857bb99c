import type { DeskHandlers } from '../../shell/router.ts'
import type { Schedules } from './schedule.ts'

export function schedulesHandlers(schedules: Schedules): DeskHandlers['schedules'] {
  return {
    list: () => schedules.list(),
    save: ({ id, fields, choice }) => schedules.save(id, fields, choice),
    remove: ({ id }) => schedules.remove(id),
    make: ({ id, due_at }) => schedules.make(id, due_at),
    chooseFolder: () => schedules.chooseFolder(),
  }
}
