import { create } from 'zustand'
import type { Group } from '../../shared/api/settings/index.ts'
import type { SheetColumn } from '../../shared/features/sheet/columns.ts'
import type { SheetRow } from '../../shared/features/sheet/rows.ts'

/** What the dialogs write to files or read from them. */
export type ProposalsRequest =
  /** The rows and columns of a tab of the sheet, as shown, to a file. */
  | {
      show: 'export'
      account_id: string
      group: Group
      rows: readonly SheetRow[]
      columns: readonly SheetColumn[]
    }
  /** A table for a tab, or a proposal, from a file. */
  | { show: 'import'; account_id: string; group: Group }
  /** Unpublished changes, to a file for someone else. */
  | { show: 'propose'; account_id: string }

interface ProposalsState {
  request: ProposalsRequest | null
}

/** The open dialog, global because screens do not import each other. */
export const useProposals = create<ProposalsState>(() => ({ request: null }))

export const openProposals = (request: ProposalsRequest) => useProposals.setState({ request })

export const closeProposals = () => useProposals.setState({ request: null })
