import { Button, Checkbox, Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/failure.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { Edit } from '../../../shared/features/publishing/edit.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { useQuery } from '../../query.ts'
import { countsOf } from '../../ui/edits/counts.ts'
import { History } from '../../ui/edits/history.tsx'
import { Marks } from '../../ui/edits/marks.tsx'
import { Notice } from '../../ui/notice.tsx'
import { goTo } from '../../view.ts'
import { ChangesTable } from './changes-table.tsx'
import { ExactRequest } from './exact-request.tsx'
import classes from './outbox.module.css'

interface VideoChangesProps {
  account: Account
  video_id: string
  name: string
  edits: readonly Edit[]
  blocked: Failure | null
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

/** The pending edits of a video: values before and after, the exact request, and the history. */
export function VideoChanges(props: VideoChangesProps) {
  const { account, video_id, name, edits, blocked, isChosen, onChoose } = props
  const { t } = useTranslation('outbox')
  const account_id = account.id
  const { mutate, failure } = useMutation()
  const desk = useQuery(
    `video ${account_id} ${video_id}`,
    () => call.videos.open({ account_id, video_id }),
    ['videos', 'edits'],
  ).value
  const discard = () => void mutate(() => call.edits.discard({ account_id, video_ids: [video_id] }))
  return (
    <section className={classes.section} aria-label={name}>
      <div className={classes.videoHead}>
        <Checkbox
          size="xs"
          checked={isChosen}
          aria-label={t('choose', { name })}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
        <h2 className={classes.heading}>{name}</h2>
        <Marks {...countsOf(edits)} />
        <div className={classes.right}>
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={t('openVideo', { name })}
            onClick={() => goTo('video', { video_id })}
          >
            {t('open')}
          </Button>
          <Button
            variant="subtle"
            color="red"
            size="compact-xs"
            aria-label={t('discardNamed', { name })}
            onClick={discard}
          >
            {t('discard')}
          </Button>
        </div>
      </div>
      {failure && <Notice failure={failure} />}
      <Tabs
        defaultValue="changes"
        keepMounted={false}
        classNames={{ tab: classes.tab ?? '', panel: classes.tabPanel ?? '' }}
      >
        <Tabs.List aria-label={name}>
          {(['changes', 'request', 'history'] as const).map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`tabs.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="changes">
          <ChangesTable {...{ account, video_id, edits, desk, blocked }} video={name} />
        </Tabs.Panel>
        <Tabs.Panel value="request">
          <ExactRequest {...{ account_id, video_id, edits }} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <History account_id={account_id} video_id={video_id} />
        </Tabs.Panel>
      </Tabs>
    </section>
  )
}
