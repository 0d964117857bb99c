import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Edit } from '../../../shared/model/edit.ts'
import { useAttempt } from '../../attempt.ts'
import { call } from '../../bridge.ts'
import { byVideo } from '../../ui/edits/counts.ts'
import { Notice } from '../../ui/notice.tsx'
import classes from './outbox.module.css'

interface ConflictsProps {
  account_id: string
  edits: readonly Edit[]
}

/** How much waits for a decision, and deciding all of it at once. */
export function Conflicts({ account_id, edits }: ConflictsProps) {
  const { t } = useTranslation('outbox')
  const { attempt, failure, isUnderWay } = useAttempt()
  const conflicts = edits.filter(({ status }) => status === 'conflict')
  const rejected = edits.filter(({ status }) => status === 'rejected')
  const decide = (choice: 'mine' | 'theirs') =>
    void attempt(async () => {
      for (const [video_id, own] of byVideo(conflicts)) {
        // One video after the other: a refusal leaves the rest to be decided.
        // oxlint-disable-next-line no-await-in-loop
        await call.edits.resolve({ account_id, video_id, keys: own.map(({ key }) => key), choice })
      }
    })
  return (
    <>
      {conflicts.length > 0 && (
        <section className={classes.decide}>
          <h2 className={classes.heading}>{t('conflict.title', { count: conflicts.length })}</h2>
          <p className={classes.text}>{t('conflict.text')}</p>
          <div className={classes.actions}>
            <Button variant="default" loading={isUnderWay} onClick={() => decide('mine')}>
              {t('conflict.allMine')}
            </Button>
            <Button variant="default" loading={isUnderWay} onClick={() => decide('theirs')}>
              {t('conflict.allTheirs')}
            </Button>
          </div>
          {failure && <Notice failure={failure} />}
        </section>
      )}
      {rejected.length > 0 && (
        <section className={classes.decide}>
          <h2 className={classes.heading}>{t('rejected.title', { count: rejected.length })}</h2>
          <p className={classes.text}>{t('rejected.text')}</p>
        </section>
      )}
    </>
  )
}
