import { Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { EditsList } from '../../../shared/features/publishing/edit.ts'
import type { Publish } from '../../../shared/features/publishing/publish.ts'
import { useMutation } from '../../mutation.ts'
import { Notice } from '../../ui/notice.tsx'
import { PostDialog } from './post-dialog.tsx'
import classes from './publish.module.css'
import { PublishHead } from './publish-head.tsx'
import { PublishList } from './publish-list.tsx'
import { PublishSide } from './publish-side.tsx'

interface PublishViewProps {
  account: Account
  publish: Publish
  /** The current changes; null for an earlier publish, what was left of which is not its own any more. */
  list: EditsList | null
  /** Chooses another publish. */
  choice: ReactNode
  /** Called when it was dismissed or taken back. */
  onEnd: () => void
}

/** A publish while it runs and afterwards: its progress, each video, and what needs the user. */
export function PublishView({ account, publish, list, choice, onEnd }: PublishViewProps) {
  const { mutate, failure } = useMutation()
  const [again, setAgain] = useState<string[] | null>(null)
  return (
    <Stack gap={12}>
      <PublishHead
        {...{ account, publish, choice, onEnd }}
        isLast={list !== null}
        act={mutate}
        onContinue={setAgain}
      />
      {failure && <Notice failure={failure} />}
      <div className={classes.columns}>
        <PublishList publish={publish} />
        <PublishSide {...{ account, publish, list, onEnd }} act={mutate} onRetry={setAgain} />
      </div>
      {again && list && (
        <PostDialog
          account={account}
          video_ids={again}
          edits={list.edits.filter(({ video_id }) => again.includes(video_id))}
          names={list.names}
          onPost={() => undefined}
          onClose={() => setAgain(null)}
        />
      )}
    </Stack>
  )
}
