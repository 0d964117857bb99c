import { Button, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/failure.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { Edit, VideoDesk } from '../../../shared/features/publishing/edit.ts'
import { call } from '../../bridge.ts'
import { useSessionState } from '../../kept-list.ts'
import { useMutation } from '../../mutation.ts'
import { StatusText } from '../../ui/edits/marks.tsx'
import { ruleSentences, useProblemText } from '../../ui/edits/problem-text.ts'
import { modeOf } from '../../ui/edits/threshold.ts'
import { Value } from '../../ui/edits/value.tsx'
import { useFailureText } from '../../ui/failure-text.ts'
import { goTo } from '../../view.ts'
import { differenceOf } from './edit-text.ts'
import classes from './outbox.module.css'
import { KeepMineDialog } from './post-dialog.tsx'
import { useEditName } from './use-edit-name.ts'

interface ChangesTableProps {
  account: Account
  video_id: string
  /** Name of the video. */
  video: string
  edits: readonly Edit[]
  desk: VideoDesk | undefined
  blocked: Failure | null
}

const MOST_SHOWN = 50

/** The changes of a video, before and after. A conflict shows the previous, the own and the service's value. */
export function ChangesTable(props: ChangesTableProps) {
  const { t } = useTranslation('outbox')
  const [most, setMost] = useSessionState(`most ${props.video_id}`, MOST_SHOWN)
  const { edits } = props
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('column.what')}</th>
            <th scope="col">{t('column.before')}</th>
            <th scope="col">{t('column.after')}</th>
            <th scope="col">{t('column.status')}</th>
            <th scope="col">
              <VisuallyHidden>{t('column.act')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {edits.slice(0, most).map((edit) => (
            <ChangeRow key={edit.key} {...props} edit={edit} />
          ))}
        </tbody>
      </table>
      {edits.length > most && (
        <Button variant="subtle" onClick={() => setMost(most + MOST_SHOWN)}>
          {t('moreChanges', { count: edits.length - most })}
        </Button>
      )}
    </>
  )
}

type RowProps = ChangesTableProps & { edit: Edit }

function ChangeRow({ edit, desk, blocked, account, video_id, video }: RowProps) {
  const { setting, item, group, whole } = useEditName()(edit, desk)
  const isConflict = edit.status === 'conflict'
  const modes = { base: modeOf(desk?.base, edit), mine: modeOf(desk?.shown, edit) }
  const at = { account, video_id, video, edit, modes, name: whole }
  return (
    <tr data-status={edit.status} data-kind={edit.kind}>
      <th scope="row" className={classes.what}>
        {setting}
        <span className={classes.under}>
          {edit.kind === 'delete' ? <del>{item}</del> : item}
          {item && ' · '}
          {group}
        </span>
      </th>
      {isConflict ? <ConflictCells {...at} /> : <Sides {...at} />}
      <td className={classes.state}>
        <StatusText edit={edit} blocked={blocked} />
        <Why edit={edit} />
      </td>
      <td className={classes.act}>{!isConflict && <Revert {...at} />}</td>
    </tr>
  )
}

interface EditProps {
  account: Account
  video_id: string
  video: string
  edit: Edit
  /** The mode of the edited pixel, on the service and with the edits. */
  modes: { base: unknown; mine: unknown }
  name: string
}

function Sides({ account, edit, modes }: EditProps) {
  const { before, after } = differenceOf(edit)
  const at = { account_id: account.id, register: edit.register }
  return (
    <>
      <td>
        <Value {...at} value={before} mode={modes.base} />
      </td>
      <td>
        <Value {...at} value={after} mode={modes.mine} />
        <ListChanges edit={edit} />
      </td>
    </>
  )
}

function ListChanges({ edit }: { edit: Edit }) {
  const { t } = useTranslation('outbox')
  const { added, removed } = differenceOf(edit)
  return (
    <>
      {added.length > 0 && (
        <span className={classes.under}>{t('added', { values: added.join(', ') })}</span>
      )}
      {removed.length > 0 && (
        <span className={classes.under}>{t('removed', { values: removed.join(', ') })}</span>
      )}
    </>
  )
}

