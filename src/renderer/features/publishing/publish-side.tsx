import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowsSplit2,
  IconCircleX,
  IconFileDownload,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { Edit, EditsList } from '../../../shared/features/publishing/edit.ts'
import { modesBeside } from '../../../shared/features/publishing/modes.ts'
import {
  CHANGE_KINDS,
  isRemoval,
  type Publish,
  type PublishedVideo,
  sumOf,
} from '../../../shared/features/publishing/publish.ts'
import { appTexts } from '../../../shared/locales/languages.ts'
import { call } from '../../bridge.ts'
import { useCall } from '../../query.ts'
import { Value } from '../../ui/edits/value.tsx'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { goTo, useView } from '../../view.ts'
import type { Act } from './change-row.tsx'
import { Conflicts } from './check-panel.tsx'
import { differenceOf } from './edit-text.ts'
import { PartnerNote } from './partner-note.tsx'
import { useConflict } from './post-dialog.tsx'
import classes from './publish.module.css'
import { leftAsDrafts, totalsOf } from './publish-order.ts'
import { useReason } from './publish-text.ts'
import { TakeBackDialog } from './take-back-dialog.tsx'
import { useEditName } from './use-edit-name.ts'

interface SideProps {
  account: Account
  publish: Publish
  list: EditsList
  act: Act
}

interface PublishSideProps extends Omit<SideProps, 'list'> {
  /** Null for an earlier publish: its cards have no buttons that publish. */
  list: EditsList | null
  onRetry: (video_ids: string[]) => void
  /** Called when it was taken back. */
  onEnd: () => void
}

/**
 * What needs the user, separate from the list because the queue continues meanwhile, and what was
 * done so far.
 */
export function PublishSide({ list, onRetry, onEnd, ...of }: PublishSideProps) {
  const { publish } = of
  const ids = new Set(publish.videos.map(({ video_id }) => video_id))
  const edits = list?.edits.filter(({ video_id }) => ids.has(video_id)) ?? []
  const conflicts = edits.filter(({ status }) => status === 'conflict')
  const rejected = new Set(
    edits.filter(({ status }) => status === 'rejected').map(({ video_id }) => video_id),
  )
  // A video in conflict may have a refused change too.
  const refused = publish.videos.filter(
    ({ state, video_id }) =>
      state === 'refused' || (state === 'conflict' && rejected.has(video_id)),
  )
  return (
    <Stack gap={12} miw={0} fz="sm">
      {list && conflicts.length > 0 && <ConflictCards {...{ ...of, list, conflicts }} />}
      {refused.length > 0 && <Refused refused={refused} onRetry={list && onRetry} />}
      <SoFar {...{ ...of, edits, onEnd }} />
    </Stack>
  )
}

interface CardProps {
  title: string
  icon?: ReactNode
  tools?: ReactNode
  children: ReactNode
}

const Card = ({ title, icon, tools, children }: CardProps) => (
  <Paper component="section" radius="md" className={classes.card} aria-label={title}>
    <Group className={classes.cardHead} gap="sm">
      {icon}
      <h3>{title}</h3>
      <Group ml="auto">{tools}</Group>
    </Group>
    {children}
  </Paper>
)

const MOST_CONFLICTS = 20

function ConflictCards(props: SideProps & { conflicts: readonly Edit[] }) {
  const { account, list, act, conflicts } = props
  const { t } = useTranslation('publish')
  const more = conflicts.length - MOST_CONFLICTS
  return (
    <Card
      title={t('conflicts', { count: conflicts.length })}
      icon={<IconArrowsSplit2 size={17} className={classes.conflict} aria-hidden />}
      tools={<Text c="dimmed">{t('conflictsHint')}</Text>}
    >
      {conflicts.length > 1 && (
        <Conflicts {...{ account, conflicts, act }} names={list.names} isBrief />
      )}
      {conflicts.slice(0, MOST_CONFLICTS).map((edit) => (
        <Conflict
          key={`${edit.video_id} ${edit.key}`}
          {...{ account, edit, act }}
          video={list.names[edit.video_id] ?? edit.video_id}
        />
      ))}
      {more > 0 && (
        <Text className={classes.item} c="dimmed">
          {t('moreConflicts', { count: more })}
        </Text>
      )}
    </Card>
  )
}

const LONGEST = 120

interface ConflictProps {
  account: Account
  /** Name of the video. */
  video: string
  edit: Edit
  act: Act
}

/** A conflict with its three values, decided in place. */
function Conflict({ account, video, edit, act }: ConflictProps) {
  const { t } = useTranslation('publish')
  const words = useTranslation('outbox').t
  const account_id = account.id
  const { video_id, group, register } = edit
  const opened = useCall('videos', 'open', { account_id, video_id }, ['videos', 'edits']).value
  const { setting, item, group: groupText, whole } = useEditName()(edit, opened)
  const name = `${video} · ${whole}`
  const { takeTheirs, keepMine, dialog } = useConflict(account, video, edit)
  const { before, after } = differenceOf(edit)
  const modes = modesBeside(edit, opened)
  const values = { base: before, theirs: edit.theirs, mine: after }
  const button = { size: 'compact-sm' } as const
  return (
    <div className={classes.item}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <h4 className={`${kit.cut} ${kit.heading}`}>{video}</h4>
        <Text c="dimmed" flex="none">
          {setting}
        </Text>
      </Group>
      <Text c="dimmed" className={kit.cut}>
        {[item, groupText].filter(Boolean).join(' · ')}
      </Text>
      <div className={classes.sides}>
        {(['base', 'theirs', 'mine'] as const).map((side) => (
          <div key={side} data-side={side}>
            <span>{words(`conflict.${side}`)}</span>
            <Value
              {...{ account_id, register }}
              value={values[side]}
              mode={modes[side]}
              longest={LONGEST}
            />
          </div>
        ))}
      </div>
      <PartnerNote {...{ account_id, edit, opened }} />
      <Group gap="xs">
        <Button
          {...button}
          aria-label={words('conflict.keepMineNamed', { name })}
          onClick={keepMine}
        >
          {words('conflict.keepMine')}
        </Button>
        <Button
          {...button}
          aria-label={words('conflict.useTheirsNamed', { name })}
          onClick={() => void act(takeTheirs)}
        >
          {words('conflict.useTheirs')}
        </Button>
        <Anchor
          component="button"
          fz="sm"
          ml="auto"
          aria-label={t('openNamed', { name })}
          onClick={() => goTo('video', { video_id }, group, edit.item_id)}
        >
          {t('open')}
        </Anchor>
      </Group>
      {dialog}
    </div>
  )
}

