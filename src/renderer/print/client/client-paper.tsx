import { useCallback } from 'react'
import type { ClientPaper } from '../../../shared/features/reports/cover.ts'
import type { OpenReport } from '../../../shared/features/settings/window-info.ts'
import { call } from '../../bridge.ts'
import { whenSettled } from '../settled.ts'
import { useAccountPaper } from './account-pieces.tsx'
import { ClientCover } from './client-cover.tsx'
import { usePlayerPaper } from './player-pieces.tsx'
import { type PaperContent, Sheets } from './sheets.tsx'

interface ClientReportProps {
  report: OpenReport
  paper: ClientPaper
}

/** A report laid out for the client who reads it. */
export function ClientReport({ report, paper }: ClientReportProps) {
  const isAccount = report.about.screen === 'overview'
  return isAccount ? <OfAccount {...{ report, paper }} /> : <OfPlayer {...{ report, paper }} />
}

function OfPlayer(props: ClientReportProps) {
  return <Laid {...props} content={usePlayerPaper(props.report)} />
}

function OfAccount(props: ClientReportProps) {
  return <Laid {...props} content={useAccountPaper(props.report)} />
}

function Laid({ report, paper, content }: ClientReportProps & { content: PaperContent | null }) {
  const settle = useCallback(() => {
    const root = document.getElementById('client-report')
    if (root) void whenSettled(root).then(() => call.print.settled({ screen: null }))
  }, [])
  if (!content) return null
  const { findings, pieces } = content
  return (
    <div id="client-report">
      <Sheets
        {...{ report, paper, pieces }}
        cover={<ClientCover {...{ report, paper, findings }} />}
        onLaidOut={settle}
      />
    </div>
  )
}
