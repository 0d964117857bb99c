import { closeProposals, type ProposalsRequest } from '../../ui/proposals.ts'
import { ExportDialog } from './export-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { ProposeDialog } from './propose-dialog.tsx'

/** Settings out and in as files, and proposals. */
export function ProposalsDialog({ request }: { request: ProposalsRequest }) {
  switch (request.show) {
    case 'export':
      return <ExportDialog {...request} onClose={closeProposals} />
    case 'import':
      return <ImportDialog {...request} onClose={closeProposals} />
    case 'propose':
      return <ProposeDialog {...request} onClose={closeProposals} />
  }
}
