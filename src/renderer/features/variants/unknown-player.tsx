import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Player } from '../../../shared/api/player.ts'
import { fetchNewest } from '../../analytics-query.ts'
import { useMutation } from '../../mutation.ts'
import { EmptyState, Notice } from '../../ui/notice.tsx'

interface UnknownPlayerProps {
  account_id: string
  player: Player
  refetch: () => void
}

/** A missing player is not displayed as zeros. Checks the account's list of players for the reason. */
export function UnknownPlayer({ account_id, player, refetch }: UnknownPlayerProps) {
  const { t } = useTranslation('variants')
  const { mutate, failure, isPending } = useMutation()
  const [isListed, setIsListed] = useState<boolean | null>(null)
  const check = () =>
    void mutate(async () => {
      setIsListed(null)
      const players = await fetchNewest(account_id, { name: 'players', input: {} })
      setIsListed(players.some(({ id }) => id === player.id))
      refetch()
    })
  return (
    <>
      <EmptyState
        title={`${t('unknown')}: ${player.name}`}
        text={t('unknownText')}
        action={
          <Button loading={isPending} onClick={check}>
            {t('check')}
          </Button>
        }
      />
      {isListed !== null && <p role="status">{t(isListed ? 'listed' : 'unlisted')}</p>}
      {failure && <Notice failure={failure} onRetry={check} />}
    </>
  )
}
