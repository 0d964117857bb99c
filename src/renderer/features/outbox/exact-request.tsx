import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../answer.ts'
import { useAttempt } from '../../attempt.ts'
import { call } from '../../bridge.ts'
import { Notice } from '../../ui/notice.tsx'
import classes from './outbox.module.css'

/** The body that would be sent for a video now, to the letter. */
export function ExactRequest({ account_id, video_id }: { account_id: string; video_id: string }) {
  const { t } = useTranslation('outbox')
  const { attempt, failure } = useAttempt()
  const [isCopied, setIsCopied] = useState(false)
  const asked = useAnswer(
    `request ${account_id} ${video_id}`,
    () => call.edits.request({ account_id, video_id }),
    ['edits', 'videos'],
  )
  if (asked.failure) return <Notice failure={asked.failure} onRetry={asked.askAgain} />
  if (asked.value === undefined) return null
  if (asked.value === null) return <p className={classes.text}>{t('request.none')}</p>
  const text = JSON.stringify(asked.value, null, 2)
  const copy = () =>
    void attempt(async () => {
      await call.desk.copy({ text })
      setIsCopied(true)
    })
  return (
    <>
      <p className={classes.text}>{t('request.note')}</p>
      {/* Scrolls, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={classes.json} tabIndex={0}>
        {text}
      </pre>
      <div className={classes.actions}>
        <Button variant="default" onClick={copy}>
          {t(isCopied ? 'request.copied' : 'request.copy')}
        </Button>
      </div>
      {failure && <Notice failure={failure} />}
    </>
  )
}