interface RefusedProps {
  refused: readonly PublishedVideo[]
  onRetry: ((video_ids: string[]) => void) | null
}

function Refused({ refused, onRetry }: RefusedProps) {
  const { t } = useTranslation('publish')
  const reason = useReason()
  const count = refused.length
  return (
    <Card
      title={t('refused', { count })}
      icon={<IconCircleX size={17} className={classes.refused} aria-hidden />}
      tools={
        onRetry && (
          <Button
            size="compact-sm"
            onClick={() => onRetry(refused.map(({ video_id }) => video_id))}
          >
            {t('retry', { count })}
          </Button>
        )
      }
    >
      {refused.map(({ video_id, name, failure }) => (
        <div key={video_id} className={classes.item}>
          <Group justify="space-between" wrap="nowrap" gap="sm">
            <h4 className={`${kit.cut} ${kit.heading}`}>{name}</h4>
            <Group gap="sm" wrap="nowrap">
              {onRetry && count > 1 && (
                <Anchor
                  component="button"
                  fz="sm"
                  aria-label={`${t('retry', { count: 1 })} ${name}`}
                  onClick={() => onRetry([video_id])}
                >
                  {t('retry', { count: 1 })}
                </Anchor>
              )}
              <Anchor
                component="button"
                fz="sm"
                aria-label={t('openNamed', { name })}
                onClick={() => goTo('video', { video_id })}
              >
                {t('open')}
              </Anchor>
            </Group>
          </Group>
          <Text c="dimmed">{failure && reason(failure)}</Text>
        </div>
      ))}
    </Card>
  )
}

interface SoFarProps extends Omit<SideProps, 'list'> {
  /** The current changes of its videos. */
  edits: readonly Edit[]
  onEnd: () => void
}

/** The results of a publish by kind, with its report and the button to take it back. */
function SoFar({ account, publish, edits, act, onEnd }: SoFarProps) {
  const { t } = useTranslation('publish')
  const { count, language } = useFormat()
  const [isTakingBack, setIsTakingBack] = useState(false)
  const { published } = totalsOf(publish.videos)
  const kinds = CHANGE_KINDS.filter((kind) => published[kind])
  const names = appTexts(language).tables.kinds
  const drafts = leftAsDrafts(publish.videos, edits)
  const done = publish.videos.filter((video) => sumOf(video.published) > 0).length
  return (
    <Card
      title={t(publish.endedAt === null ? 'soFar' : 'inAll')}
      tools={<SaveResult {...{ account, publish, act }} />}
    >
      <dl className={classes.counts}>
        {kinds.map((kind) => (
          <div key={kind} data-removal={isRemoval(kind) || undefined}>
            <dt>{names[kind]}</dt>
            <dd>{count(published[kind] ?? 0)}</dd>
          </div>
        ))}
        {drafts > 0 && (
          <div data-drafts>
            <dt>{t('drafts')}</dt>
            <dd>{count(drafts)}</dd>
          </div>
        )}
      </dl>
      {kinds.length === 0 && (
        <Text className={classes.item} size="sm" c="dimmed">
          {t('nothingYet')}
        </Text>
      )}
      <Group className={classes.foot} gap="sm" wrap="nowrap">
        <Button
          flex="none"
          leftSection={<IconArrowBackUp size={15} aria-hidden />}
          disabled={done === 0 || publish.endedAt === null}
          onClick={() => setIsTakingBack(true)}
        >
          {t('takeBack')}
        </Button>
        <Text c="dimmed">{t('takeBackText', { count: done })}</Text>
      </Group>
      {isTakingBack && (
        <TakeBackDialog
          {...{ account, publish }}
          onTakenBack={onEnd}
          onClose={() => setIsTakingBack(false)}
        />
      )}
    </Card>
  )
}

/** The report as a file: one video per row, and each refusal as text. */
function SaveResult({ account, publish, act }: Omit<SideProps, 'list'>) {
  const { t } = useTranslation('publish')
  const { language } = useFormat()
  const reason = useReason()
  const { fileKind } = useView(({ preferences }) => preferences)
  const save = () => {
    const reasons = Object.fromEntries(
      publish.videos.flatMap(({ video_id, failure }) =>
        failure ? [[video_id, reason(failure).slice(0, LONGEST_REASON)]] : [],
      ),
    )
    const request = {
      ...{ table: 'publish' as const, account_id: account.id, publish: publish.id },
      ...{ language, reasons },
    }
    return call.exports.start({ request, flavour: fileKind, language })
  }
  return (
    <Button
      size="compact-sm"
      leftSection={<IconFileDownload size={15} aria-hidden />}
      onClick={() => void act(save)}
    >
      {t('save')}
    </Button>
  )
}

const LONGEST_REASON = 2000
