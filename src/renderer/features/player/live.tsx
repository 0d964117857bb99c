import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../../shared/failure.ts'
import { liveTable } from '../../../shared/features/live/live-players.ts'
import { tableName } from '../../../shared/tables/titles.ts'
import { known, useAnalyticsQuery } from '../../analytics-query.ts'
import { Answered, Block } from '../../ui/block.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { MinutesField } from '../../ui/minutes-field.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { useView } from '../../view.ts'
import { OwnAge } from './page-age.tsx'
import type { About } from './queries.ts'

// Analytics, GET /sessions/live_users: answers are cached for 30 seconds.
const EVERY_MS = 30_000

export function Live({ about }: { about: About }) {
  const { t } = useTranslation('player')
  const { language } = useFormat()
  const { account_id, player, zone } = about
  const [chosen, setChosen] = useState(60)
  const [minutes] = useDebouncedValue(chosen, 400)
  const query = useLive(account_id, player.id, minutes)
  const answer = query.value
  const table = useMemo(() => liveTable(known(answer)), [answer])
  const name = tableName('live', language)
  return (
    <Block
      title={name}
      tools={
        <MinutesField
          w={84}
          minutes={chosen}
          onMinutes={setChosen}
          aria-label={t('minutes')}
          title={t('minutes')}
        />
      }
      exported={{ table: 'live', account_id, player_id: player.id, minutes }}
      foot={
        <>
          <OwnAge answer={answer} zone={zone} />
          <span>{t('liveNote')}</span>
        </>
      }
    >
      <Answered query={query} height={110}>
        {() => (
          <DataTable
            table={table}
            label={name}
            maxHeight={220}
            empty={<EmptyState title={t('noLive')} text={t('noLiveText', { count: minutes })} />}
          />
        )}
      </Answered>
    </Block>
  )
}

/** The live users, requested every half minute while the window is visible and online, unless refused. */
function useLive(account_id: string, player_id: string, minutes: number) {
  const isOffline = useView(({ preferences }) => preferences.isOffline)
  const query = useAnalyticsQuery(account_id, { name: 'liveUsers', input: { player_id, minutes } })
  const { refetch } = query
  const failure = query.failure ?? query.value?.trouble
  const isRefused = failure ? isRefusal(failure) : false
  useEffect(() => {
    if (isOffline || isRefused) return
    const timer = setInterval(() => {
      if (!document.hidden) refetch()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [isOffline, isRefused, refetch])
  return query
}
