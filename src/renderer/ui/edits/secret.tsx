import { ActionIcon } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type FocusEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './edits.module.css'

/** A value hidden from onlookers until the user reveals it. */
export function Secret({ text }: { text: string }) {
  const { t } = useTranslation('edits')
  const { isShown, setIsShown, onBlur } = useRevealed()
  const Icon = isShown ? IconEyeOff : IconEye
  const name = t(isShown ? 'secret.hide' : 'secret.show')
  return (
    <span className={classes.secret} onBlur={onBlur}>
      {isShown ? text : <em className={classes.none}>{t('secret.hidden')}</em>}
      <ActionIcon
        variant="default"
        size={22}
        aria-label={name}
        title={name}
        onClick={() => setIsShown(!isShown)}
      >
        <Icon size={14} aria-hidden />
      </ActionIcon>
    </span>
  )
}

/** Whether a secret is revealed: from a click until the focus leaves the element with `onBlur`. */
export function useRevealed() {
  const [isShown, setIsShown] = useState(false)
  return {
    isShown,
    setIsShown,
    onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      if (!currentTarget.contains(relatedTarget)) setIsShown(false)
    },
  }
}
