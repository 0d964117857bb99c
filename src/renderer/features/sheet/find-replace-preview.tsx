import { Box, Group, SegmentedControl, Text } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group as SettingsGroup } from '../../../shared/api/settings/index.ts'
import {
  isTicked,
  type Proposed,
  type Ticks,
  videosOf,
} from '../../../shared/features/sheet/find-replace.ts'
import { groupBy } from '../../../shared/maps.ts'
import { wordSearch } from '../../../shared/tables/table.ts'
import { moved } from '../../ui/grid-move.ts'
import { EmptyState } from '../../ui/notice.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import classes from './find-replace.module.css'
import {
  ChangeLine,
  isTickable,
  type Line,
  TickBox,
  tickState,
  VideoLine,
} from './find-replace-line.tsx'
import { type Preview, searchedText } from './use-replacements.ts'

interface PreviewProps {
  group: SettingsGroup
  preview: Preview
  ticks: Ticks
  setTicks: (ticks: Ticks) => void
  /** Whether all inputs for a search are complete. */
  isComplete: boolean
  /** Whether lines name their field. */
  hasManyFields: boolean
}

type Shown = 'all' | 'ticked' | 'left'
const changesOf = (line: Line) => (line.kind === 'video' ? line.changes : [line.change])

/** Every change with its text before and after, by video, each with a checkbox. */
export const FindReplacePreview = memo(function FindReplacePreview(props: PreviewProps) {
  const { group, preview, ticks, setTicks, isComplete } = props
  const { t } = useTranslation('findReplace')
  const [shown, setShown] = useState<Shown>('all')
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const { proposed } = preview
  const ticked = useMemo(() => proposed.filter((one) => isTicked(one, ticks)), [proposed, ticks])
  const found = useMemo(
    () => foundIn(proposed, { shown, ticks, search: wanted }),
    [proposed, shown, ticks, wanted],
  )
  const lines = useMemo(() => linesOf(found), [found])
  const tick = (changes: readonly Proposed[], isOn: boolean) => {
    const next = new Map(ticks)
    for (const { key } of changes.filter(isTickable)) next.set(key, isOn)
    setTicks(next)
  }
  const counts = {
    all: proposed.length,
    ticked: ticked.length,
    left: proposed.length - ticked.length,
  }
  const videos = useMemo(() => videosOf(ticked), [ticked])
  const state = useMemo(() => tickState(found, ticks), [found, ticks])
  return (
    <section className={classes.preview} aria-label={t('preview')} aria-busy={preview.isPending}>
      <Group className={classes.bar} gap={8} px={16} py={6} wrap="nowrap">
        <TickBox
          label={t('tickAll')}
          state={state}
          isDisabled={!found.some(isTickable)}
          onChange={(isOn) => tick(found, isOn)}
        />
        <Text size="sm" fw={600} role="status" style={{ whiteSpace: 'nowrap' }}>
          {t('ticked', { ticked: counts.ticked, count: counts.all })}
        </Text>
        <Text c="dimmed" flex={1} truncate>
          {t('onVideos', { count: videos })}
        </Text>
        <SegmentedControl
          aria-label={t('shown')}
          value={shown}
          data={(['all', 'ticked', 'left'] as const).map((value) => ({
            value,
            label: t(`show.${value}`, { count: counts[value] }),
          }))}
          onChange={(next) => setShown(next as Shown)}
        />
        <SearchField value={search} onChange={setSearch} label={t('search')} w={180} />
      </Group>
      <div className={classes.heads} aria-hidden>
        <span />
        <span>{t(`item.${group}`)}</span>
        <span>{t('before')}</span>
        <span />
        <span>{t('after')}</span>
      </div>
      {lines.length > 0 ? (
        <Lines {...props} lines={lines} tick={tick} />
      ) : (
        <div className={classes.nothing}>
          {!preview.isPending && <Nothing {...{ isComplete, preview }} />}
        </div>
      )}
    </section>
  )
})

