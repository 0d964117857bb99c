import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Player } from '../../../shared/api/player.ts'
import { useAttempt } from '../../attempt.ts'
import { askQuestion } from '../../question.ts'
import { EmptyState, Notice } from '../../ui/notice.tsx'

interface UnknownPlayerProps {
  account_id: string
  player: Player
  askAgain: () => void
}

/** No zero: the service has no answer for this player. Its list tells why. */
export function UnknownPlayer({ account_id, player, askAgain }: UnknownPlayerProps) {
  const { t } = useTranslation('variants')
  const { attempt, failure, isUnderWay } = useAttempt()
  const [isListed, setIsListed] = useState<boolean | null>(null)
  const check = () =>
    void attempt(async () => {
      const { value, trouble } = await askQuestion(account_id, { name: 'players', input: {} }, true)
      // With trouble it is the stored list again, which tells nothing new.
      setIsListed(trouble ? null : value.some(({ id }) => id === player.id))
      if (!trouble) askAgain()
    })
  return (
    <>
      <EmptyState
        title={`${t('unknown')}: ${player.name}`}
        text={t('unknownText')}
        action={
          <Button variant="default" loading={isUnderWay} onClick={check}>
            {t('check')}
          </Button>
        }
      />
      {isListed !== null && <p role="status">{t(isListed ? 'listed' : 'unlisted')}</p>}
      {failure && <Notice failure={failure} onRetry={check} />}
    </>
  )
}
