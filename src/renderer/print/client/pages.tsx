import { Box } from '@mantine/core'
import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientLayout } from '../../../shared/features/reports/cover.ts'
import { SUM_DIGITS } from '../../../shared/features/reports/report.ts'
import type { OpenReport } from '../../../shared/features/settings/window-info.ts'
import { todayIn } from '../../../shared/time/period.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import classes from './client.module.css'
import type { FindingWords } from './finding-words.ts'
import { pagesOf } from './page-breaks.ts'

/** A part of a page that is never split. */
export interface Piece {
  key: string
  content: ReactNode
  keepsNext?: boolean
  /** The key of its table's header. */
  head?: string
}

export interface ReportContent {
  /** Shown on the cover. */
  findings: FindingWords[]
  /** Whether there are figures of the days that the period is compared with. */
  isCompared: boolean
  pieces: Piece[]
}

interface PagesProps {
  report: OpenReport
  layout: ClientLayout
  cover: ReactNode
  pieces: readonly Piece[]
  onLaidOut: () => void
}

/** The pages, laid out by the measured heights of the pieces. */
export function Pages({ report, layout, cover, pieces, onLaidOut }: PagesProps) {
  const measured = useRef<HTMLDivElement>(null)
  const [pages, setPages] = useState<Piece[][] | null>(null)
  useLayoutEffect(() => {
    const root = measured.current
    if (!root || pages) return
    void document.fonts.ready.then(() => setPages(laidOut(root, pieces)))
  }, [pieces, pages])
  useLayoutEffect(() => {
    if (pages) onLaidOut()
  }, [pages, onLaidOut])
  if (!pages) {
    return (
      <div ref={measured} className={classes.measured}>
        <div data-room className={classes.room} />
        {pieces.map(({ key, content }) => (
          <div key={key} data-piece className={classes.piece}>
            {content}
          </div>
        ))}
      </div>
    )
  }
  const count = pages.length + 1
  return (
    <>
      <div className={classes.page}>
        {cover}
        <Foot {...{ report, layout }} page={1} pages={count} />
      </div>
      {pages.map((page, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- pages have no other name, and never change
        <div key={index} className={classes.page}>
          <Head {...{ report, layout }} />
          <Box mt={20}>
            {page.map(({ key, content }) => (
              <div key={key} className={classes.piece}>
                {content}
              </div>
            ))}
          </Box>
          <Foot {...{ report, layout }} page={index + 2} pages={count} />
        </div>
      ))}
    </>
  )
}

function laidOut(root: HTMLElement, pieces: readonly Piece[]): Piece[][] {
  const room = root.querySelector('[data-room]')?.getBoundingClientRect().height ?? 0
  const heights = [...root.querySelectorAll('[data-piece]')].map(
    (piece) => piece.getBoundingClientRect().height,
  )
  const places = new Map(pieces.map(({ key }, index) => [key, index]))
  const sizes = pieces.map(({ keepsNext = false, head }, index) => ({
    height: heights[index] ?? 0,
    keepsNext,
    head: head === undefined ? null : (places.get(head) ?? null),
  }))
  return pagesOf(sizes, room).map((page) => page.flatMap((index) => pieces[index] ?? []))
}

interface FrameProps {
  report: OpenReport
  layout: ClientLayout
}

export const titleOf = ({ report, layout }: FrameProps) =>
  layout.cover.title.trim() || report.about.title

function Head(props: FrameProps) {
  const { dateRange } = useFormat()
  const { period } = props.report.about
  return (
    <div className={classes.head}>
      <span className={kit.cut}>{titleOf(props)}</span>
      <span>{period && dateRange(period)}</span>
    </div>
  )
}

function Foot({
  report: { id, about },
  layout,
  page,
  pages,
}: FrameProps & { page: number; pages: number }) {
  const { t } = useTranslation('clientReport')
  const format = useFormat()
  const { timezone: zone } = about.account
  const { name } = layout.brand
  const date = format.date(todayIn(zone, about.madeAt))
  const sum = id.slice(0, SUM_DIGITS).replace(/(.{4})(?=.)/g, '$1 ')
  const ageText = (asOf: { oldest: number; newest: number }) => {
    const [oldest, newest] = [asOf.oldest, asOf.newest].map((at) => format.instant(at, zone))
    if (oldest === newest) return t('asOf', { when: newest, zone })
    return t('asOfBetween', { oldest, newest, zone })
  }
  const facts = [t('checksum', { id: sum }), about.asOf && ageText(about.asOf)].filter(Boolean)
  return (
    <div className={classes.foot}>
      <div className={classes.footLine}>
        <span className={kit.cut}>
          {name ? t('preparedBy', { name, date }) : t('made', { date })}
        </span>
        <span>{t('pageOf', { page, pages })}</span>
      </div>
      <p className={classes.sum}>
        {facts.map((fact, index) => (
          <Fragment key={fact}>
            {index > 0 && ' · '}
            {fact}
          </Fragment>
        ))}
      </p>
    </div>
  )
}
