import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAttempt } from '../../attempt.ts'
import { call } from '../../bridge.ts'
import { readAccounts } from '../../desk.ts'
import { Notice } from '../../ui/notice.tsx'
import classes from './settings.module.css'

interface ReplaceKeyProps {
  account_id: string
  onClose: () => void
}

/** Takes another key for an account. The field alone holds it, and is emptied once it is accepted. */
export function ReplaceKey({ account_id, onClose }: ReplaceKeyProps) {
  const { t } = useTranslation('settings')
  const key = useRef<HTMLInputElement>(null)
  const [isReplaced, setIsReplaced] = useState(false)
  const { attempt, failure, isUnderWay } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = key.current?.value.trim()
    if (!typed) return
    void attempt(async () => {
      await call.accounts.replaceKey({ account_id, key: typed })
      if (key.current) key.current.value = ''
      setIsReplaced(true)
      await readAccounts()
    })
  }
  if (isReplaced) {
    return (
      <div className={classes.buttons}>
        <p className={classes.works} role="status">
          {t('accounts.replaced')}
        </p>
        <Button variant="default" size="compact-xs" onClick={onClose}>
          {t('forget.close')}
        </Button>
      </div>
    )
  }
  return (
    <form className={classes.dialog} onSubmit={submit}>
      <PasswordInput
        ref={key}
        data-autofocus
        label={t('accounts.newKey')}
        maxLength={4096}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': t('accounts.showKey'), tabIndex: 0 }}
      />
      {failure && <Notice failure={failure} />}
      <div className={classes.buttons}>
        <Button type="submit" loading={isUnderWay}>
          {t('accounts.useKey')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('accounts.cancel')}
        </Button>
      </div>
    </form>
  )
}
