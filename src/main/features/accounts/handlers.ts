import type { DeskHandlers } from '../../shell/router.ts'
import type { Accounts } from './accounts.ts'

export function accountsHandlers(accounts: Accounts): DeskHandlers['accounts'] {
  return {
    list: () => accounts.list(),
    connect: (input) => accounts.connect(input),
    demo: (input) => accounts.demo(input),
    test: ({ account_id }) => accounts.test(account_id),
    testVideos: ({ account_id }) => accounts.testVideos(account_id),
    connectVideos: (input) => accounts.connectVideos(input),
    replaceKey: (input) => accounts.replaceKey(input),
    update: ({ account_id, name, timezone, company_id }) =>
      accounts.change(account_id, {
        ...(name === undefined ? {} : { name: name.trim() }),
        ...(timezone === undefined ? {} : { timezone }),
        ...(company_id === undefined ? {} : { company_id: company_id.toLowerCase() }),
      }),
    unlock: ({ account_id }) => accounts.unlock(account_id),
    forget: ({ account_id }) => accounts.forget(account_id),
  }
}
