import { ActionIcon, Box, Button, Group } from '@mantine/core'
import { IconArrowLeft, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../../shared/features/accounts/account.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { countsOf } from '../../ui/edits/counts.ts'
import { Marks } from '../../ui/edits/marks.tsx'
import { UndoButtons } from '../../ui/edits/undo.tsx'
import { useFormat } from '../../ui/format.ts'
import { Freshness } from '../../ui/freshness.tsx'
import kit from '../../ui/kit.module.css'
import { Notice } from '../../ui/notice.tsx'
import { ScreenHead } from '../../ui/screen-head.tsx'
import { goTo } from '../../view.ts'
import { useEditing } from './editing.tsx'

/** The video's name, the age of its data, and its pending edits. */
export function VideoHeader({ account }: { account: Account }) {
  const { t } = useTranslation('videos')
  const format = useFormat()
  const { opened, duration } = useEditing()
  const { mutate, failure, isPending } = useMutation()
  const { shown, edits, asOf } = opened
  const counts = countsOf(edits)
  const refresh = () =>
    void mutate(() => call.videos.refresh({ account_id: account.id, video_id: shown.id }))
  return (
    <>
      <ScreenHead
        title={shown.name || shown.id}
        above={
          <Button
            variant="subtle"
            size="compact-xs"
            ml="calc(-1 * var(--button-padding-x) / 1.5)"
            leftSection={<IconArrowLeft size={14} aria-hidden />}
            onClick={() => goTo('videos')}
          >
            {t('back')}
          </Button>
        }
        tools={
          <>
            <UndoButtons account_id={account.id} />
            <Button onClick={() => goTo('player', { player_id: shown.id })}>
              {t('openPlayer')}
            </Button>
            {counts.changes > 0 && (
              <Button onClick={() => goTo('outbox')}>
                {t('review', { count: counts.changes })}
              </Button>
            )}
            <ActionIcon
              variant="default"
              size={30}
              loading={isPending}
              aria-label={t('refresh')}
              title={t('refresh')}
              onClick={refresh}
            >
              <IconRefresh size={16} aria-hidden />
            </ActionIcon>
          </>
        }
      >
        <Group gap="2px 14px" flex="1 0 100%" className={kit.quiet}>
          <span>
            {duration === null ? t('noLength') : t('length', { time: format.videoTime(duration) })}
          </span>
          <Box component="span" ff="monospace" data-video-id={shown.id}>
            {shown.id}
          </Box>
          <Freshness asOf={asOf} from="store" zone={account.timezone} />
          <Marks {...counts} />
        </Group>
      </ScreenHead>
      {failure && <Notice failure={failure} onRetry={refresh} />}
    </>
  )
}