/** The previous value and both sides of a conflict, with buttons to decide. */
function ConflictCells(props: EditProps) {
  const { account, edit, modes } = props
  const { t } = useTranslation('outbox')
  const { before, after } = differenceOf(edit)
  const sides = { base: before, mine: after, theirs: edit.theirs }
  return (
    <td colSpan={2}>
      <div className={classes.sides}>
        {(['base', 'mine', 'theirs'] as const).map((side) => (
          <div key={side} data-side={side}>
            <strong>{`${t(`conflict.${side}`)}: `}</strong>
            <Value
              account_id={account.id}
              register={edit.register}
              value={sides[side]}
              mode={side === 'mine' ? modes.mine : modes.base}
            />
            {side === 'mine' && <ListChanges edit={edit} />}
          </div>
        ))}
      </div>
      <Decide {...props} />
    </td>
  )
}

/** The service's own text, or what the edit waits for. */
function Why({ edit: { failure, status } }: { edit: Edit }) {
  const { t } = useTranslation('edits')
  const words = useTranslation('outbox').t
  const failureText = useFailureText()
  const sentence = useProblemText()
  const { mutate } = useMutation()
  if (status === 'confirming') {
    return <span className={classes.under}>{t('status.confirmingLong')}</span>
  }
  if (!failure) return null
  const sentences = ruleSentences(failure).map(sentence)
  if (sentences.length > 0) {
    return <div className={classes.under}>{[words('rejected.held'), ...sentences].join(' ')}</div>
  }
  const { title, why, next } = failureText(failure)
  const copy = () => void mutate(() => call.desk.copy({ text: JSON.stringify(failure, null, 2) }))
  return (
    <div className={classes.under}>
      {`${title} ${why} ${next}`}
      {status === 'rejected' && (
        <Button variant="subtle" size="compact-xs" onClick={copy}>
          {words('rejected.copy')}
        </Button>
      )}
    </div>
  )
}

function Decide({ account, video_id, video, edit, name }: EditProps) {
  const { t } = useTranslation('outbox')
  const { mutate, failure } = useMutation()
  const failureText = useFailureText()
  const [isKeeping, setIsKeeping] = useState(false)
  const decide = (choice: 'mine' | 'theirs') =>
    call.edits.resolve({ account_id: account.id, video_id, keys: [edit.key], choice })
  const buttonProps = { variant: 'default', size: 'compact-xs' } as const
  return (
    <div className={classes.decisions}>
      <Button
        {...buttonProps}
        aria-label={t('conflict.keepMineNamed', { name })}
        onClick={() => setIsKeeping(true)}
      >
        {t('conflict.keepMine')}
      </Button>
      <Button
        {...buttonProps}
        aria-label={t('conflict.useTheirsNamed', { name })}
        onClick={() => void mutate(() => decide('theirs'))}
      >
        {t('conflict.useTheirs')}
      </Button>
      <Button
        {...buttonProps}
        aria-label={t('conflict.editNamed', { name })}
        onClick={() => goTo('video', { video_id })}
      >
        {t('conflict.edit')}
      </Button>
      {failure && <span role="alert">{failureText(failure).title}</span>}
      {isKeeping && (
        <KeepMineDialog
          account={account}
          names={{ [video_id]: video }}
          edits={[edit]}
          onKeep={() => decide('mine')}
          onClose={() => setIsKeeping(false)}
        />
      )}
    </div>
  )
}

/** A button to revert an edit. Hidden once it was sent, because the request may still arrive. */
function Revert({ account, video_id, edit, name }: EditProps) {
  const { t } = useTranslation('outbox')
  const { mutate, failure } = useMutation()
  const failureText = useFailureText()
  const { group, item_id, register, status } = edit
  if (status === 'sending' || status === 'confirming') return null
  const changes = [{ kind: 'revert' as const, group, item_id, register }]
  const revert = () =>
    void mutate(() => call.edits.save({ account_id: account.id, edits: [{ video_id, changes }] }))
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        aria-label={t('revertNamed', { name })}
        onClick={revert}
      >
        {t('revert')}
      </Button>
      {failure && <span role="alert">{failureText(failure).title}</span>}
    </>
  )
}
