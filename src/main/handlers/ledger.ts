import type { Ledger } from '../ledger/ledger.ts'
import type { DeskHandlers } from '../router.ts'

export const ledgerHandlers = (ledger: Ledger): DeskHandlers['ledger'] => ({
  start: (question) => ledger.start(question),
})
