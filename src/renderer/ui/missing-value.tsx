import { Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconCalendarQuestion, IconLock } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getOrCreate } from '../../shared/maps.ts'
import type { Currency } from '../../shared/model/money.ts'
import { type Cell, isMissing, type Kind, type Missing } from '../../shared/tables/table.ts'
import { type Format, useFormat } from './format.ts'
import classes from './missing-value.module.css'

interface CellViewProps {
  cell: Cell
  kind: Kind
  currency?: Currency | undefined
}

/** A cell of a shared table as text; a missing figure shows the reason. */
export function CellView({ cell, kind, currency }: CellViewProps) {
  const text = useCellText()
  return isMissing(cell) ? (
    <MissingValue why={cell.missing} place={cell.lastPlace} />
  ) : (
    <>{text(cell, kind, currency)}</>
  )
}

/** Returns a function that formats a cell in the window's language. */
export function useCellText() {
  const format = useFormat()
  return useMemo(() => textWith(format), [format])
}

function textWith(format: Format) {
  const written: Record<Exclude<Kind, 'text' | 'money'>, (cell: never) => string> = {
    count: format.count,
    percent: format.percent,
    date: format.date,
    second: format.videoTime,
    duration: format.duration,
    instant: format.instant,
  }
  return (cell: number | string, kind: Kind, currency?: Currency) => {
    // A time that cannot be read comes as the service wrote it.
    if (kind === 'text' || (kind === 'instant' && typeof cell === 'string')) return String(cell)
    if (kind === 'money') return format.money(Number(cell), currency ?? 'usd')
    return written[kind](cell as never)
  }
}

interface MissingValueProps {
  why: Missing
  /** A more specific text than the reason's own, such as "No pitch set." */
  words?: string | undefined
  /** With `not-ranked`: the last requested place. */
  place?: number | undefined
}

/** A missing figure. Each reason has its own mark, a tooltip, and text for screen readers. */
export const MissingValue = ({ why, words, place }: MissingValueProps) =>
  useMissingValue()(why, place, words)

/** `MissingValue` as a function for table cells, which share the lookup of its texts. */
export function useMissingValue() {
  const { t } = useTranslation('missing')
  return useMemo(() => {
    const known = new Map<Missing, Explained>()
    return (why: Missing, place?: number, words?: string) => {
      const { sentence, mark } = getOrCreate(known, why, () => ({
        sentence: t(`nothing.${why}`),
        mark: isWord(why) ? t(`short.${why}`) : <Mark why={why} />,
      }))
      return (
        <Explanation
          why={why}
          sentence={words ?? sentence}
          mark={place === undefined ? mark : t('short.below', { place })}
        />
      )
    }
  }, [t])
}

interface Explained {
  sentence: string
  mark: ReactNode
}

const Explanation = ({ why, sentence, mark }: Explained & { why: Missing }) => (
  <Hinted hint={sentence} className={classes.nothing} data-why={why}>
    <span aria-hidden="true">{mark}</span>
    <span className={classes.sentence}>{sentence}</span>
  </Hinted>
)

const WORDS = ['not-applicable', 'not-read', 'not-ranked', 'entered', 'new', 'few-data'] as const
type Word = (typeof WORDS)[number]
const isWord = (why: Missing): why is Word => (WORDS as readonly Missing[]).includes(why)

function Mark({ why }: { why: Exclude<Missing, Word> }): ReactNode {
  switch (why) {
    case 'needs-period':
      return (
        <>
          – <IconCalendarQuestion size={13} />
        </>
      )
    case 'not-in-plan':
      return <IconLock size={14} />
    case 'failed':
      return <IconAlertTriangle size={14} />
    case 'loading':
      return '…'
    case 'not-downloaded':
    case 'no-comparison':
    case 'left-empty':
    case 'merged':
      return '–'
  }
}

interface HintedProps extends Omit<ComponentProps<'span'>, 'ref'> {
  /** Shown while the pointer is over the content. */
  hint: string
}

/** A tooltip created only while hovered, because a screen has hundreds of these. */
export function Hinted({ hint, children, ...span }: HintedProps) {
  const place = useRef<HTMLSpanElement>(null)
  const [isPointed, setIsPointed] = useState(false)
  return (
    <span
      {...span}
      ref={place}
      onPointerEnter={() => setIsPointed(true)}
      onPointerLeave={() => setIsPointed(false)}
    >
      {children}
      {isPointed && <Tooltip opened target={place} label={hint} multiline maw={280} withArrow />}
    </span>
  )
}