function Nothing({ isComplete, preview }: Pick<PreviewProps, 'isComplete' | 'preview'>) {
  const { t } = useTranslation('findReplace')
  if (preview.trouble) return null
  const why = !isComplete ? 'start' : preview.proposed.length > 0 ? 'hidden' : 'none'
  return <EmptyState title={t(`${why}Title`)} text={t(`${why}Text`)} />
}

function foundIn(
  proposed: readonly Proposed[],
  { shown, ticks, search }: { shown: Shown; ticks: Ticks; search: string },
): readonly Proposed[] {
  const hasWords = wordSearch(search)
  if (shown === 'all' && !hasWords) return proposed
  return proposed.filter((one) => {
    if (shown !== 'all' && isTicked(one, ticks) !== (shown === 'ticked')) return false
    return !hasWords || hasWords(searchedText(one))
  })
}

function linesOf(changes: readonly Proposed[]): Line[] {
  return [...groupBy(changes, ({ row }) => row.video.id)].flatMap(([id, own]): Line[] => {
    const [first] = own
    if (!first) return []
    const lines = own.map((change): Line => ({ kind: 'change', key: change.key, change }))
    return [{ kind: 'video', key: id, video: first.row.video, changes: own }, ...lines]
  })
}

const LINE_HEIGHT = 30

interface LinesProps extends PreviewProps {
  lines: readonly Line[]
  tick: (changes: readonly Proposed[], isOn: boolean) => void
}

function Lines({ lines, ticks, tick, preview, hasManyFields, group }: LinesProps) {
  const { t } = useTranslation('findReplace')
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const active = Math.min(at, lines.length - 1)
  // There is no React compiler here.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 8,
    initialRect: { width: 0, height: 600 },
  })
  const toggle = (index: number) => {
    const line = lines[index]
    if (!line) return
    const changes = changesOf(line)
    tick(changes, tickState(changes, ticks) !== 'all')
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === ' ') {
      event.preventDefault()
      return toggle(active)
    }
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / LINE_HEIGHT) - 1)
    // Home and End move between rows, because the list has a single column.
    const { key } = event
    const isEnd = key === 'Home' || key === 'End'
    const pressed = isEnd ? { key, ctrlKey: true, metaKey: false } : event
    const to = moved({ row: active, column: 0 }, { rows: lines.length, columns: 1, page }, pressed)
    if (!to) return
    event.preventDefault()
    setAt(Math.max(0, to.row))
    virtualizer.scrollToIndex(Math.max(0, to.row))
  }
  const items = virtualizer.getVirtualItems()
  const isDrawn = items.some(({ index }) => index === active)
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={t('changes')}
      aria-rowcount={lines.length}
      aria-multiselectable
      aria-activedescendant={isDrawn ? `${id}-${active}` : undefined}
      tabIndex={0}
      className={classes.lines}
      data-stale={preview.isPending || undefined}
      onKeyDown={onKeyDown}
    >
      <Box role="rowgroup" pos="relative" h={virtualizer.getTotalSize()}>
        {items.map(({ index, start }) => {
          const line = lines[index]
          if (!line) return null
          const common = {
            id: `${id}-${index}`,
            index,
            top: start,
            isActive: index === active,
            onToggle: () => {
              setAt(index)
              toggle(index)
            },
            onActive: () => setAt(index),
          }
          return line.kind === 'video' ? (
            <VideoLine
              key={`v${line.key}`}
              {...common}
              line={line}
              state={tickState(line.changes, ticks)}
              ticked={line.changes.filter((one) => isTicked(one, ticks)).length}
            />
          ) : (
            <ChangeLine
              key={line.key}
              {...common}
              {...{ group, hasManyFields }}
              change={line.change}
              isOn={isTicked(line.change, ticks)}
            />
          )
        })}
      </Box>
    </div>
  )
}
