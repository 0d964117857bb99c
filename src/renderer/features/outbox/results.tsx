import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { EditsList } from '../../../shared/model/edit.ts'
import { useAnswer } from '../../answer.ts'
import { call } from '../../bridge.ts'
import { countsOf } from '../../ui/edits/counts.ts'
import { useFormat } from '../../ui/format.ts'
import { postedSince } from './edit-text.ts'
import classes from './outbox.module.css'

/** A post that was asked for here. */
export interface Sent {
  account_id: string
  video_ids: readonly string[]
  /** Epoch milliseconds. */
  at: number
}

interface ResultsProps {
  sent: Sent
  list: EditsList
  onClose: () => void
}

/** What became of a post, once it is over: read from the history, which names what was verified. */
export function Results({ sent, list, onClose }: ResultsProps) {
  const { t } = useTranslation('outbox')
  const words = useTranslation('edits').t
  const format = useFormat()
  const asked = useAnswer(list.isPosting ? null : `results ${sent.at}`, () => readPosted(sent), [
    'edits',
  ])
  if (list.isPosting || asked.value === undefined) return null
  const posted = words('changes', { count: asked.value })
  const left = countsOf(list.edits.filter(({ video_id }) => sent.video_ids.includes(video_id)))
  return (
    <div className={classes.note} role="status">
      <span>
        {asked.value > 0
          ? t('results', { time: format.clock(sent.at), what: posted })
          : t('resultsNone')}
        {left.changes > 0 &&
          ` ${t('resultsLeft', { what: words('changes', { count: left.changes }) })}`}
      </span>
      <Button variant="default" size="compact-xs" onClick={onClose}>
        {t('dismiss')}
      </Button>
    </div>
  )
}

async function readPosted({ account_id, video_ids, at }: Sent): Promise<number> {
  const histories = await Promise.all(
    video_ids.map((video_id) => call.edits.history({ account_id, video_id })),
  )
  return postedSince(histories.flat(), at)
}
