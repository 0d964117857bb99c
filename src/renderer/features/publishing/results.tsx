import { Button, Group, Paper } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Edit } from '../../../shared/features/publishing/edit.ts'
import { type Publish, sumOf } from '../../../shared/features/publishing/publish.ts'
import { call } from '../../bridge.ts'
import { useToday } from '../../period.ts'
import { useFormat } from '../../ui/format.ts'
import type { Act } from './change-row.tsx'
import classes from './outbox.module.css'
import { leftAsDrafts } from './publish-order.ts'

interface ResultsProps {
  account_id: string
  /** Of one video: several videos have a view of their own. */
  publish: Publish
  edits: readonly Edit[]
  act: Act
}

/** The outcome of a publish of one video in a sentence, once it has ended, until it is dismissed. */
export function Results({ account_id, publish, edits, act }: ResultsProps) {
  const { t } = useTranslation('outbox')
  const words = useTranslation('edits').t
  const format = useFormat()
  const today = useToday(format.zone)
  const [video] = publish.videos
  if (publish.endedAt === null || !video) return null
  const { overwritten, unneeded } = video
  const published = sumOf(video.published)
  const left = leftAsDrafts(publish.videos, edits)
  const time = format.recent(publish.startedAt, today)
  const what = (count: number) => ({ what: words('changes', { count }) })
  const sentences = [
    published > 0 && t('results', { time, ...what(published) }),
    published + overwritten === 0 && t('resultsNone', { time }),
    overwritten > 0 && t('resultsOverwritten', what(overwritten)),
    left > 0 && t('resultsLeft', what(left)),
    unneeded > 0 && t('resultsUnneeded', what(unneeded)),
  ]
  return (
    <Paper className={classes.card} radius="md" px="md" py="sm" role="status">
      <Group gap="sm">
        <span>{sentences.filter(Boolean).join(' ')}</span>
        <Button
          size="compact-xs"
          onClick={() =>
            void act(() => call.publishes.dismiss({ account_id, publish: publish.id }))
          }
        >
          {t('dismiss')}
        </Button>
      </Group>
    </Paper>
  )
}
