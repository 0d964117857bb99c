import { ActionIcon, Button, Group, Table, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowsSplit2,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconLoader,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/failure.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import { type Edit, isInFlight, type OpenVideo } from '../../../shared/features/publishing/edit.ts'
import { modesBeside } from '../../../shared/features/publishing/modes.ts'
import { call } from '../../bridge.ts'
import { statusWord } from '../../ui/edits/counts.ts'
import { ruleSentences, useProblemText } from '../../ui/edits/problem-text.ts'
import { Value } from '../../ui/edits/value.tsx'
import { useValueText } from '../../ui/edits/value-text.ts'
import { useFailureText } from '../../ui/failure-text.ts'
import { useFormat } from '../../ui/format.ts'
import { useNow } from '../../ui/freshness.tsx'
import kit from '../../ui/kit.module.css'
import { goTo } from '../../view.ts'
import { ChangeNote } from './change-note.tsx'
import type { EditState } from './check-state.ts'
import { differenceOf, withoutCommonStart } from './edit-text.ts'
import classes from './outbox.module.css'
import { PartnerNote } from './partner-note.tsx'
import { useConflict } from './post-dialog.tsx'
import { useEditName } from './use-edit-name.ts'

/** Runs an action of the list; its failure is shown in the bar below, which is always in view. */
export type Act = (action: () => Promise<unknown>) => Promise<void>

interface ChangeRowProps {
  account: Account
  video_id: string
  /** Name of the video. */
  video: string
  edit: Edit
  opened: OpenVideo | undefined
  blocked: Failure | null
  state: EditState
  act: Act
}

/** One change: the setting, its value before and after, its progress, and a button to revert it. */
export function ChangeRow({ opened, blocked, state, ...of }: ChangeRowProps) {
  const { edit } = of
  const { setting, item, group, whole } = useEditName()(edit, opened)
  const at = { ...of, opened, modes: modesBeside(edit, opened), name: whole }
  const isConflict = edit.status === 'conflict'
  return (
    <Table.Tr>
      <Table.Th scope="row" className={`${kit.cut} ${classes.what}`} title={whole}>
        {setting}
        <span>
          {edit.kind === 'delete' ? <del>{item}</del> : item}
          {item && ' · '}
          {group}
        </span>
        {edit.note !== undefined && <em title={edit.note}>{edit.note}</em>}
      </Table.Th>
      <Table.Td>
        {isConflict && <Conflict {...at} />}
        {!isConflict && (edit.kind === 'list' ? <ListSides edit={edit} /> : <Sides {...at} />)}
        <Why edit={edit} act={of.act} />
      </Table.Td>
      <Table.Td>
        <State {...{ edit, blocked, state }} />
      </Table.Td>
      <Table.Td>
        <Actions {...at} />
      </Table.Td>
    </Table.Tr>
  )
}

interface EditProps extends Omit<ChangeRowProps, 'blocked' | 'state'> {
  modes: ReturnType<typeof modesBeside>
  name: string
}

const LONGEST_SHOWN = 300
/** Longer values are pages of HTML, which no tooltip can show. */
const LONGEST_TITLE = 2000

/** A value before and after, in one line. */
function Sides({ account, edit, modes }: EditProps) {
  const { kind, register } = edit
  const { before, after } = differenceOf(edit)
  const textOf = useValueText(account.id, register)
  const whole = [textOf(before, register, modes.base), textOf(after, register, modes.mine)] as const
  const [was, is] = withoutCommonStart(...whole)
  const at = { account_id: account.id, register, longest: LONGEST_SHOWN }
  return (
    <div className={classes.change} title={whole.join(' → ').slice(0, LONGEST_TITLE)}>
      {kind !== 'create' && (
        <del className={kit.cut}>
          <Value {...at} value={before} mode={modes.base} part={was} />
        </del>
      )}
      {kind === 'set' && <span>→</span>}
      {kind !== 'delete' && (
        <ins className={kit.cut}>
          <Value {...at} value={after} mode={modes.mine} part={is} />
        </ins>
      )}
    </div>
  )
}

function ListSides({ edit }: { edit: Edit }) {
  const { t } = useTranslation('outbox')
  const { added, removed } = differenceOf(edit)
  const out = removed.length > 0 && t('removed', { values: removed.join(', ') })
  const into = added.length > 0 && t('added', { values: added.join(', ') })
  const title = [out, into].filter(Boolean).join(' → ').slice(0, LONGEST_TITLE)
  return (
    <div className={classes.change} title={title}>
      {out && <del className={kit.cut}>{out}</del>}
      {into && <ins className={kit.cut}>{into}</ins>}
    </div>
  )
}

/** The three values of a conflict, with the buttons that decide it. */
function Conflict({ account, video_id, video, edit, opened, modes, name, act }: EditProps) {
  const { t } = useTranslation('outbox')
  const { takeTheirs, keepMine, dialog } = useConflict(account, video, edit)
  const { before, after } = differenceOf(edit)
  const side = (of: 'base' | 'theirs' | 'mine', value: unknown) => (
    <div className={classes.side} data-side={of}>
      <span className={kit.quiet}>{t(`conflict.${of}`)}</span>
      <Value
        account_id={account.id}
        register={edit.register}
        value={value}
        mode={modes[of]}
        longest={LONGEST_SHOWN}
      />
    </div>
  )
  const buttonProps = { size: 'compact-xs' } as const
  return (
    <div className={classes.sides}>
      {side('base', before)}
      <div>
        {side('theirs', edit.theirs)}
        <PartnerNote account_id={account.id} edit={edit} opened={opened} />
        <Button
          {...buttonProps}
          aria-label={t('conflict.useTheirsNamed', { name })}
          onClick={() => void act(takeTheirs)}
        >
          {t('conflict.useTheirs')}
        </Button>
      </div>
      <div data-mine>
        {side('mine', after)}
        <Group gap={4} wrap="nowrap">
          <Button
            {...buttonProps}
            aria-label={t('conflict.keepMineNamed', { name })}
            onClick={keepMine}
          >
            {t('conflict.keepMine')}
          </Button>
          <Button
            {...buttonProps}
            aria-label={t('conflict.editNamed', { name })}
            onClick={() => goTo('video', { video_id }, edit.group, edit.item_id)}
          >
            {t('conflict.edit')}
          </Button>
        </Group>
      </div>
      {dialog}
    </div>
  )
}

const ICONS = {
  draft: IconCircleDashed,
  checked: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconCircleX,
  queued: IconClock,
  sending: IconLoader,
  confirming: IconLoader,
  conflict: IconArrowsSplit2,
  rejected: IconCircleX,
} as const satisfies Record<EditState, unknown>

/** The progress of a change, as an icon and a word. */
function State({ edit, blocked, state }: Pick<ChangeRowProps, 'edit' | 'blocked' | 'state'>) {
  const { t } = useTranslation('outbox')
  const words = useTranslation('edits').t
  const format = useFormat()
  const now = useNow()
  const Icon = ICONS[state]
  const time = edit.waitsUntil === null ? '' : format.clock(edit.waitsUntil)
  const word = () => {
    if (state === 'checked') return t('checked')
    return state === 'warning' || state === 'error'
      ? t(`severity.${state}`)
      : words(`status.${statusWord(edit, blocked, now)}`, { time })
  }
  return (
    <Group className={classes.state} data-state={state} gap={6} wrap="nowrap">
      <Icon size={15} aria-hidden />
      <span>{word()}</span>
    </Group>
  )
}

/** The service's own text, or what the edit waits for. */
function Why({ edit, act }: { edit: Edit; act: Act }) {
  const { failure, status } = edit
  const { t } = useTranslation('outbox')
  const words = useTranslation('edits').t
  const failureText = useFailureText()
  const sentence = useProblemText()
  if (status === 'confirming' && !failure) {
    return <Text c="dimmed">{words('status.confirmingLong')}</Text>
  }
  if (!failure) return null
  const sentences = ruleSentences(failure).map(sentence)
  if (sentences.length > 0) {
    return <Text c="dimmed">{[t('rejected.held'), ...sentences].join(' ')}</Text>
  }
  const { title, why, ...text } = failureText(failure)
  // What became of it is not known yet.
  const next = isInFlight(edit) ? words('status.confirmingAnswered') : text.next
  const copy = () => void act(() => call.app.copy({ text: JSON.stringify(failure, null, 2) }))
  return (
    <Text c="dimmed" component="div">
      {`${title}. ${why} ${next}`}
      {status === 'rejected' && (
        <Button variant="subtle" size="compact-xs" onClick={copy}>
          {t('rejected.copy')}
        </Button>
      )}
    </Text>
  )
}

function Actions(props: EditProps) {
  const { account, edit, name } = props
  // Once the change was sent, the request may still arrive.
  const canRevert = edit.status !== 'conflict' && !isInFlight(edit)
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <ChangeNote account_id={account.id} edit={edit} name={name} />
      {canRevert && <Revert {...props} />}
    </Group>
  )
}

/** A button to revert an edit. */
function Revert({ account, video_id, edit, name, act }: EditProps) {
  const { t } = useTranslation('outbox')
  const { group, item_id, register } = edit
  const changes = [{ kind: 'revert' as const, group, item_id, register }]
  const revert = () => call.edits.save({ account_id: account.id, edits: [{ video_id, changes }] })
  return (
    <ActionIcon
      size={26}
      aria-label={t('revertNamed', { name })}
      title={t('revert')}
      onClick={() => void act(revert)}
    >
      <IconArrowBackUp size={15} aria-hidden />
    </ActionIcon>
  )
}
