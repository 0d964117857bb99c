import {
  IconDownload,
  IconPencil,
  IconStar,
  IconStarFilled,
  IconTag,
  IconTrash,
} from '@tabler/icons-react'
import { type MouseEvent, memo, useEffect, useState } from 'react'
import type { ListedReport } from '../../../shared/features/reports/report.ts'
import { call } from '../../bridge.ts'
import kit from '../../ui/kit.module.css'
import classes from './reports.module.css'
import type { RowWords } from './row-words.ts'

export const ROW_HEIGHT = 78

export interface ReportActions {
  open: (id: string) => void
  save: (id: string) => void
  remove: (ids: string[]) => void
  editTags: (id: string) => void
  editCover: (id: string) => void
  favour: (report: ListedReport) => void
  toggle: (id: string) => void
}

interface ReportRowProps {
  id: string
  report: ListedReport
  index: number
  /** Pixels from the top of the first row. */
  top: number
  isActive: boolean
  isSelected: boolean
  /** The number of reports that its button removes: with a selected one, all selected. */
  removed: number
  words: RowWords
  actions: ReportActions
}

// Memoized, because the list renders at each scroll step while most of its rows stay the same.
export const ReportRow = memo(function ReportRow(props: ReportRowProps) {
  const { id, report, index, top, isActive, isSelected, words, actions } = props
  const { about, tags, hasPreview } = report
  return (
    // By keyboard, the grid itself handles Enter.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="row"
      id={id}
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      tabIndex={-1}
      className={classes.row}
      data-active={isActive || undefined}
      data-report-id={report.id}
      style={{ height: ROW_HEIGHT, transform: `translateY(${top}px)` }}
      onClick={() => actions.open(report.id)}
    >
      <Chosen {...props} />
      <div role="gridcell" className={classes.pictureCell}>
        <Preview id={report.id} hasPreview={hasPreview} without={words.noPicture} />
      </div>
      <div role="gridcell" className={classes.what}>
        <span className={classes.named}>
          <span className={`${kit.cut} ${classes.name}`} title={about.title}>
            {about.title}
          </span>
          <span className={classes.tags} title={tags.join(', ')}>
            {tags.map((one) => (
              <span key={one} className={classes.tag}>
                {one}
              </span>
            ))}
          </span>
        </span>
        <span className={`${kit.cut} ${kit.quiet} ${classes.fact}`}>{words.about(report)}</span>
        <span className={`${kit.cut} ${kit.quiet} ${classes.fact}`}>{words.days(report)}</span>
      </div>
      <div role="gridcell" className={classes.when} title={words.added(report)}>
        <span className={`${kit.cut} ${kit.quiet} ${classes.fact}`}>{words.made(report)}</span>
        <span className={`${kit.cut} ${kit.quiet} ${classes.fact}`}>{words.asOf(report)}</span>
        <span className={`${kit.cut} ${kit.quiet} ${classes.fact}`}>{words.from(report)}</span>
      </div>
      <Buttons {...props} />
    </div>
  )
})

/** Replaces a row that failed to render, so that the others are still shown. */
export function DamagedRow(props: ReportRowProps) {
  const { id, report, index, top, isActive, isSelected, words } = props
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      className={classes.row}
      data-active={isActive || undefined}
      style={{ height: ROW_HEIGHT, transform: `translateY(${top}px)` }}
    >
      <Chosen {...props} />
      <div role="gridcell" className={classes.what} style={{ gridColumn: '2 / 5' }}>
        <span className={`${kit.cut} ${classes.name}`}>{report.about.title}</span>
        <span className={`${kit.cut} ${kit.quiet} ${classes.fact}`}>{words.damaged}</span>
      </div>
      <Buttons {...props} />
    </div>
  )
}

const stop = (event: MouseEvent) => event.stopPropagation()

// Plain HTML controls, because Mantine's would take most of a row's rendering time.
function Chosen({ report, isSelected, removed, words, actions }: ReportRowProps) {
  return (
    // By keyboard, the grid itself handles Space.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div role="gridcell" tabIndex={-1} className={classes.chosen} onClick={stop}>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={words.labels(report, removed).select}
        checked={isSelected}
        onChange={() => actions.toggle(report.id)}
      />
    </div>
  )
}

function Buttons({ report, removed, words, actions }: ReportRowProps) {
  const { id, isFavourite } = report
  const labels = words.labels(report, removed)
  const buttons = [
    {
      label: labels.favour,
      Icon: isFavourite ? IconStarFilled : IconStar,
      act: () => actions.favour(report),
    },
    { label: labels.cover, Icon: IconPencil, act: () => actions.editCover(id) },
    { label: labels.tags, Icon: IconTag, act: () => actions.editTags(id) },
    { label: labels.save, Icon: IconDownload, act: () => actions.save(id) },
    { label: labels.remove, Icon: IconTrash, act: () => actions.remove([id]) },
  ]
  return (
    <div role="gridcell" className={classes.buttons}>
      {buttons.map(({ label, Icon, act }) => (
        <button
          key={label}
          type="button"
          tabIndex={-1}
          className={classes.button}
          data-favourite={Icon === IconStarFilled || undefined}
          aria-label={label}
          title={label}
          onClick={(event) => {
            event.stopPropagation()
            act()
          }}
        >
          <Icon size={16} aria-hidden />
        </button>
      ))}
    </div>
  )
}

/** Delay in milliseconds, so that rows passed by fast scrolling load no preview. */
const RESTING_MS = 80
const MOST_PREVIEWS = 200

// A cache, because a report's preview never changes, and rows scroll in and out of view.
const previews = new Map<string, string | null>()

function addPreview(id: string, address: string | null) {
  previews.delete(id)
  previews.set(id, address)
  const [oldest] = previews.keys()
  if (previews.size > MOST_PREVIEWS && oldest !== undefined) previews.delete(oldest)
}

interface PreviewProps {
  id: string
  hasPreview: boolean
  /** Text shown when there is no preview. */
  without: string
}

/** The preview of a report, loaded when its row stays in view. */
function Preview({ id, hasPreview, without }: PreviewProps) {
  const [address, setAddress] = useState(previews.get(id) ?? null)
  useEffect(() => {
    if (!hasPreview || previews.has(id)) return
    let isGone = false
    const load = () =>
      void call.reports.preview({ id }).then(
        (read) => {
          addPreview(id, read)
          if (!isGone) setAddress(read)
        },
        // Without the preview, the row is still complete.
        () => undefined,
      )
    const resting = setTimeout(load, RESTING_MS)
    return () => {
      isGone = true
      clearTimeout(resting)
    }
  }, [id, hasPreview])
  if (address) return <img src={address} alt="" className={classes.picture} draggable={false} />
  return <span className={classes.noPicture}>{!hasPreview && without}</span>
}
