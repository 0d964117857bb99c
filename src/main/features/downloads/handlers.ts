import type { DeskHandlers } from '../../shell/router.ts'
import type { Downloads } from './run.ts'

export function downloadsHandlers(downloads: Downloads): DeskHandlers['downloads'] {
  return {
    plan: (scope) => downloads.plan(scope),
    start: (scope) => downloads.start(scope),
    resume: ({ account_id }) => downloads.resume(account_id),
    cancel: ({ account_id }) => downloads.cancel(account_id),
    list: () => downloads.list(),
  }
}
