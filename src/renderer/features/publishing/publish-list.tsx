import {
  Anchor,
  Button,
  Group,
  Paper,
  SegmentedControl,
  Table,
  VisuallyHidden,
} from '@mantine/core'
import {
  IconArrowsSplit2,
  IconChevronDown,
  IconChevronUp,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconDots,
  IconLoader,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Publish, PublishedVideo } from '../../../shared/features/publishing/publish.ts'
import { todayIn } from '../../../shared/time/period.ts'
import { useSessionState } from '../../kept-list.ts'
import { useToday } from '../../period.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { EmptyState } from '../../ui/notice.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { goTo } from '../../view.ts'
import classes from './publish.module.css'
import {
  FILTERS,
  type Filter,
  inFilter,
  orderedVideos,
  type Part,
  partOf,
} from './publish-order.ts'
import { useKindsText, useStateText } from './publish-text.ts'

const MOST_WAITING = 6
/** Initial length of a long list; more is shown on request. */
const MOST_FIRST = 100

/**
 * The videos of a publish: running ones, the newest results, older ones collapsed, and waiting
 * ones.
 */
export function PublishList({ publish }: { publish: Publish }) {
  const { t } = useTranslation('publish')
  const [filter, setFilter] = useSessionState<Filter>('publish filter', 'all')
  const [search, setSearch] = useSessionState('publish search', '')
  const { first, older, waiting } = orderedVideos(publish, { filter, search })
  const isEmpty = first.length + older.length + waiting.length === 0
  return (
    <Paper component="section" radius="md" className={classes.card} aria-label={t('videos')}>
      <Group className={classes.cardHead} gap="sm">
        <h3>{t('videos')}</h3>
        <SegmentedControl
          aria-label={t('filter.label')}
          value={filter}
          onChange={(value) => setFilter(value as Filter)}
          data={FILTERS.map((value) => ({
            value,
            label: t(`filter.${value}`, { count: publish.videos.filter(inFilter(value)).length }),
          }))}
        />
        <SearchField ml="auto" w={170} label={t('search')} value={search} onChange={setSearch} />
      </Group>
      {isEmpty ? (
        <EmptyState
          title={t('noVideo')}
          text={t('noVideoText')}
          action={
            <Button
              onClick={() => {
                setFilter('all')
                setSearch('')
              }}
            >
              {t('showAll')}
            </Button>
          }
        />
      ) : (
        <Table
          layout="fixed"
          verticalSpacing={4}
          horizontalSpacing="md"
          borderColor="var(--desk-hairline)"
          aria-label={t('videos')}
        >
          <Head startedAt={publish.startedAt} />
          <Folded videos={first} most={MOST_FIRST} />
          <Older videos={older} />
          <Folded videos={waiting} most={MOST_WAITING} isWaiting />
        </Table>
      )}
    </Paper>
  )
}

const COLUMNS = [
  ['state', 44],
  ['video', '29%'],
  ['changes', '20%'],
  ['outcome', undefined],
  ['time', 108],
] as const

/** Of the times of another day, which have a date. */
const DATED_WIDTH = 168

function Head({ startedAt }: Pick<Publish, 'startedAt'>) {
  const { t } = useTranslation('publish')
  const { zone } = useFormat()
  const isDated = todayIn(zone, startedAt) !== useToday(zone)
  return (
    <Table.Thead>
      <Table.Tr>
        {COLUMNS.map(([name, width]) => (
          <Table.Th
            key={name}
            w={isDated && name === 'time' ? DATED_WIDTH : width}
            ta={name === 'time' ? 'right' : undefined}
          >
            {name === 'state' ? (
              <VisuallyHidden>{t('column.state')}</VisuallyHidden>
            ) : (
              t(`column.${name}`)
            )}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  )
}

/** Rows; those beyond `most` are shown on request. */
function Folded({
  videos,
  most,
  isWaiting = false,
}: {
  videos: readonly PublishedVideo[]
  most: number
  isWaiting?: boolean
}) {
  const { t } = useTranslation('publish')
  const words = useTranslation('outbox').t
  const [isOpen, setIsOpen] = useState(false)
  const left = videos.length - most
  if (videos.length === 0) return null
  return (
    <Table.Tbody>
      {(isOpen ? videos : videos.slice(0, most)).map((video) => (
        <Row key={video.video_id} video={video} />
      ))}
      {left > 0 && !isOpen && (
        <FoldRow icon={<IconDots size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
          {isWaiting ? t('moreWaiting', { count: left }) : words('moreVideos', { count: left })}
        </FoldRow>
      )}
    </Table.Tbody>
  )
}

function Older({ videos }: { videos: readonly PublishedVideo[] }) {
  const { t } = useTranslation('publish')
  const format = useFormat()
  const today = useToday(format.zone)
  const [isOpen, setIsOpen] = useState(false)
  const [newest, oldest] = [videos[0]?.at, videos.at(-1)?.at]
  if (!newest || !oldest) return null
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  const times = { from: format.recent(oldest, today), until: format.recent(newest, today) }
  return (
    <Table.Tbody>
      <FoldRow
        icon={<Chevron size={16} aria-hidden />}
        isOpen={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('more', { count: videos.length, ...times })}
      </FoldRow>
      {isOpen && videos.map((video) => <Row key={video.video_id} video={video} />)}
    </Table.Tbody>
  )
}

interface FoldRowProps {
  icon: React.ReactNode
  isOpen?: boolean
  onClick: () => void
  children: string
}

const FoldRow = ({ icon, isOpen, onClick, children }: FoldRowProps) => (
  <Table.Tr bg="var(--desk-hover)">
    <Table.Td colSpan={COLUMNS.length} p={0}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        fullWidth
        justify="flex-start"
        leftSection={icon}
        aria-expanded={isOpen}
        onClick={onClick}
      >
        {children}
      </Button>
    </Table.Td>
  </Table.Tr>
)

const ICONS: Readonly<Record<Part, typeof IconClock>> = {
  published: IconCircleCheck,
  unneeded: IconCircleCheck,
  conflict: IconArrowsSplit2,
  refused: IconCircleX,
  progress: IconLoader,
  left: IconCircleDashed,
  waiting: IconClock,
}

function Row({ video }: { video: PublishedVideo }) {
  const { t } = useTranslation('publish')
  const format = useFormat()
  const today = useToday(format.zone)
  const kindsText = useKindsText()
  const [word, rest] = useStateText()(video)
  const { video_id, name, state, at, changes } = video
  const part = partOf(state)
  const Icon = ICONS[part]
  const kinds = kindsText(changes)
  const outcome = `${word} ${rest}`.trim()
  return (
    <Table.Tr className={classes.row} data-part={part}>
      <Table.Td>
        <Icon size={17} aria-hidden />
      </Table.Td>
      <Table.Th scope="row">
        <Anchor
          component="button"
          c="inherit"
          fz="inherit"
          fw={400}
          maw="100%"
          className={kit.cut}
          title={name}
          aria-label={t('openNamed', { name })}
          onClick={() => goTo('video', { video_id })}
        >
          {name}
        </Anchor>
      </Table.Th>
      <Table.Td className={kit.cut} title={kinds}>
        {kinds}
      </Table.Td>
      <Table.Td className={kit.cut} title={outcome}>
        <span className={classes.outcome}>{word}</span>
        {rest && ` ${rest}`}
      </Table.Td>
      <Table.Td ta="right">
        {at !== null && part !== 'waiting' && format.recentToSecond(at, today)}
      </Table.Td>
    </Table.Tr>
  )
}
