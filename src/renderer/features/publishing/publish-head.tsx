import { Box, Button, Flex, Group, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../../shared/features/accounts/account.ts'
import { type Publish, sumOf } from '../../../shared/features/publishing/publish.ts'
import { call } from '../../bridge.ts'
import { useToday } from '../../period.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import type { Act } from './change-row.tsx'
import classes from './publish.module.css'
import { inFilter, minutesLeft, PARTS, type Part, partCounts, totalsOf } from './publish-order.ts'

interface PublishHeadProps {
  account: Account
  publish: Publish
  /** What was left of an earlier one is not its own any more. */
  isLast: boolean
  /** Chooses another publish. */
  choice: ReactNode
  act: Act
  /** Asks for confirmation before publishing the videos that were not sent. */
  onContinue: (video_ids: string[]) => void
  /** Called when it was dismissed. */
  onEnd: () => void
}

/** The progress of a publish: as text, as a bar, and as counts. */
export function PublishHead({ account, publish, isLast, choice, ...on }: PublishHeadProps) {
  const { t } = useTranslation('publish')
  const { videos } = publish
  const counts = partCounts(videos)
  const totals = totalsOf(videos)
  return (
    <section className={classes.head} aria-label={t('views.publish')}>
      <Group justify="space-between" gap="sm">
        <div>
          <div role="status">
            <Box component="h2" fz={20} lh="28px">
              {useTitle(publish)}
            </Box>
          </div>
          <Text size="sm" c="dimmed">
            {useTimes(publish)}
          </Text>
        </div>
        <Group gap="sm">
          {choice}
          {isLast && <HeadButtons {...{ account, publish, ...on }} />}
        </Group>
      </Group>
      <Bar counts={counts} total={videos.length} />
      <Group justify="space-between" gap="4px 16px">
        <Legend counts={counts} />
        <Text size="sm" c="dimmed">
          {t('progress', {
            videos: videos.length - videos.filter(inFilter('waiting')).length - counts.left,
            allVideos: videos.length,
            changes: totals.done,
            allChanges: sumOf(totals.changes),
          })}
        </Text>
      </Group>
    </section>
  )
}

function HeadButtons({
  account,
  publish,
  act,
  onContinue,
  onEnd,
}: Omit<PublishHeadProps, 'isLast' | 'choice'>) {
  const { t } = useTranslation('publish')
  const words = useTranslation('edits').t
  const account_id = account.id
  if (publish.endedAt === null) {
    return (
      <Button
        leftSection={<IconPlayerPause size={15} aria-hidden />}
        disabled={publish.isStopped}
        onClick={() => void act(() => call.edits.stop({ account_id }))}
      >
        {t('stop')}
      </Button>
    )
  }
  const left = publish.videos.filter(({ state }) => state === 'left')
  const dismiss = async () => {
    await call.publishes.dismiss({ account_id, publish: publish.id })
    onEnd()
  }
  return (
    <>
      {left.length > 0 && (
        <Button
          variant="filled"
          leftSection={<IconPlayerPlay size={15} aria-hidden />}
          onClick={() => onContinue(left.map(({ video_id }) => video_id))}
        >
          {t('continue', { videos: words('videos', { count: left.length }) })}
        </Button>
      )}
      <Button onClick={() => void act(dismiss)}>{t('dismiss')}</Button>
    </>
  )
}

function useTitle({ videos, endedAt, isStopped }: Publish) {
  const { t } = useTranslation('publish')
  const words = useTranslation('edits').t
  const { changes, published } = totalsOf(videos)
  const isOver = endedAt !== null
  const done = videos.filter((video) => sumOf(video.published) > 0).length
  const counted = {
    changes: words('changes', { count: sumOf(isOver ? published : changes) }),
    videos: words('videos', { count: isOver ? done : videos.length }),
  }
  if (!isOver) return t(isStopped ? 'titleStopping' : 'title', counted)
  if (done === 0) {
    return t(
      videos.some(({ overwritten }) => overwritten > 0) ? 'titleOverwritten' : 'titleNothing',
    )
  }
  const hasLeft = videos.some(({ state }) => state === 'left')
  return t(isStopped && hasLeft ? 'titleStopped' : 'titleDone', counted)
}

function useTimes(publish: Publish) {
  const { t } = useTranslation('publish')
  const format = useFormat()
  const today = useToday(format.zone)
  const { startedAt, endedAt } = publish
  const start = format.recent(startedAt, today)
  if (endedAt !== null) return t('ended', { start, end: format.recent(endedAt, today) })
  const minutes = minutesLeft(publish)
  return [
    t('started', { time: start }),
    minutes !== null && t('left', { count: minutes }),
    t('goesOn'),
  ]
    .filter(Boolean)
    .join(' · ')
}

interface CountsProps {
  counts: Record<Part, number>
}

/** Of what is neither waiting nor left. */
const COLOURS: Partial<Record<Part, string>> = {
  published: 'var(--desk-good)',
  unneeded: 'var(--desk-third)',
  conflict: 'var(--desk-click)',
  refused: 'var(--desk-bad)',
  progress: 'var(--desk-accent)',
}

/** What is waiting is the empty rest of the bar. */
const IN_BAR = PARTS.filter((part) => part !== 'waiting' && part !== 'left')

function Bar({ counts, total }: CountsProps & { total: number }) {
  const { t } = useTranslation('publish')
  const done = total - counts.waiting - counts.left - counts.progress
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={t('bar')}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
    >
      {IN_BAR.filter((part) => counts[part] > 0).map((part) => (
        <span key={part} style={{ flexGrow: counts[part], background: COLOURS[part] }} />
      ))}
      <span style={{ flexGrow: counts.waiting + counts.left }} />
    </div>
  )
}

function Legend({ counts }: CountsProps) {
  const { t } = useTranslation('publish')
  const { count } = useFormat()
  return (
    <Flex
      component="ul"
      wrap="wrap"
      gap="2px 20px"
      c="var(--desk-second)"
      className={`${kit.list} ${classes.legend}`}
    >
      {PARTS.filter((part) => counts[part] > 0).map((part) => (
        <li key={part}>
          <span className={classes.swatch} style={{ background: COLOURS[part] }} />
          <b>{count(counts[part])}</b>
          {t(`part.${part}`, { count: counts[part] })}
        </li>
      ))}
    </Flex>
  )
}
