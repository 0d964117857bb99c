import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group as SettingsGroup } from '../../../shared/api/settings/index.ts'
import { groupsOfFile } from '../../../shared/features/proposals/grid-file.ts'
import {
  changeCount,
  type Import,
  importEdits,
  isTakeable,
  LINE_RESULTS,
  type LineResult,
  matchFile,
  resultCounts,
} from '../../../shared/features/proposals/match.ts'
import type { OpenedFile } from '../../../shared/features/proposals/proposal-calls.ts'
import { makeCells } from '../../../shared/features/sheet/cell.ts'
import { appTexts } from '../../../shared/locales/languages.ts'
import { withKeys } from '../../../shared/maps.ts'
import { folded, wordSearch } from '../../../shared/tables/table.ts'
import { useMutation } from '../../mutation.ts'
import { LeftInFlight, saveEdits } from '../../ui/edits/save-edits.tsx'
import { groupName } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { certainlyMade } from './decision.ts'
import { LineList } from './line-list.tsx'
import { lineText, useLineTexts } from './line-text.ts'
import { useTab, type WholeTab } from './use-tab.ts'

interface TableReviewProps {
  account_id: string
  group: SettingsGroup
  file: Extract<OpenedFile, { is: 'table' }>
  onAnother: () => void
  onMade: () => void
  onClose: () => void
}

/** What each line of a table would change, to be selected. */
export function TableReview(props: TableReviewProps) {
  const { file, onAnother } = props
  const { t } = useTranslation('proposals')
  const { language } = useFormat()
  const groups = useMemo(() => groupsOfFile(file.value.header, props.group), [file, props.group])
  const [chosen, setChosen] = useState<SettingsGroup | null>(null)
  const [first, ...others] = groups
  const group = chosen ?? (others.length === 0 ? first : undefined)
  if (group) return <TabReview {...props} {...{ group }} />
  return (
    <EmptyState
      title={t('import.severalKinds', { name: file.name })}
      text={t('import.severalKindsText')}
      action={
        <Group gap={8} justify="center">
          {groups.map((one) => (
            <Button key={one} onClick={() => setChosen(one)}>
              {groupName(one, language)}
            </Button>
          ))}
          <Button variant="subtle" onClick={onAnother}>
            {t('import.another')}
          </Button>
        </Group>
      }
    />
  )
}

/** The same, for the tab that the table is of. */
function TabReview(props: TableReviewProps) {
  const { account_id, group, file, onAnother } = props
  const { t } = useTranslation('proposals')
  const { language } = useFormat()
  const tab = useTab(account_id, group)
  // Each edit that a publish sends changes the rows, and a large file takes long to match again.
  const rows = useDeferredValue(tab.rows)
  const videos = useDeferredValue(tab.videos)
  const found = useMemo(
    () => rows && matchFile(file.value, { group, language, videos, rows }),
    [file, group, language, videos, rows],
  )
  if (tab.failure) return <Notice failure={tab.failure} onRetry={tab.refetch} />
  if (!found)
    return (
      <Text size="md" c="dimmed">
        {t('import.reading')}
      </Text>
    )
  const lack = lackOf(found)
  return (
    <>
      <FileFacts {...{ group, file, found }} onAnother={onAnother} />
      {lack ? (
        <EmptyState
          title={t(lack, { group: groupName(group, language) })}
          text={t(`${lack}Text`, {
            titles: found.header.unknown.slice(0, 12).join(', '),
            videoId: appTexts(language).files.grid.videoId,
            video: appTexts(language).files.grid.video,
          })}
        />
      ) : (
        <Lines {...props} {...{ found, tab }} />
      )}
    </>
  )
}

function lackOf({ header }: Import) {
  const { places, settings } = header
  if (places.videoId === undefined && places.video === undefined) return 'import.noVideo'
  return settings.length === 0 && places.remove === undefined ? 'import.noColumns' : null
}

interface FileFactsProps extends Pick<TableReviewProps, 'group' | 'file' | 'onAnother'> {
  found: Import
}

