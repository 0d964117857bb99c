import type { DeskHandlers } from '../../shell/router.ts'
import type { Ledger } from './ledger.ts'

export const ledgerHandlers = (ledger: Ledger): DeskHandlers['ledger'] => ({
  start: (question) => ledger.start(question),
})
