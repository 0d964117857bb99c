import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { EditsList, Problem } from '../../../shared/features/publishing/edit.ts'
import { call } from '../../bridge.ts'
import { useAccount } from '../../desk.ts'
import { useSessionState } from '../../kept-list.ts'
import { useMutation } from '../../mutation.ts'
import { byVideo, countsOf } from '../../ui/edits/counts.ts'
import { Marks } from '../../ui/edits/marks.tsx'
import { UndoButtons, useEdits } from '../../ui/edits/undo.tsx'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { ScreenHead } from '../../ui/screen-head.tsx'
import { goTo } from '../../view.ts'
import { Actions } from './actions.tsx'
import { CheckResult } from './check-result.tsx'
import { Conflicts } from './conflicts.tsx'
import { Duplicates } from './duplicates.tsx'
import { savePost, useLastPosts } from './edit-text.ts'
import { OrphanFiles } from './orphan-files.tsx'
import classes from './outbox.module.css'
import { Results } from './results.tsx'
import { VideoChanges } from './video-changes.tsx'

/** All pending edits of an account, with the buttons to post them. */
export function OutboxScreen() {
  const account = useAccount()
  return account ? <Outbox account={account} /> : null
}

function Outbox({ account }: { account: Account }) {
  const { t } = useTranslation('outbox')
  const words = useTranslation('edits').t
  const query = useEdits(account.id)
  const list = query.value
  const counts = countsOf(list?.edits ?? [])
  return (
    <div className={classes.screen}>
      <ScreenHead title={t('title')} tools={<UndoButtons account_id={account.id} />}>
        {list && (
          <p className={classes.facts} role="status">
            <span>
              {counts.changes === 0
                ? t('none')
                : words('changesOn', {
                    changes: words('changes', { count: counts.changes }),
                    videos: words('videos', { count: counts.videos }),
                  })}
            </span>
            <Marks {...counts} />
            <span>{t(list.isPosting ? 'isPosting' : 'safe')}</span>
          </p>
        )}
      </ScreenHead>
      {query.failure && <Notice failure={query.failure} onRetry={query.refetch} />}
      {list?.blocked && <Notice failure={list.blocked} />}
      {list && <PendingEdits account={account} list={list} />}
      <OrphanFiles account_id={account.id} />
    </div>
  )
}

const MOST_SHOWN = 20

function PendingEdits({ account, list }: { account: Account; list: EditsList }) {
  const { t } = useTranslation('outbox')
  const [chosen, setChosen] = useSessionState<ReadonlySet<string>>('chosen', NONE)
  const [found, setFound] = useState<Problem[] | null>(null)
  const sent = useLastPosts((posts) => posts[account.id])
  const [most, setMost] = useSessionState('most', MOST_SHOWN)
  const { mutate, failure, isPending } = useMutation()
  const videos = [...byVideo(list.edits)]
  // Videos without pending edits any more are no longer selected.
  const still = new Set([...chosen].filter((id) => videos.some(([video_id]) => video_id === id)))
  const check = () =>
    void mutate(async () => {
      const video_ids = still.size > 0 ? [...still] : null
      setFound(await call.edits.check({ account_id: account.id, video_ids }))
    })
  return (
    <>
      <Actions
        {...{ account, list, chosen: still }}
        onCheck={check}
        onPost={(posted) => {
          savePost({ account_id: account.id, ...posted, outcome: null })
          setFound(null)
        }}
        isChecking={isPending}
      />
      {sent && <Results sent={sent} list={list} />}
      {failure && <Notice failure={failure} onRetry={check} />}
      {found && <CheckResult account_id={account.id} problems={found} names={list.names} />}
      <Duplicates account_id={account.id} duplicates={list.duplicates} />
      <Conflicts account={account} edits={list.edits} names={list.names} />
      {videos.length === 0 && <NoPendingEdits />}
      {videos.length > 1 && (
        <Checkbox
          size="xs"
          label={t('chooseAll')}
          checked={still.size === videos.length}
          indeterminate={still.size > 0 && still.size < videos.length}
          onChange={({ currentTarget }) =>
            setChosen(currentTarget.checked ? new Set(videos.map(([id]) => id)) : NONE)
          }
        />
      )}
      {videos.slice(0, most).map(([video_id, edits]) => (
        <VideoChanges
          key={video_id}
          {...{ account, video_id, edits }}
          name={list.names[video_id] ?? video_id}
          blocked={list.blocked}
          isChosen={still.has(video_id)}
          onChoose={(isChosen) => setChosen(withOne(still, video_id, isChosen))}
        />
      ))}
      {videos.length > most && (
        <Button variant="subtle" onClick={() => setMost(most + MOST_SHOWN)}>
          {t('moreVideos', { count: videos.length - most })}
        </Button>
      )}
    </>
  )
}

const NONE: ReadonlySet<string> = new Set()

function withOne(chosen: ReadonlySet<string>, id: string, isChosen: boolean) {
  const next = new Set(chosen)
  if (isChosen) next.add(id)
  else next.delete(id)
  return next
}

function NoPendingEdits() {
  const { t } = useTranslation('outbox')
  return (
    <EmptyState
      title={t('nothing')}
      text={t('nothingText')}
      action={
        <Button variant="default" onClick={() => goTo('videos')}>
          {t('toVideos')}
        </Button>
      }
    />
  )
}
