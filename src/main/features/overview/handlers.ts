import type { Store } from '../../database/store.ts'
import type { CallHandlers } from '../../shell/router.ts'
import type { Accounts } from '../accounts/accounts.ts'

export function overviewHandlers(
  store: Pick<Store, 'overview' | 'trends' | 'growth'>,
  accounts: Pick<Accounts, 'find'>,
): CallHandlers['overview'] {
  return {
    async read({ account_id, period, comparison }) {
      const { timezone } = await accounts.find(account_id)
      return store.overview(account_id, timezone, period, comparison)
    },
    async trends({ account_id, period, player_ids }) {
      const { timezone } = await accounts.find(account_id)
      return store.trends(account_id, timezone, period, player_ids)
    },
    async growth({ account_id }) {
      const { timezone } = await accounts.find(account_id)
      return store.growth(account_id, timezone)
    },
  }
}
