import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { EditsList } from '../../../shared/features/publishing/edit.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { countsOf, postable } from '../../ui/edits/counts.ts'
import { Notice } from '../../ui/notice.tsx'
import { Discarded } from './discarded.tsx'
import { chosenEdits } from './edit-text.ts'
import classes from './outbox.module.css'
import { PostDialog, type Posted } from './post-dialog.tsx'

interface ActionsProps {
  account: Account
  list: EditsList
  /** Ids of the selected videos; when empty, the buttons apply to all. */
  chosen: ReadonlySet<string>
  onCheck: () => void
  onPost: (posted: Posted) => void
  isChecking: boolean
}

/** Buttons to check, post, stop and discard, for the selected videos or all. */
export function Actions(props: ActionsProps) {
  const { account, list, chosen, onCheck, onPost, isChecking } = props
  const { t } = useTranslation('outbox')
  const words = useTranslation('edits').t
  const account_id = account.id
  const [isPosting, setIsPosting] = useState(false)
  const [discarded, setDiscarded] = useState<string | null>(null)
  const { mutate, failure } = useMutation()
  const some = chosen.size > 0
  const edits = chosenEdits(list.edits, chosen)
  const video_ids = some ? [...chosen] : null
  const discard = () =>
    void mutate(async () => {
      await call.edits.discard({ account_id, video_ids })
      setDiscarded(words('changes', { count: countsOf(edits).changes }))
    })
  const canPost = postable(edits).length > 0
  return (
    <>
      <div className={classes.actions}>
        <Button disabled={!canPost} onClick={() => setIsPosting(true)}>
          {t(some ? 'postChosen' : 'postAll')}
        </Button>
        <Button
          variant="default"
          disabled={edits.length === 0}
          loading={isChecking}
          onClick={onCheck}
        >
          {t('check')}
        </Button>
        {list.isPosting && (
          <Button
            variant="default"
            onClick={() => void mutate(() => call.edits.stop({ account_id }))}
          >
            {t('stop')}
          </Button>
        )}
        <Button variant="subtle" color="red" disabled={edits.length === 0} onClick={discard}>
          {t(some ? 'discardChosen' : 'discardAll')}
        </Button>
      </div>
      {failure && <Notice failure={failure} />}
      {discarded !== null && (
        <Discarded account_id={account_id} what={discarded} onClose={() => setDiscarded(null)} />
      )}
      {isPosting && (
        <PostDialog
          {...{ account, video_ids }}
          edits={edits}
          names={list.names}
          onPost={onPost}
          onClose={() => setIsPosting(false)}
        />
      )}
    </>
  )
}