function FileFacts({ group, file, found, onAnother }: FileFactsProps) {
  const { t } = useTranslation('proposals')
  const { language } = useFormat()
  const { kind, encoding, otherSheets, lines } = file.value
  const { unknown, repeated } = found.header
  const notes = [
    unknown.length > 0 &&
      t('import.unknown', {
        count: unknown.length,
        group: groupName(group, language),
        titles: unknown.slice(0, 12).join(', '),
      }),
    repeated.length > 0 && t('import.repeated', { titles: repeated.slice(0, 12).join(', ') }),
    encoding === 'windows-1252' && t('import.ansi'),
    otherSheets > 0 && t('import.otherSheets', { count: otherSheets }),
  ].filter((note) => note !== false)
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap" gap={12}>
        <Text size="sm" truncate>
          {t('import.file', {
            name: file.name,
            kind: t(`import.${kind}`),
            lines: t('import.lines', { count: lines.length }),
          })}
          {` · ${groupName(group, language)}`}
        </Text>
        <Button size="compact-xs" flex="none" onClick={onAnother}>
          {t('import.another')}
        </Button>
      </Group>
      {notes.map((note) => (
        <Text key={note} c="var(--desk-warn)" className={kit.breaks}>
          {note}
        </Text>
      ))}
    </Stack>
  )
}

interface LinesProps extends TableReviewProps {
  found: Import
  tab: WholeTab
}

const NO_LINES: ReadonlySet<number> = new Set()

function Lines({ account_id, group, found, tab, onMade, onClose }: LinesProps) {
  const { t } = useTranslation('proposals')
  const format = useFormat()
  const { language } = format
  const [made, setMade] = useState(NO_LINES)
  const [shown, setShown] = useState<LineResult | 'all'>('all')
  const [search, setSearch] = useState('')
  // Readable values of a doubtful line are only applied when the user selects this.
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () =>
      new Set(
        found.lines
          .filter((one) => isTakeable(one) && one.result !== 'doubt')
          .map(({ line }) => line),
      ),
  )
  const [madeCount, setMadeCount] = useState<number | null>(null)
  const [leftOut, setLeftOut] = useState(0)
  const { mutate, failure, isPending } = useMutation()
  const cells = useMemo(
    () => makeCells({ group, language, videos: tab.videos }),
    [group, language, tab.videos],
  )
  const texts = useLineTexts({ group, cells })
  const lines = useMemo(() => {
    const hasWords = wordSearch(search)
    return found.lines.filter(
      (line) =>
        (shown === 'all' || line.result === shown) &&
        (!hasWords || hasWords(folded(lineText(line, texts)))),
    )
  }, [found.lines, shown, search, texts])
  const taken = found.lines.filter(
    (line) => isTakeable(line) && chosen.has(line.line) && !made.has(line.line),
  )
  const count = changeCount(taken)
  const make = () =>
    void mutate(async () => {
      const left = await saveEdits({ account_id, edits: importEdits(group, taken) })
      const done = certainlyMade(taken, left, ({ result }) => result === 'added')
      setMade(new Set([...made, ...done.map(({ line }) => line)]))
      setMadeCount(count - left)
      setLeftOut(left)
      onMade()
    })
  const counts = resultCounts(found.lines)
  return (
    <>
      <Group gap={12} justify="space-between">
        <SegmentedControl
          aria-label={t('show')}
          value={shown}
          onChange={(value) => setShown(value as LineResult | 'all')}
          data={[
            { value: 'all', label: `${t('all')} ${format.count(found.lines.length)}` },
            ...LINE_RESULTS.map((one) => ({
              value: one,
              label: `${t(`result.${one}`)} ${format.count(counts[one])}`,
            })),
          ]}
        />
        <SearchField value={search} onChange={setSearch} label={t('search')} w={240} />
      </Group>
      <LineList
        {...{ lines, made, chosen, texts }}
        onChoose={(numbers, isChosen) => setChosen(withKeys(chosen, numbers, isChosen))}
      />
      {failure && <Notice failure={failure} onRetry={make} />}
      <LeftInFlight count={leftOut} />
      <Group justify="space-between" wrap="nowrap" gap={12} pt={4}>
        <Text size="sm" role="status">
          {madeCount === null
            ? t('import.chosen', { chosen: taken.length, all: found.lines.length })
            : t('import.made', { count: madeCount })}
        </Text>
        <Group gap={8} wrap="nowrap">
          <Button onClick={onClose}>{t(madeCount === null ? 'cancel' : 'close')}</Button>
          <Button
            variant="filled"
            data-autofocus
            loading={isPending}
            disabled={count === 0}
            onClick={make}
          >
            {t('import.do', { count })}
          </Button>
        </Group>
      </Group>
    </>
  )
}
