import { ActionIcon, Anchor, Button, Group, Paper, Text, VisuallyHidden } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowsSplit2,
  IconCircleCheck,
  IconCircleX,
  IconRefresh,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { Edit, EditsList, Problem } from '../../../shared/features/publishing/edit.ts'
import { groupBy } from '../../../shared/maps.ts'
import { call } from '../../bridge.ts'
import { clock } from '../../clock.ts'
import { useMutation } from '../../mutation.ts'
import { byVideo } from '../../ui/edits/counts.ts'
import { useProblemText } from '../../ui/edits/problem-text.ts'
import { useKnownItem } from '../../ui/edits/use-edits.ts'
import { groupName, settingName } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import { goTo } from '../../view.ts'
import type { Act } from './change-row.tsx'
import { type Checked, useChecks } from './check-state.ts'
import classes from './outbox.module.css'
import { KeepMineDialog } from './post-dialog.tsx'

interface CheckPanelProps {
  account: Account
  list: EditsList
  now: Checked
  act: Act
}

const MOST_SHOWN = 60

/**
 * What needs a decision or attention before publishing: conflicts, refused changes, and the last
 * check's findings.
 */
export function CheckPanel({ account, list, now, act }: CheckPanelProps) {
  const { t } = useTranslation('outbox')
  const { mutate, isPending } = useMutation()
  const { edits, names } = list
  const isChecked = now.checked > 0
  const errors = now.problems.filter(({ severity }) => severity === 'error')
  const warnings = now.problems.filter(({ severity }) => severity === 'warning')
  const summary = [
    errors.length > 0 && t('errors', { count: errors.length }),
    warnings.length > 0 && t('warnings', { count: warnings.length }),
  ]
  const shown = [...errors, ...warnings].slice(0, MOST_SHOWN)
  const left = now.problems.length - MOST_SHOWN
  const conflicts = edits.filter(({ status }) => status === 'conflict')
  const rejected = edits.filter(({ status }) => status === 'rejected').length
  const check = () =>
    act(async () => {
      const problems = await call.edits.check({ account_id: account.id, video_ids: null })
      useChecks.setState({ [account.id]: { at: clock.now(), edits, problems } })
    })
  return (
    <Paper component="section" className={classes.card} radius="md" aria-label={t('checkTitle')}>
      <Group px="md" py={6} gap="sm" wrap="nowrap">
        <h2>{t('checkTitle')}</h2>
        <Text c="dimmed" role="status" mr="auto">
          {summary.filter(Boolean).join(', ')}
        </Text>
        {isChecked ? (
          <ActionIcon
            loading={isPending}
            aria-label={t('checkAgain')}
            title={t('checkAgain')}
            onClick={() => void mutate(check)}
          >
            <IconRefresh size={16} aria-hidden />
          </ActionIcon>
        ) : (
          <Button size="compact-sm" loading={isPending} onClick={() => void mutate(check)}>
            {t('check')}
          </Button>
        )}
      </Group>
      <Conflicts {...{ account, conflicts, names, act }} />
      {rejected > 0 && (
        <Entry icon="error" title={t('rejected.title', { count: rejected })}>
          {t('rejected.text')}
        </Entry>
      )}
      {[...groupBy(shown, ({ video_id }) => video_id)].map(([video_id, own]) => (
        <Findings
          key={video_id}
          account_id={account.id}
          video={names[video_id] ?? video_id}
          problems={own}
        />
      ))}
      {left > 0 && <Entry>{t('more', { count: left })}</Entry>}
      <div role="status">
        <Verdict {...{ account, now }} stops={errors.length + rejected + conflicts.length} />
      </div>
    </Paper>
  )
}

const ICONS = {
  conflict: IconArrowsSplit2,
  error: IconCircleX,
  warning: IconAlertTriangle,
  checked: IconCircleCheck,
}

interface EntryProps {
  icon?: keyof typeof ICONS
  title?: ReactNode
  children: ReactNode
}

function Entry({ icon, title, children }: EntryProps) {
  const Icon = icon && ICONS[icon]
  return (
    <Group className={classes.entry} gap="sm" px="md" py="sm" align="start" wrap="nowrap">
      {Icon && (
        <span className={classes.state} data-state={icon}>
          <Icon size={16} aria-hidden />
        </span>
      )}
      <div>
        {title && <h3>{title}</h3>}
        {children}
      </div>
    </Group>
  )
}

