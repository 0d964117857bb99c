import { useCallback } from 'react'
import type { ClientLayout } from '../../../shared/features/reports/cover.ts'
import type { OpenReport } from '../../../shared/features/settings/window-info.ts'
import { call } from '../../bridge.ts'
import { whenSettled } from '../settled.ts'
import { useAccountContent } from './account-pieces.tsx'
import { ClientCover } from './client-cover.tsx'
import { Pages, type ReportContent } from './pages.tsx'
import { usePlayerContent } from './player-pieces.tsx'

interface ClientReportProps {
  report: OpenReport
  layout: ClientLayout
}

/** A report laid out for the client who reads it. */
export function ClientReport({ report, layout }: ClientReportProps) {
  const isAccount = report.about.screen === 'overview'
  return isAccount ? (
    <AccountReport {...{ report, layout }} />
  ) : (
    <PlayerReport {...{ report, layout }} />
  )
}

function PlayerReport(props: ClientReportProps) {
  return <Laid {...props} content={usePlayerContent(props.report)} />
}

function AccountReport(props: ClientReportProps) {
  return <Laid {...props} content={useAccountContent(props.report)} />
}

function Laid({ report, layout, content }: ClientReportProps & { content: ReportContent | null }) {
  const settle = useCallback(() => {
    const root = document.getElementById('client-report')
    if (root) void whenSettled(root).then(() => call.print.settled({ screen: null }))
  }, [])
  if (!content) return null
  const { findings, isCompared, pieces } = content
  return (
    <div id="client-report">
      <Pages
        {...{ report, layout, pieces }}
        cover={<ClientCover {...{ report, layout, findings, isCompared }} />}
        onLaidOut={settle}
      />
    </div>
  )
}
