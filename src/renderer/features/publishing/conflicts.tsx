import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { Edit } from '../../../shared/features/publishing/edit.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { byVideo } from '../../ui/edits/counts.ts'
import { Notice } from '../../ui/notice.tsx'
import classes from './outbox.module.css'
import { KeepMineDialog } from './post-dialog.tsx'

interface ConflictsProps {
  account: Account
  edits: readonly Edit[]
  names: Readonly<Record<string, string>>
}

export function Conflicts({ account, edits, names }: ConflictsProps) {
  const { t } = useTranslation('outbox')
  const { mutate, failure, isPending } = useMutation()
  const [isKeeping, setIsKeeping] = useState(false)
  const conflicts = edits.filter(({ status }) => status === 'conflict')
  const rejected = edits.filter(({ status }) => status === 'rejected')
  const decide = async (choice: 'mine' | 'theirs') => {
    for (const [video_id, own] of byVideo(conflicts)) {
      const keys = own.map(({ key }) => key)
      // Sequentially, so that after a failure the remaining conflicts are unchanged.
      // oxlint-disable-next-line no-await-in-loop
      await call.edits.resolve({ account_id: account.id, video_id, keys, choice })
    }
  }
  return (
    <>
      {conflicts.length > 0 && (
        <section className={classes.decide}>
          <h2 className={classes.heading}>{t('conflict.title', { count: conflicts.length })}</h2>
          <p className={classes.text}>{t('conflict.text')}</p>
          <div className={classes.actions}>
            <Button variant="default" loading={isPending} onClick={() => setIsKeeping(true)}>
              {t('conflict.allMine')}
            </Button>
            <Button
              variant="default"
              loading={isPending}
              onClick={() => void mutate(() => decide('theirs'))}
            >
              {t('conflict.allTheirs')}
            </Button>
          </div>
          {failure && <Notice failure={failure} />}
          {isKeeping && (
            <KeepMineDialog
              {...{ account, names }}
              edits={conflicts}
              onKeep={() => decide('mine')}
              onClose={() => setIsKeeping(false)}
            />
          )}
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
