import { Skeleton } from '@mantine/core'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { ReportScreen } from '../../shared/features/reports/report.ts'
import { call, shownCalls } from '../bridge.ts'
import { lazyNamed } from '../lazy-named.ts'
import { freezableScreen } from '../ui/freeze-button.tsx'
import { definedFigures } from '../ui/print-table.tsx'
import { useView } from '../view.ts'
import { Appendix } from './appendix.tsx'
import { ClientReport } from './client/client-report.tsx'
import { Cover } from './cover.tsx'
import { type DefinedFigure, figuresShown, textsOn } from './figures-shown.ts'
import classes from './print.module.css'
import { whenSettled } from './settled.ts'

const SCREENS = {
  overview: lazyNamed(() => import('../features/overview/overview-screen.tsx'), 'OverviewScreen'),
  player: lazyNamed(() => import('../features/player/player-screen.tsx'), 'PlayerScreen'),
  traffic: lazyNamed(() => import('../features/traffic/traffic-screen.tsx'), 'TrafficScreen'),
  abTests: lazyNamed(() => import('../features/ab-tests/ab-tests-screen.tsx'), 'AbTestsScreen'),
} as const

/** The printed page: a report laid out for a client, or a screen as it is. */
export function PrintPage() {
  const { report, print } = useView(({ info }) => info)
  if (!report || !print?.client) return <PrintedScreen />
  return (
    <div className={classes.print}>
      <ClientReport report={report} layout={print.client} />
    </div>
  )
}

/** A screen drawn completely and without controls, for a PDF or a preview. */
function PrintedScreen() {
  const { report, print } = useView(({ info }) => info)
  const screen = useView(({ preferences }) => preferences.place.screen)
  const { page, content, figures } = usePrinted()
  const Shown = SCREENS[screen as ReportScreen]
  return (
    <div ref={page} className={classes.print}>
      {report && print && <Cover report={report} texts={print.cover} />}
      <main ref={content} id="content">
        <Suspense fallback={<Skeleton height={320} animate={false} />}>
          <Shown />
        </Suspense>
      </main>
      {report && figures && <Appendix about={report.about} figures={figures} />}
      <section id="overlays" />
    </div>
  )
}

/** Waits until the screen is drawn, then adds the definitions, then reports to main that the page is complete. */
function usePrinted() {
  const page = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLElement>(null)
  const [figures, setFigures] = useState<readonly DefinedFigure[] | null>(null)
  useEffect(() => {
    const root = content.current
    if (!root) return
    const { print, language } = useView.getState().info
    const define = () => {
      const shown = { tables: definedFigures(), words: textsOn(root) }
      setFigures(figuresShown(shown, print?.definitions ?? {}, language))
    }
    void whenSettled(root).then(define)
  }, [])
  useEffect(() => {
    if (!page.current || !figures) return
    void whenSettled(page.current).then(reportSettled)
  }, [figures])
  return { page, content, figures }
}

function reportSettled() {
  const screen = freezableScreen()
  return call.print.settled({ screen: screen && { ...screen, calls: shownCalls() } })
}
