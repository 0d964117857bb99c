import { Anchor, Button, Group, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type AccountEntry,
  isRestorable,
} from '../../../shared/features/publishing/change-history.ts'
import type { Edit } from '../../../shared/features/publishing/edit.ts'
import { MODE, modeOf } from '../../../shared/features/publishing/modes.ts'
import { differingIn } from '../../../shared/features/publishing/reading.ts'
import { shortened } from '../../../shared/features/publishing/value-text.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { useCall } from '../../query.ts'
import { useDifferingName } from '../../ui/edits/history.tsx'
import { useKnownItem } from '../../ui/edits/use-edits.ts'
import { Value } from '../../ui/edits/value.tsx'
import { groupName, settingName, useValueText } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { Notice } from '../../ui/notice.tsx'
import { goTo } from '../../view.ts'
import { DraftsDialog } from './drafts-dialog.tsx'
import { differenceOf } from './edit-text.ts'
import classes from './publish.module.css'
import { useEditName } from './use-edit-name.ts'

interface HistoryEntryPanelProps {
  account_id: string
  entry: AccountEntry
  /** What happened, as text. */
  event: string
}

/** An entry in full, with buttons to restore its value or the whole video. */
export function HistoryEntryPanel({ account_id, entry, event }: HistoryEntryPanelProps) {
  const { t } = useTranslation('publish')
  const { instantToSecond } = useFormat()
  const { mutate, failure, isPending } = useMutation()
  const [made, setMade] = useState<'made' | 'already' | null>(null)
  const [isRestoring, setIsRestoring] = useState(false)
  const { video_id, id, name, at } = entry
  const restore = async () => {
    const { changes } = await call.edits.restore({ account_id, video_id, entry: id })
    setMade(changes > 0 ? 'made' : 'already')
  }
  return (
    <div className={classes.item}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <h3 className={kit.cut}>{name}</h3>
        <Anchor
          component="button"
          fz="sm"
          aria-label={t('openNamed', { name })}
          onClick={() => goTo('video', { video_id })}
        >
          {t('open')}
        </Anchor>
      </Group>
      <Text c="dimmed">{`${instantToSecond(at)} · ${event}`}</Text>
      {entry.group === null ? <Reading entry={entry} /> : <Sides {...{ account_id, entry }} />}
      <Group gap="sm">
        {isRestorable(entry) && (
          <Button loading={isPending} onClick={() => void mutate(restore)}>
            {t('history.restore')}
          </Button>
        )}
        <Button onClick={() => setIsRestoring(true)}>{t('history.restoreVideo')}</Button>
      </Group>
      <div role="status">{made && <Text size="sm">{t(`history.${made}`)}</Text>}</div>
      {failure && <Notice failure={failure} />}
      {isRestoring && (
        <RestoreVideoDialog
          {...{ account_id, entry }}
          onMade={() => setMade('made')}
          onClose={() => setIsRestoring(false)}
        />
      )}
    </div>
  )
}

type EntryProps = Pick<HistoryEntryPanelProps, 'account_id' | 'entry'>

const LONGEST = 600

function Sides({ account_id, entry }: EntryProps) {
  const { t } = useTranslation('publish')
  const { language } = useFormat()
  const { knownItem } = useKnownItem({ account_id, video_id: entry.video_id })
  const { group, item, item_id, register, before, after, modes, note } = entry
  if (group === null) return null
  const place = [
    groupName(group, language),
    item_id !== null && (item || knownItem(group, item_id)),
    register && settingName(group, register, language),
  ]
  return (
    <>
      <Text size="sm" fw={600}>
        {place.filter(Boolean).join(' · ')}
      </Text>
      <dl className={`${kit.facts} ${classes.values}`}>
        <dt>{t('history.before')}</dt>
        <dd>
          <Value
            {...{ account_id, register }}
            value={before}
            mode={modes?.before}
            longest={LONGEST}
          />
        </dd>
        <dt>{t('history.after')}</dt>
        <dd>
          <Value
            {...{ account_id, register }}
            value={after}
            mode={modes?.after}
            longest={LONGEST}
          />
        </dd>
        {note !== undefined && (
          <>
            <dt>{t('history.note')}</dt>
            <dd>{note}</dd>
          </>
        )}
      </dl>
    </>
  )
}

