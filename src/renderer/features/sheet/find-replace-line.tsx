import { Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group as SettingsGroup } from '../../../shared/api/settings/index.ts'
import {
  isTicked,
  nameOfRow,
  type Proposed,
  type Ticks,
} from '../../../shared/features/sheet/find-replace.ts'
import type { SheetVideo } from '../../../shared/features/sheet/rows.ts'
import { piecesOf, type Span } from '../../../shared/features/sheet/splice.ts'
import { urlParts } from '../../../shared/features/sheet/url-parts.ts'
import { settingName } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import classes from './find-replace.module.css'

export type Line =
  | { kind: 'video'; key: string; video: SheetVideo; changes: readonly Proposed[] }
  | { kind: 'change'; key: string; change: Proposed }

type TickState = 'none' | 'some' | 'all'

export const isTickable = ({ cell }: Proposed) => cell !== null

/** How many of the changes that can be ticked are. */
export function tickState(changes: readonly Proposed[], ticks: Ticks): TickState {
  const on = changes.filter((one) => isTicked(one, ticks)).length
  return on === 0 ? 'none' : on === changes.filter(isTickable).length ? 'all' : 'some'
}

interface TickBoxProps {
  label: string
  state: TickState
  isDisabled?: boolean
  /** Part of a grid that handles the keys. */
  isInGrid?: boolean
  onChange: (isOn: boolean) => void
}

export function TickBox({ label, state, isDisabled, isInGrid, onChange }: TickBoxProps) {
  return (
    <input
      type="checkbox"
      className={classes.tick}
      {...(isInGrid && { tabIndex: -1 })}
      aria-label={label}
      disabled={isDisabled}
      checked={state === 'all'}
      ref={(box) => {
        if (box) box.indeterminate = state === 'some'
      }}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}

interface LineProps {
  id: string
  index: number
  top: number
  isActive: boolean
  onToggle: () => void
  onActive: () => void
}

interface VideoLineProps extends LineProps {
  line: Extract<Line, { kind: 'video' }>
  state: TickState
  /** The number of its changes. */
  ticked: number
}

export function VideoLine({ line, state, ticked, ...props }: VideoLineProps) {
  const { t } = useTranslation('findReplace')
  const { video, changes } = line
  const name = video.name || video.id
  return (
    <Row {...props} isOn={state === 'all'} isVideo>
      <div role="gridcell">
        <TickBox
          isInGrid
          label={t('tickVideo', { name })}
          state={state}
          isDisabled={!changes.some(isTickable)}
          onChange={props.onToggle}
        />
      </div>
      <div role="gridcell" className={`${kit.cut} ${kit.heading}`}>
        <span>{name}</span>
        <Text span c="dimmed" ml={8}>
          {ticked === changes.length ? ticked : t('someOf', { ticked, count: changes.length })}
        </Text>
      </div>
    </Row>
  )
}

interface ChangeLineProps extends LineProps {
  group: SettingsGroup
  change: Proposed
  isOn: boolean
  hasManyFields: boolean
}

export function ChangeLine({ group, change, isOn, hasManyFields, ...props }: ChangeLineProps) {
  const { t } = useTranslation('findReplace')
  const { language } = useFormat()
  const { row, column, before, after, marks } = change
  const field = settingName(group, column.key, language)
  const name = nameOfRow(row)
  return (
    <Row {...props} isOn={isOn}>
      <div role="gridcell">
        <TickBox
          isInGrid
          label={t('tickChange', { name: name || field })}
          state={isOn ? 'all' : 'none'}
          isDisabled={!isTickable(change)}
          onChange={props.onToggle}
        />
      </div>
      <div role="gridcell" className={classes.name} title={`${name}\n${field}`}>
        {name || field}
        {hasManyFields && name !== '' && (
          <Text span c="dimmed" ml={6}>
            {field}
          </Text>
        )}
      </div>
      <div role="gridcell" className={classes.text} title={before}>
        <Marked text={before} marks={marks.before} kind={isOn ? 'old' : 'none'} />
      </div>
      <IconArrowRight size={14} aria-hidden color="var(--desk-third)" />
      <div role="gridcell" className={classes.text} title={after}>
        <After change={change} isOn={isOn} />
      </div>
    </Row>
  )
}

/** The text after the change, or why there is none. */
function After({
  change: { after, marks, leftOut },
  isOn,
}: Pick<ChangeLineProps, 'change' | 'isOn'>) {
  const { t } = useTranslation('findReplace')
  // An emptied list that is ticked has no text, so the reason is shown instead.
  if (leftOut !== null && (!isOn || leftOut === 'emptied')) {
    return <span className={classes.reason}>{t(`leftOut.${leftOut}`)}</span>
  }
  return <Marked text={after} marks={marks.after} kind={isOn ? 'new' : 'none'} />
}

interface RowProps extends LineProps {
  isOn: boolean
  isVideo?: boolean
  children: ReactNode
}

function Row({ id, index, top, isActive, isOn, isVideo, onActive, children }: RowProps) {
  return (
    // Keys are the grid's.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="row"
      id={id}
      tabIndex={-1}
      aria-rowindex={index + 1}
      aria-selected={isOn}
      className={classes.line}
      data-active={isActive || undefined}
      data-video={isVideo || undefined}
      data-off={!isOn || undefined}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onActive}
    >
      {children}
    </div>
  )
}

/** Characters shown around a change in a text that is too long. */
const EXCERPT = { around: 14, whole: 46 }
const LONGEST_HEAD = 30

interface MarkedProps {
  text: string
  marks: readonly Span[]
  kind: 'old' | 'new' | 'none'
}

/** A text with its changed parts coloured. Of an address, `https://` is left out. */
function Marked({ text, marks, kind }: MarkedProps) {
  const scheme = /^https:\/\//iu.exec(text)?.[0].length ?? 0
  const [first] = marks
  const cut = first && first.start < scheme ? 0 : scheme
  const shown = text.slice(cut)
  const moved = marks.map(({ start, end }) => ({ start: start - cut, end: end - cut }))
  const hostEnd = (urlParts(text)?.host.end ?? cut) - cut
  const pieces = piecesOf(shown, moved, { ...EXCERPT, head: hostEnd <= LONGEST_HEAD ? hostEnd : 0 })
  const places = new Map<string, number>()
  return pieces.map((piece) => {
    const place = places.get(piece.text) ?? 0
    places.set(piece.text, place + 1)
    const key = `${piece.text} ${place}`
    if (!piece.isMarked || kind === 'none') return <span key={key}>{piece.text}</span>
    return kind === 'old' ? <del key={key}>{piece.text}</del> : <ins key={key}>{piece.text}</ins>
  })
}
