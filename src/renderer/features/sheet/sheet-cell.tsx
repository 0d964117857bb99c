import type { ReactNode } from 'react'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import { isChanged, registerValue, type SheetRow } from '../../../shared/features/sheet/rows.ts'
import { at, textAt } from '../../../shared/features/videos/check/values.ts'
import classes from './sheet.module.css'

export interface CellTexts {
  show: (row: SheetRow, column: SheetColumn) => string
  /** The service's value of a cell, for a sentence. */
  was: (row: SheetRow, column: SheetColumn) => string
  /** Shown instead of the distance for items that appear at the pitch. */
  atPitch: string
  figure: (row: SheetRow, column: SheetColumn) => string
  /** The days of a figure and how old it is, or why it is missing; when a link was checked. */
  days: (row: SheetRow, column: SheetColumn) => string
  /** The name of a row's checkbox. */
  tick: (row: SheetRow) => string
  /** The problems of a row, the worst first. */
  problems: (row: SheetRow) => readonly CellProblem[]
}

export interface CellProblem {
  rule: string
  severity: 'error' | 'warning' | 'note'
  register: string | null
  text: string
}

interface CellProps {
  row: SheetRow
  column: SheetColumn
  texts: CellTexts
}

const COMPUTED: readonly SheetColumn['kind'][] = ['count', 'percent', 'remark']

export const MISSING = '–'

/**
 * What a cell shows when it is not being edited. This and the functions below are no components:
 * hundreds of cells are drawn in each frame of a scroll.
 */
export function cellContent(props: CellProps): ReactNode {
  const { row, column, texts } = props
  if (column.kind === 'title') return cutText(row.video.name || row.video.id)
  if (column.kind === 'problems') return problemsContent(texts.problems(row))
  if (COMPUTED.includes(column.kind)) {
    const figure = texts.figure(row, column)
    if (figure === '') return <i>{MISSING}</i>
    if (column.kind !== 'remark') return figure
    return cutText(figure, `${figure}\n${texts.days(row, column)}`)
  }
  return settingContent(props)
}

function settingContent({ row, column, texts }: CellProps): ReactNode {
  const { kind, key, register } = column
  const value = registerValue(row, register ?? '')
  const text = texts.show(row, column)
  if (kind === 'flag') return toggle(value, text)
  const mark = isMarked(row, column) && (
    <b aria-hidden className={classes.delta}>
      Δ
    </b>
  )
  if (text !== '') {
    const isAtPitch = kind === 'from-pitch' && value === row.video.pitch
    return (
      <>
        {mark}
        {isAtPitch ? texts.atPitch : valueContent(kind, value, text)}
      </>
    )
  }
  if (kind === 'from-pitch') return <i>{MISSING}</i>
  return (
    <>
      {mark}
      {key === 'action.content' && <i>{withoutText(row)}</i>}
    </>
  )
}

/** A text that is cut with an ellipsis, complete in the tooltip. */
const cutText = (text: string, title = text) => (
  <span className={classes.text} title={title}>
    {text}
  </span>
)

/** Short enough for their columns, so that they need no tooltip. */
const SHORT: readonly SheetColumn['kind'][] = ['time', 'from-pitch', 'threshold']

function valueContent(kind: SheetColumn['kind'], value: unknown, text: string) {
  if (kind === 'url') return urlContent(text)
  if (SHORT.includes(kind)) return text
  if (kind !== 'object') return cutText(text)
  return (
    <>
      {swatch(value)}
      {cutText(objectName(value, text))}
    </>
  )
}

/** The text for a call to action that is no text button. */
const withoutText = ({ value }: SheetRow) =>
  textAt(value, 'base.name') || (at(value, 'action.as_html') === true ? 'HTML' : '')

export const isMarked = (row: SheetRow, { register, kind }: SheetColumn) =>
  register !== null && kind !== 'flag' && row.mark !== 'added' && isChanged(row, register)

/** A picture of a switch, because the cell itself is the click target. */
const toggle = (value: unknown, text: string) => (
  <span
    {...(text === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': text })}
    data-toggle
    className={classes.toggle}
    data-on={value === true}
    data-set={value !== null}
  />
)

/** The path is cut first, because addresses of one account differ in host and parameters. */
function urlContent(text: string) {
  const [, scheme = '', host = '', path = '', query = ''] =
    /^(https?:\/\/)?([^/?#]*)([^?#]*)(.*)$/iu.exec(text) ?? []
  return (
    <span className={classes.url} title={text}>
      {scheme.toLowerCase() === 'http://' && <span className={classes.scheme}>{scheme}</span>}
      <span className={classes.host}>{host}</span>
      <span className={classes.path}>{path}</span>
      <span>{query}</span>
    </span>
  )
}

const COLOR = /^(#[\da-f]{3,8}|[a-z]+|rgba?\([\d\s,.%/]+\)|hsla?\([\d\s,.%/deg]+\))$/iu

function swatch(value: unknown) {
  const color = textAt(value, 'background_color')
  if (!COLOR.test(color)) return null
  return <span aria-hidden className={classes.swatch} style={{ backgroundColor: color }} />
}

/** The distinguishing parts of a style or typography; `text` describes any other value. */
export function objectName(value: unknown, text: string): string {
  const color = textAt(value, 'background_color')
  if (color) return color
  const family = textAt(value, 'family')
  const size = at(value, 'size')
  return family ? [family, typeof size === 'number' ? size : ''].filter(Boolean).join(' ') : text
}

function problemsContent(problems: readonly CellProblem[]) {
  const [first] = problems
  if (!first) return null
  const more = problems.length > 1 ? ` +${problems.length - 1}` : ''
  return (
    <span
      className={classes.problem}
      data-severity={first.severity}
      title={problems.map(({ text }) => text).join('\n')}
    >
      <span aria-hidden>
        {first.severity === 'error' ? '●' : first.severity === 'warning' ? '▲' : '○'}
      </span>
      <span className={classes.text}>{first.text}</span>
      {more}
    </span>
  )
}
