import { Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { Edit, Problem } from '../../../shared/features/publishing/edit.ts'
import { kindCountsOf } from '../../../shared/features/publishing/publish.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { type QueryResult, useCall } from '../../query.ts'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { countsOf, postable } from '../../ui/edits/counts.ts'
import { type Format, useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { Notice } from '../../ui/notice.tsx'
import { differenceOf, notSentOf, sendable } from './edit-text.ts'
import classes from './outbox.module.css'
import { useKindsText } from './publish-text.ts'
import { useEditName } from './use-edit-name.ts'

interface PostDialogProps {
  account: Account
  /** Null for all videos. */
  video_ids: string[] | null
  /** All pending edits of these videos, including those that this post does not send. */
  edits: readonly Edit[]
  names: Readonly<Record<string, string>>
  /** Called with the number of videos. */
  onPost: (videos: number) => void
  onClose: () => void
}

/** A preview of a post, with the button to start it. */
export function PostDialog(props: PostDialogProps) {
  const { account, video_ids, edits, names, onPost, onClose } = props
  const { t } = useTranslation('outbox')
  const checked = useCall('edits', 'check', { account_id: account.id, video_ids })
  const due = postable(edits)
  const post = async () => {
    // Explicit ids, because rejected edits are retried only when their video is named.
    const named = [...new Set(due.map(({ video_id }) => video_id))]
    await call.edits.post({ account_id: account.id, video_ids: named })
    onPost(named.length)
  }
  return (
    <SendDialog
      {...{ account, names, onClose }}
      title={t('post.title')}
      button="post.button"
      edits={due}
      sent={sendable(due, checked.value ?? [])}
      onSend={post}
    >
      <Removals edits={due} names={names} />
      <Checked {...{ checked, edits }} />
    </SendDialog>
  )
}

interface KeepMineDialogProps extends Pick<PostDialogProps, 'account' | 'names' | 'onClose'> {
  /** The edits in conflict. */
  edits: readonly Edit[]
  onKeep: () => Promise<void>
}

/** Keeping the own side overwrites someone else's change, so it is confirmed like a post. */
export function KeepMineDialog({ edits, onKeep, ...props }: KeepMineDialogProps) {
  const { t } = useTranslation('outbox')
  return (
    <SendDialog
      {...props}
      title={t('conflict.ask')}
      button="conflict.keepButton"
      edits={edits}
      sent={edits}
      onSend={onKeep}
    >
      <Removals edits={edits} names={props.names} />
      <Text inherit c="var(--desk-warn)">
        {t('conflict.over', { count: edits.length })}
      </Text>
    </SendDialog>
  )
}

/** Decides a conflict by one of its sides; keeping the own one is asked in a dialog. */
export function useConflict(account: Account, video: string, edit: Edit) {
  const [isKeeping, setIsKeeping] = useState(false)
  const { video_id, key } = edit
  const decide = (choice: 'mine' | 'theirs') =>
    call.edits.resolve({ account_id: account.id, video_id, keys: [key], choice })
  const dialog = isKeeping && (
    <KeepMineDialog
      account={account}
      names={{ [video_id]: video }}
      edits={[edit]}
      onKeep={() => decide('mine')}
      onClose={() => setIsKeeping(false)}
    />
  )
  return { takeTheirs: () => decide('theirs'), keepMine: () => setIsKeeping(true), dialog }
}

type DiscardDialogProps = Pick<PostDialogProps, 'account' | 'edits' | 'names' | 'onClose'> & {
  onDiscard: () => void
}

/** Asks before edits are discarded. Closes without waiting, so that the focus can return to its button. */
export function DiscardDialog({ onDiscard, ...props }: DiscardDialogProps) {
  const { t } = useTranslation('outbox')
  return (
    <SendDialog
      {...props}
      title={t('discardTitle')}
      button="discardButton"
      sent={props.edits}
      onSend={() => Promise.resolve(onDiscard())}
    >
      <Text inherit c="dimmed">
        {t('discardText')}
      </Text>
    </SendDialog>
  )
}

interface SendDialogProps extends Pick<PostDialogProps, 'account' | 'edits' | 'names' | 'onClose'> {
  title: string
  button: 'post.button' | 'conflict.keepButton' | 'discardButton'
  sent: readonly Edit[]
  onSend: () => Promise<void>
  children: ReactNode
}

/**
 * Summary of what would be sent: the account, the videos, the number of changes by kind, and removals by
 * name.
 */
function SendDialog(props: SendDialogProps) {
  const { account, edits, names, title, button, sent, onSend, onClose, children } = props
  const { t } = useTranslation('outbox')
  const words = useTranslation('edits').t
  const publishWords = useTranslation('publish').t
  const kindsText = useKindsText()
  const format = useFormat()
  const { mutate, failure, isPending } = useMutation()
  const counts = countsOf(sent)
  const kinds = (['added', 'changed', 'removed'] as const).filter((kind) => counts[kind] > 0)
  const isDiscard = button === 'discardButton'
  const send = () => void mutate(() => onSend().then(onClose))
  const deleted = isDiscard ? 0 : counts.removed
  const [isConfirmed, setIsConfirmed] = useState(false)
  const isTyped = deleted > MOST_DELETED_BY_A_CLICK
  return (
    <Dialog onClose={onClose} title={title} size={520} closeLabel="cancel">
      <div className={classes.dialog}>
        <dl className={classes.facts}>
          <dt>{t('post.account')}</dt>
          <dd>{account.name}</dd>
          <dt>{t('post.videos')}</dt>
          <dd>{namesOf(edits, names, format)}</dd>
          <dt>{t('post.changes')}</dt>
          <dd>{kinds.map((kind) => words(kind, { count: counts[kind] })).join(', ')}</dd>
          <dt>{publishWords('byKind')}</dt>
          <dd>{kindsText(kindCountsOf(sent))}</dd>
        </dl>
        {children}
        {!isDiscard && (
          <Text inherit c="dimmed">
            {t('post.how', { count: counts.videos })}
          </Text>
        )}
        {isTyped && <Confirmation {...{ deleted }} onChange={setIsConfirmed} />}
        <DialogFoot
          {...{ failure, isPending }}
          data-autofocus={!isTyped}
          {...(isDiscard && { color: 'red.9' })}
          disabled={counts.changes === 0 || (isTyped && !isConfirmed)}
          onCancel={onClose}
          onClick={send}
        >
          {t(button, {
            changes: words('changes', { count: counts.changes }),
            videos: words('videos', { count: counts.videos }),
          })}
        </DialogFoot>
      </div>
    </Dialog>
  )
}

/** More deleted items than these are published only after their number was typed. */
const MOST_DELETED_BY_A_CLICK = 20

interface ConfirmationProps {
  deleted: number
  onChange: (isConfirmed: boolean) => void
}

function Confirmation({ deleted, onChange }: ConfirmationProps) {
  const { t } = useTranslation('outbox')
  return (
    <TextInput
      data-autofocus
      label={t('post.confirm', { number: String(deleted) })}
      inputMode="numeric"
      onChange={({ currentTarget }) => onChange(currentTarget.value.trim() === String(deleted))}
    />
  )
}

const MOST_NAMED = 5

function namesOf(
  edits: readonly Edit[],
  names: Readonly<Record<string, string>>,
  { count }: Pick<Format, 'count'>,
) {
  const ids = [...new Set(edits.map(({ video_id }) => video_id))]
  const named = ids.slice(0, MOST_NAMED).map((id) => names[id] ?? id)
  return ids.length > MOST_NAMED
    ? `${named.join(', ')} + ${count(ids.length - MOST_NAMED)}`
    : named.join(', ')
}

function Removals({ edits, names }: Pick<PostDialogProps, 'edits' | 'names'>) {
  const { t } = useTranslation('outbox')
  const nameOf = useEditName()
  const removals = edits.filter(isRemoving)
  if (removals.length === 0) return null
  return (
    <div>
      <h3>{t('post.removals')}</h3>
      <ul className={`${kit.list} ${classes.removals}`}>
        {removals.map((edit) => {
          const { group, item, setting } = nameOf(edit, undefined)
          const isItem = edit.kind === 'delete'
          return (
            <li key={`${edit.video_id} ${edit.key}`}>
              <del>{isItem ? item : differenceOf(edit).removed.join(', ')}</del>
              {` · ${isItem ? group : setting} · ${names[edit.video_id] ?? edit.video_id}`}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** An item that is deleted, or values that are removed from a list. */
const isRemoving = (edit: Edit) =>
  edit.kind === 'delete' || (edit.kind === 'list' && differenceOf(edit).removed.length > 0)

interface CheckedProps {
  checked: QueryResult<Problem[]>
  edits: readonly Edit[]
}

function Checked({ checked: query, edits }: CheckedProps) {
  const { t } = useTranslation('outbox')
  const { errors, conflicts } = notSentOf(edits, query.value ?? [])
  return (
    <div role="status">
      {conflicts > 0 && (
        <Text inherit c="var(--desk-bad)">
          {t('post.undecided', { count: conflicts })}
        </Text>
      )}
      {errors > 0 && (
        <Text inherit c="var(--desk-bad)">
          {t('post.held', { count: errors })}
        </Text>
      )}
      <CheckResult checked={query} />
    </div>
  )
}

/** The findings of a check that do not prevent posting. */
function CheckResult({ checked: query }: Pick<CheckedProps, 'checked'>) {
  const { t } = useTranslation('outbox')
  if (query.failure) return <Notice failure={query.failure} onRetry={query.refetch} />
  if (!query.value)
    return (
      <Text inherit c="dimmed">
        {t('post.checking')}
      </Text>
    )
  const warnings = query.value.filter(({ severity }) => severity === 'warning').length
  if (warnings > 0)
    return (
      <Text inherit c="var(--desk-warn)">
        {t('post.warned', { count: warnings })}
      </Text>
    )
  return (
    query.value.length === 0 && (
      <Text inherit c="dimmed">
        {t('post.clean')}
      </Text>
    )
  )
}
