import { Button, Group, Paper } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { EditsList } from '../../../shared/features/publishing/edit.ts'
import { call } from '../../bridge.ts'
import { useQuery } from '../../query.ts'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { dismissPost, endPost, outcomeOf, type SentPost } from './edit-text.ts'
import classes from './outbox.module.css'

interface ResultsProps {
  sent: SentPost
  list: EditsList
}

/** The outcome of a post once it has ended, from the history, which contains what was verified. */
export function Results({ sent, list }: ResultsProps) {
  const { t } = useTranslation('outbox')
  const words = useTranslation('edits').t
  const format = useFormat()
  const isOver = !list.isPosting
  const { account_id, at, outcome } = sent
  const query = useQuery(
    isOver && outcome === null ? `results ${account_id} ${at}` : null,
    () => readOutcome(sent),
    ['edits'],
  )
  if (query.failure) return <Notice failure={query.failure} onRetry={query.refetch} />
  if (outcome === null) return null
  const { posted, overwritten, left, unneeded } = outcome
  const changes = (count: number) => ({ what: words('changes', { count }) })
  const sentences = [
    posted > 0
      ? t('results', { time: format.clock(at), ...changes(posted) })
      : t('resultsNone', { time: format.clock(at) }),
    overwritten > 0 && t('resultsOverwritten', changes(overwritten)),
    left > 0 && t('resultsLeft', changes(left)),
    unneeded > 0 && t('resultsUnneeded', changes(unneeded)),
  ]
  return (
    <Paper className={classes.card} radius="md" px="md" py="sm" role="status">
      <Group gap="sm">
        <span>{sentences.filter(Boolean).join(' ')}</span>
        <Button variant="default" size="compact-xs" onClick={() => dismissPost(account_id)}>
          {t('dismiss')}
        </Button>
      </Group>
    </Paper>
  )
}

async function readOutcome(sent: SentPost): Promise<boolean> {
  const { account_id } = sent
  const { edits, isPosting } = await call.edits.list({ account_id })
  if (isPosting) return false
  const video_ids = [...new Set(sent.edits.map(({ video_id }) => video_id))]
  const histories = await Promise.all(
    video_ids.map((video_id) => call.edits.history({ account_id, video_id })),
  )
  endPost(sent, outcomeOf(sent, edits, histories.flat()))
  return true
}
