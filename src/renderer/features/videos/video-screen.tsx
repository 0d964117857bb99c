import { Box, Stack, Tabs } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GROUPS, type Group } from '../../../shared/api/settings/index.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { Change, Edit, OpenVideo } from '../../../shared/features/publishing/edit.ts'
import { checkVideo } from '../../../shared/features/videos/check/check-video.ts'
import { useAccount } from '../../app-state.ts'
import { call } from '../../bridge.ts'
import { useSessionState } from '../../kept-list.ts'
import { useMutation } from '../../mutation.ts'
import { callQuery, sharedQuery, useCall, useWhenShown } from '../../query.ts'
import { History } from '../../ui/edits/history.tsx'
import { groupName } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { Notice } from '../../ui/notice.tsx'
import { useOpenedPart, useView } from '../../view.ts'
import { EditingProvider, useEditing } from './editing.tsx'
import { ImmersiveMode, Playback } from './flag-groups.tsx'
import { CallActions, Pixels } from './item-groups.tsx'
import { SmartAutoplay } from './smart-autoplay.tsx'
import { wrongItems } from './timeline/placed.ts'
import { Timeline, type TimelineProps } from './timeline/timeline.tsx'
import { useAudience } from './timeline/use-audience.ts'
import { TrafficFilter } from './traffic-filter.tsx'
import { VideoHeader } from './video-header.tsx'
import classes from './videos.module.css'

/** One video with its settings, which are edited locally and posted later. */
export function VideoScreen() {
  const account = useAccount()
  const { video_id } = useView(({ preferences }) => preferences.place)
  if (!account || video_id === null) return null
  return <AccountVideo key={video_id} account={account} video_id={video_id} />
}

/** The query of the opened video, to wait for its answer. */
const sharedVideo = (account_id: string, video_id: string) => {
  const [key, fetch, nouns] = callQuery('videos', 'open', { account_id, video_id }, NOUNS)
  return sharedQuery(key ?? '', fetch, nouns)
}

const NOUNS = ['videos', 'edits'] as const

function AccountVideo({ account, video_id }: { account: Account; video_id: string }) {
  const { t } = useTranslation('videos')
  const account_id = account.id
  const query = useCall('videos', 'open', { account_id, video_id }, NOUNS)
  const [last, setLast] = useState<OpenVideo>()
  // The last video is kept when a refetch fails, so that unsaved input is not lost.
  if (query.value && query.value !== last) setLast(query.value)
  const opened = query.value ?? last
  const whenShown = useWhenShown(query.value)
  const save = useCallback(
    async (changes: Change[]) => {
      const { created } = await call.edits.save({ account_id, edits: [{ video_id, changes }] })
      const opening = sharedVideo(account_id, video_id)
      opening.now().refetch()
      await opening.answered()
      await whenShown((shown) => shown === opening.now().value)
      return created
    },
    [account_id, video_id, whenShown],
  )
  return (
    <Stack gap={12} miw={0} pb={24}>
      {query.failure && <Notice failure={query.failure} onRetry={query.refetch} />}
      {!opened && !query.failure && <p role="status">{t('loading')}</p>}
      {opened && (
        <EditingProvider opened={opened} save={save}>
          <VideoHeader account={account} />
          <Box py={12} px={14} className={kit.card}>
            <VideoTimeline account={account} opened={opened} onChange={save} />
          </Box>
          <Groups account_id={account_id} />
        </EditingProvider>
      )}
    </Stack>
  )
}

const PANELS = {
  call_actions: CallActions,
  pixels: Pixels,
  traffic_filter: TrafficFilter,
  smart_autoplay: SmartAutoplay,
  playback: Playback,
  immersive_mode: ImmersiveMode,
} as const satisfies Record<Group, unknown>

const ORDER = Object.keys(PANELS) as Group[]

const HISTORY = 'history'

/** The first group with a conflict or rejected edit; by default the calls to action. */
const firstGroup = ({ edits }: OpenVideo): Group =>
  ORDER.find((group) => edits.some((edit) => edit.group === group && isWaiting(edit))) ??
  'call_actions'

const isWaiting = ({ status }: Edit) => status === 'conflict' || status === 'rejected'

function Groups({ account_id }: { account_id: string }) {
  const { t } = useTranslation('videos')
  const words = useTranslation('edits').t
  const { opened } = useEditing()
  const { language } = useFormat()
  const [storedGroup, storeGroup] = useSessionState<string | null>(`group ${opened.base.id}`, null)
  const [group, setGroup] = useState(
    () => (opened.edits.some(isWaiting) ? null : storedGroup) ?? firstGroup(opened),
  )
  useOpenedPart(GROUPS, setGroup)
  const choose = (next: string | null) => {
    storeGroup(next)
    setGroup(next ?? firstGroup(opened))
  }
  const markOf = useGroupMark()
  return (
    <Tabs
      value={group}
      onChange={choose}
      keepMounted={false}
      classNames={{
        list: classes.tabs ?? '',
        panel: classes.panelBody ?? '',
        tab: classes.tab ?? '',
      }}
    >
      <Tabs.List aria-label={t('groups')}>
        {ORDER.map((each) => (
          <Tabs.Tab key={each} value={each} rightSection={markOf(each)}>
            {groupName(each, language)}
          </Tabs.Tab>
        ))}
        <Tabs.Tab value={HISTORY}>{words('history.tab')}</Tabs.Tab>
      </Tabs.List>
      {ORDER.map((each) => {
        const Panel = PANELS[each]
        return (
          <Tabs.Panel key={each} value={each}>
            <Panel />
          </Tabs.Panel>
        )
      })}
      <Tabs.Panel value={HISTORY}>
        <History account_id={account_id} video_id={opened.shown.id} />
      </Tabs.Panel>
    </Tabs>
  )
}

/** The number of edits in a group, and its worst problem; nothing for an unchanged group. */
function useGroupMark() {
  const { t } = useTranslation('edits')
  const words = useTranslation('videos').t
  const format = useFormat()
  const { opened, problems } = useEditing()
  return (group: Group) => {
    const count = opened.edits.filter((edit) => edit.group === group).length
    const isWrong = problems.some((each) => each.group === group && each.severity === 'error')
    if (count === 0 && !isWrong) return null
    return (
      <span className={classes.groupMarks}>
        {count > 0 && (
          <span className={classes.count} title={t('changes', { count })}>
            <span aria-hidden>Δ </span>
            {format.count(count)}
          </span>
        )}
        {isWrong && (
          <span className={classes.wrong} title={words('severity.error')}>
            !
          </span>
        )}
      </span>
    )
  }
}

interface VideoTimelineProps {
  account: Account
  opened: Pick<OpenVideo, 'base' | 'shown' | 'edits'>
  onChange: TimelineProps['onChange']
}

function VideoTimeline({ account, opened, onChange }: VideoTimelineProps) {
  const audience = useAudience(account, opened.shown.id)
  const { base, shown, edits } = opened
  const wrong = useMemo(() => wrongItems(checkVideo(shown, { base })), [shown, base])
  const { mutate, failure } = useMutation()
  const move: typeof onChange = (changes) => mutate(() => onChange(changes))
  return (
    <>
      <Timeline video={shown} {...{ edits, wrong }} onChange={move} {...audience} />
      {failure && <Notice failure={failure} />}
    </>
  )
}
