import { Badge, Box, Checkbox, Stack, VisuallyHidden } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ImportLine,
  isTakeable,
  type LineResult,
} from '../../../shared/features/proposals/match.ts'
import kit from '../../ui/kit.module.css'
import { EmptyState } from '../../ui/notice.tsx'
import type { LineTexts } from './line-text.ts'
import classes from './proposals.module.css'

type OnChoose = (lines: readonly number[], isChosen: boolean) => void

interface LineListProps {
  lines: readonly ImportLine[]
  /** Numbers of the lines whose changes were applied. */
  made: ReadonlySet<number>
  chosen: ReadonlySet<number>
  texts: LineTexts
  onChoose: OnChoose
}

/** Estimated height in pixels of a line with one change; lines are measured when rendered. */
const USUAL_HEIGHT = 46

/** The lines of a file: what each would change, or why it is in doubt. */
export function LineList({ lines, made, chosen, texts, onChoose }: LineListProps) {
  const { t } = useTranslation('proposals')
  const scroller = useRef<HTMLDivElement>(null)
  const getItemKey = useCallback((index: number) => lines[index]?.line ?? index, [lines])
  // There is no React compiler here.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey,
    overscan: 4,
    initialRect: { width: 0, height: window.innerHeight },
  })
  const items = virtualizer.getVirtualItems()
  const open = lines.filter((line) => isTakeable(line) && !made.has(line.line))
  const isAll = open.length > 0 && open.every(({ line }) => chosen.has(line))
  return (
    <Stack gap={0} mih={0} className={kit.card}>
      <div className={classes.all}>
        <Checkbox
          label={t('chooseAll')}
          disabled={open.length === 0}
          checked={isAll}
          indeterminate={!isAll && open.some(({ line }) => chosen.has(line))}
          onChange={({ currentTarget }) =>
            onChoose(
              open.map(({ line }) => line),
              currentTarget.checked,
            )
          }
        />
      </div>
      <div ref={scroller} className={classes.scroller} data-lines>
        {lines.length === 0 ? (
          <EmptyState title={t('none')} text={t('noneText')} />
        ) : (
          <ul
            className={`${kit.list} ${classes.lines}`}
            aria-label={t('list')}
            style={{ height: virtualizer.getTotalSize() }}
          >
            {items.map(({ index, key, start }) => {
              const line = lines[index]
              return (
                line && (
                  <li
                    key={key}
                    ref={virtualizer.measureElement}
                    data-index={index}
                    className={classes.line}
                    style={{ transform: `translateY(${start}px)` }}
                    aria-setsize={lines.length}
                    aria-posinset={index + 1}
                  >
                    <Line
                      {...{ line, texts, onChoose }}
                      isMade={made.has(line.line)}
                      isChosen={chosen.has(line.line)}
                    />
                  </li>
                )
              )
            })}
          </ul>
        )}
      </div>
    </Stack>
  )
}

const COLORS: Readonly<Record<LineResult | 'made', string>> = {
  changed: 'var(--desk-unposted)',
  added: 'var(--desk-good)',
  removed: 'var(--desk-bad)',
  doubt: 'var(--desk-warn)',
  same: 'var(--desk-third)',
  made: 'var(--desk-good)',
}

interface LineProps {
  line: ImportLine
  texts: LineTexts
  isMade: boolean
  isChosen: boolean
  onChoose: OnChoose
}

// Memoized, so that visible lines do not render at each scroll step.
const Line = memo(function Line({ line, texts, isMade, isChosen, onChoose }: LineProps) {
  const { t } = useTranslation('proposals')
  const result = isMade ? 'made' : line.result
  const canTake = isTakeable(line) && !isMade
  return (
    <>
      <Checkbox
        aria-label={t('choose', { line: line.line })}
        checked={canTake && isChosen}
        disabled={!canTake}
        onChange={({ currentTarget }) => onChoose([line.line], currentTarget.checked)}
      />
      <span className={classes.number} title={t('line', { line: line.line })}>
        {line.line}
      </span>
      <Badge
        size="sm"
        variant="outline"
        radius="sm"
        color={COLORS[result]}
        tt="none"
        className={classes.result}
      >
        {t(`result.${result}`)}
      </Badge>
      <div className={classes.content}>
        <span className={classes.about} data-removed={line.result === 'removed' || undefined}>
          {texts.place(line)}
        </span>
        {line.changes.map((change) => (
          <span key={change.column.key} className={classes.change}>
            <span className={classes.setting}>{texts.name(change.column)}</span>
            {line.row && (
              <del>
                <VisuallyHidden>{`${t('before')} `}</VisuallyHidden>
                {texts.before(line, change)}
              </del>
            )}
            <ins>
              <VisuallyHidden>{`${t('after')} `}</VisuallyHidden>
              {texts.after(line, change)}
            </ins>
          </span>
        ))}
        {line.doubts.map((doubt) => (
          <Box component="span" key={`${doubt.why} ${doubt.column?.key}`} c="var(--desk-warn)">
            {doubt.column && `${texts.name(doubt.column)}: `}
            {texts.doubt(doubt)}
          </Box>
        ))}
      </div>
    </>
  )
})
