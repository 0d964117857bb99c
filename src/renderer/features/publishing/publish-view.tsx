import { Stack } from '@mantine/core'
import { useState } from 'react'
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
  list: EditsList
  onTakenBack: () => void
}

/** A publish while it runs and afterwards: its progress, each video, and what needs the user. */
export function PublishView({ account, publish, list, onTakenBack }: PublishViewProps) {
  const { mutate, failure } = useMutation()
  const [again, setAgain] = useState<string[] | null>(null)
  const edits = list.edits.filter(({ video_id }) => again?.includes(video_id))
  return (
    <Stack gap={12}>
      <PublishHead {...{ account, publish }} act={mutate} onContinue={setAgain} />
      {failure && <Notice failure={failure} />}
      <div className={classes.columns}>
        <PublishList publish={publish} />
        <PublishSide {...{ account, publish, list, onTakenBack }} act={mutate} onRetry={setAgain} />
      </div>
      {again && (
        <PostDialog
          account={account}
          video_ids={again}
          edits={edits}
          names={list.names}
          onPost={() => undefined}
          onClose={() => setAgain(null)}
        />
      )}
    </Stack>
  )
}