/** Each setting that differs between two reads of the service. */
function Reading({ entry }: { entry: AccountEntry }) {
  const { t } = useTranslation('edits')
  const nameOf = useDifferingName()
  const differing = useMemo(() => differingIn(entry), [entry])
  if (differing.length === 0) return <Text size="sm">{t('history.same')}</Text>
  return (
    <ul className={classes.later}>
      {differing.map((one) => (
        <li key={JSON.stringify([one.group, one.item_id, one.register])}>{nameOf(one)}</li>
      ))}
    </ul>
  )
}

interface RestoreVideoDialogProps extends EntryProps {
  onMade: () => void
  onClose: () => void
}

/** A preview of the drafts that would restore a whole video. */
function RestoreVideoDialog({ account_id, entry, onMade, onClose }: RestoreVideoDialogProps) {
  const { t } = useTranslation('publish')
  const { instantToSecond } = useFormat()
  const making = useMutation()
  const { video_id, id, name, at } = entry
  const of = { account_id, video_id, entry: id }
  const query = useCall('changeHistory', 'restoring', of, ['edits', 'videos'])
  const { made, dropped } = query.value ?? NO_DRAFTS
  const count = made.length + dropped.length
  const restore = async () => {
    await call.edits.restoreVideo(of)
    onMade()
    onClose()
  }
  return (
    <DraftsDialog
      title={t('history.videoTitle', { name })}
      text={t('history.videoText', { time: instantToSecond(at) })}
      size={620}
      count={count}
      {...(dropped.length > 0 && { action: t('history.change', { count }) })}
      onMake={restore}
      {...{ query, making, onClose }}
    >
      <Drafts {...{ account_id, video_id }} drafts={query.value} hasFailed={!!query.failure} />
    </DraftsDialog>
  )
}

const NO_DRAFTS = { made: [], dropped: [] }

const MOST_SHOWN = 200
const LONGEST_LINE = 80

interface DraftsProps {
  account_id: string
  video_id: string
  drafts: Record<'made' | 'dropped', readonly Edit[]> | undefined
  hasFailed: boolean
}

function Drafts({ account_id, video_id, drafts, hasFailed }: DraftsProps) {
  const { t } = useTranslation('publish')
  const opened = useCall('videos', 'open', { account_id, video_id }, ['videos', 'edits']).value
  const nothing = drafts ? t('history.same') : !hasFailed && t('back.finding')
  const { made, dropped } = drafts ?? NO_DRAFTS
  const edits = [...made, ...dropped]
  if (edits.length === 0)
    return (
      <Text inherit role="status">
        {nothing}
      </Text>
    )
  return (
    <>
      <ul className={classes.later}>
        {edits.slice(0, MOST_SHOWN).map((edit, at) => (
          <DraftLine
            key={edit.key}
            {...{ account_id, edit, opened }}
            isDropped={at >= made.length}
            modes={[modeOf(opened?.base, edit), modeIn(made, edit) ?? modeOf(opened?.shown, edit)]}
          />
        ))}
      </ul>
      {edits.length > MOST_SHOWN && (
        <Text inherit c="dimmed">
          {t('back.moreLater', { count: edits.length - MOST_SHOWN })}
        </Text>
      )}
    </>
  )
}

/** The mode that these edits give to the pixel of another. */
const modeIn = (edits: readonly Edit[], { item_id }: Edit): unknown =>
  edits.find((edit) => edit.register === MODE && edit.item_id === item_id)?.want

interface DraftLineProps {
  account_id: string
  edit: Edit
  isDropped: boolean
  /** The pixel's modes before and after, for the unit of a threshold. */
  modes: readonly [before: unknown, after: unknown]
  /** The entry's video, for the names of items. */
  opened: Parameters<ReturnType<typeof useEditName>>[1]
}

function DraftLine({ account_id, edit, isDropped, modes, opened }: DraftLineProps) {
  const { t } = useTranslation('publish')
  const nameOf = useEditName()
  const textOf = useValueText(account_id)
  const { kind, register } = edit
  const { before, after, added, removed } = differenceOf(edit)
  const list = [...removed.map((one) => `− ${one}`), ...added.map((one) => `+ ${one}`)]
  const sides = [before, after].map((value, side) =>
    shortened(textOf(value, register, modes[side]), LONGEST_LINE),
  )
  const change = kind === 'list' ? shortened(list.join(', '), LONGEST_LINE) : sides.join(' → ')
  return (
    <li>
      <b>{nameOf(edit, opened).whole}</b>
      <br />
      {isDropped ? t('history.dropped', { change }) : change}
    </li>
  )
}
