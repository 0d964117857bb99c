import { Button, Checkbox, Group, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/failure.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { EditsList } from '../../../shared/features/publishing/edit.ts'
import { call } from '../../bridge.ts'
import { Column } from '../../ui/column.tsx'
import { countsOf, discardable } from '../../ui/edits/counts.ts'
import { Notice } from '../../ui/notice.tsx'
import type { Act } from './change-row.tsx'
import { type Checked, type Selection, selectionOf } from './check-state.ts'
import classes from './outbox.module.css'
import { PostDialog } from './post-dialog.tsx'

interface PostBarProps {
  account: Account
  list: EditsList
  /** Ids of the videos that are not selected. */
  leftOut: ReadonlySet<string>
  now: Checked
  failure: Failure | null
  act: Act
  onChooseAll: (isAll: boolean) => void
  onDiscard: (video_ids: string[]) => void
  /** Called with the number of videos. */
  onPost: (videos: number) => void
}

/** What is selected, what prevents publishing, and the buttons to publish, stop and discard. */
export function PostBar(props: PostBarProps) {
  const { account, list, leftOut, now, failure, act, onChooseAll, onDiscard, onPost } = props
  const { t } = useTranslation('outbox')
  const words = useTranslation('edits').t
  const account_id = account.id
  const [isPosting, setIsPosting] = useState(false)
  const selection = selectionOf(list.edits, leftOut, now)
  const { selected, sent } = selection
  const counts = countsOf(sent)
  const total = list.edits.length
  const video_ids = [...new Set(selected.map(({ video_id }) => video_id))]
  return (
    <Column component="footer" className={classes.bar} gap={8} px={16} py={8}>
      {failure && <Notice failure={failure} />}
      <Group gap="md" justify="flex-end">
        <Checkbox
          aria-label={t('chooseAll')}
          checked={selected.length === total}
          indeterminate={selected.length > 0 && selected.length < total}
          onChange={({ currentTarget }) => onChooseAll(currentTarget.checked)}
        />
        <span role="status">{t('selected', { count: selected.length, total })}</span>
        <CheckResult {...selection} />
        {list.isPosting && (
          <Button onClick={() => void act(() => call.edits.stop({ account_id }))}>
            {t('stop')}
          </Button>
        )}
        <Button
          variant="subtle"
          color="red"
          disabled={discardable(selected).length === 0}
          onClick={() => onDiscard(video_ids)}
        >
          {t('discard')}
        </Button>
        <Button
          variant="filled"
          leftSection={<IconSend size={15} aria-hidden />}
          disabled={counts.changes === 0}
          onClick={() => setIsPosting(true)}
        >
          {counts.changes === 0
            ? t('publish')
            : t('post.button', {
                changes: words('changes', { count: counts.changes }),
                videos: words('videos', { count: counts.videos }),
              })}
        </Button>
      </Group>
      {isPosting && (
        <PostDialog
          {...{ account, onPost }}
          video_ids={selected.length === total ? null : video_ids}
          edits={selected}
          names={list.names}
          onClose={() => setIsPosting(false)}
        />
      )}
    </Column>
  )
}

/** What prevents publishing the selected changes. */
function CheckResult({ errors, warnings, conflicts, isChecked }: Selection) {
  const { t } = useTranslation('outbox')
  const none = isChecked ? t('noWarning') : t('notChecked')
  const facts = [
    errors > 0 && t('errors', { count: errors }),
    warnings > 0 ? t('warnings', { count: warnings }) : none,
    conflicts > 0 ? t('openConflicts', { count: conflicts }) : t('noConflict'),
  ]
  return (
    <Text c="dimmed" flex="1 1 180px">
      {facts.filter(Boolean).join(', ')}
    </Text>
  )
}