interface ConflictsProps extends Pick<CheckPanelProps, 'account' | 'act'> {
  conflicts: readonly Edit[]
  /** Names of the videos, by id. */
  names: EditsList['names']
  /** Only the buttons, where each conflict is shown below. */
  isBrief?: boolean
}

/** Several conflicts at once; each can be decided in its row as well. */
export function Conflicts({ account, conflicts, names, act, isBrief = false }: ConflictsProps) {
  const { t } = useTranslation('outbox')
  const { mutate, isPending } = useMutation()
  const [isKeeping, setIsKeeping] = useState(false)
  const decide = async (choice: 'mine' | 'theirs') => {
    for (const [video_id, own] of byVideo(conflicts)) {
      const keys = own.map(({ key }) => key)
      // Sequentially, so that after a failure the remaining conflicts are unchanged.
      // oxlint-disable-next-line no-await-in-loop
      await call.edits.resolve({ account_id: account.id, video_id, keys, choice })
    }
  }
  if (conflicts.length === 0) return null
  const buttonProps = { size: 'compact-sm', loading: isPending } as const
  return (
    <Entry
      {...(!isBrief && {
        icon: 'conflict' as const,
        title: t('conflict.title', { count: conflicts.length }),
      })}
    >
      {!isBrief && t('conflict.text')}
      <Group gap="sm" mt={isBrief ? 0 : 'sm'}>
        <Button {...buttonProps} onClick={() => setIsKeeping(true)}>
          {t('conflict.allMine')}
        </Button>
        <Button {...buttonProps} onClick={() => void mutate(() => act(() => decide('theirs')))}>
          {t('conflict.allTheirs')}
        </Button>
      </Group>
      {isKeeping && (
        <KeepMineDialog
          account={account}
          names={names}
          edits={conflicts}
          onKeep={() => decide('mine')}
          onClose={() => setIsKeeping(false)}
        />
      )}
    </Entry>
  )
}

interface FindingsProps {
  account_id: string
  /** Name of the video. */
  video: string
  /** Of the video. */
  problems: readonly Problem[]
}

function Findings({ account_id, video, problems }: FindingsProps) {
  const { t } = useTranslation('outbox')
  const sentence = useProblemText()
  const { language } = useFormat()
  const { knownItem } = useKnownItem({ account_id, video_id: problems[0]?.video_id ?? '' })
  return problems.map((problem, index) => {
    const { video_id, group, item_id, register, severity } = problem
    const where = groupName(group, language)
    const title = register ? settingName(group, register, language) : where
    const item = item_id === null ? register && where : knownItem(group, item_id)
    const place = [video, item].filter(Boolean).join(' · ')
    const name = t('openVideo', { name: `${place} · ${title}` })
    return (
      // Problems of the same rule may be identical except for their index.
      // oxlint-disable-next-line react/no-array-index-key
      <Entry
        key={index}
        icon={severity}
        title={
          <>
            <VisuallyHidden>{`${t(`severity.${severity}`)}: `}</VisuallyHidden>
            {title}
          </>
        }
      >
        <Text c="dimmed">{place}</Text>
        {`${sentence(problem)} `}
        <Anchor
          component="button"
          fz="inherit"
          aria-label={name}
          onClick={() => goTo('video', { video_id }, group, item_id)}
        >
          {t('open')}
        </Anchor>
      </Entry>
    )
  })
}

interface VerdictProps {
  account: Account
  now: Checked
  /** Number of errors, conflicts and refused changes. */
  stops: number
}

/**
 * What a check would do; afterwards, whether anything prevents publishing, and which changes were
 * checked.
 */
function Verdict({ account, now, stops }: VerdictProps) {
  const { t } = useTranslation('outbox')
  const words = useTranslation('edits').t
  const format = useFormat()
  const at = useChecks((checks) => checks[account.id]?.at)
  if (now.checked === 0 || at === undefined) return <Entry>{t('checkText')}</Entry>
  const sentences = [
    t('checkedAt', { changes: words('changes', { count: now.checked }), time: format.clock(at) }),
    now.unchecked > 0 && t('unchecked', { count: now.unchecked }),
  ]
  const text = sentences.filter(Boolean).join(' ')
  if (stops > 0) return <Entry>{text}</Entry>
  return (
    <Entry icon="checked" title={t('checkClean')}>
      {text}
    </Entry>
  )
}
