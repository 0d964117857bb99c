import { Box, Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRestorable } from '../../../shared/features/publishing/change-history.ts'
import type { HistoryEntry } from '../../../shared/features/publishing/edit.ts'
import { modesAround } from '../../../shared/features/publishing/modes.ts'
import { type Differing, differingIn } from '../../../shared/features/publishing/reading.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { useCall } from '../../query.ts'
import { useFormat } from '../format.ts'
import kit from '../kit.module.css'
import { EmptyState, Notice } from '../notice.tsx'
import classes from './edits.module.css'
import { useKnownItem } from './use-edits.ts'
import { Value } from './value.tsx'
import { groupName, settingName } from './value-text.ts'

const SHOWN_AT_ONCE = 100

/** The history of a video's settings, newest first. Each entry can be restored as a draft. */
export function History({ account_id, video_id }: { account_id: string; video_id: string }) {
  const { t } = useTranslation('edits')
  const words = useTranslation('publish').t
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const { mutate, value: restored, failure } = useMutation<{ changes: number }>()
  const query = useCall('edits', 'history', { account_id, video_id }, ['edits', 'videos'])
  const { knownItem, opened } = useKnownItem({ account_id, video_id })
  const restore = (entry: number) =>
    void mutate(() => call.edits.restore({ account_id, video_id, entry }))
  const notRead = query.failure && <Notice failure={query.failure} onRetry={query.refetch} />
  if (!query.value) return notRead
  if (query.value.length === 0) {
    return <EmptyState title={t('history.none')} text={t('history.noneText')} />
  }
  const older = query.value.length - shown
  return (
    <>
      {notRead}
      {failure && <Notice failure={failure} />}
      <p role="status" className={kit.quiet}>
        {restored && words(`history.${restored.changes > 0 ? 'made' : 'already'}`)}
      </p>
      <ul className={`${kit.list} ${classes.history}`}>
        {query.value.slice(0, shown).map((entry) => (
          <Entry
            key={entry.id}
            {...{ account_id, entry }}
            item={itemOf(entry, knownItem)}
            modes={modesAround(entry, query.value ?? [], opened?.base)}
            onRestore={() => restore(entry.id)}
          />
        ))}
      </ul>
      {older > 0 && (
        <Button onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {t('history.more', { count: Math.min(older, SHOWN_AT_ONCE) })}
        </Button>
      )}
    </>
  )
}

/** The name of the entry's item. A created or deleted item is the entry's own value. */
function itemOf(
  { group, item_id, register }: HistoryEntry,
  knownItem: ReturnType<typeof useKnownItem>['knownItem'],
): string {
  return group === null || item_id === null || register === null ? '' : knownItem(group, item_id)
}

interface EntryProps {
  account_id: string
  entry: HistoryEntry
  /** The item's name; empty when the entry concerns none. */
  item: string
  /** The unit of a pixel's threshold before and after the entry. */
  modes: ReturnType<typeof modesAround>
  onRestore: () => void
}

function Entry(props: EntryProps) {
  const { entry, item, onRestore } = props
  const { t } = useTranslation('edits')
  const { instantToSecond, language } = useFormat()
  const { at, event, group, register } = entry
  const isReading = group === null
  const differing = useMemo(() => (isReading ? differingIn(entry) : []), [isReading, entry])
  const place = [
    group && groupName(group, language),
    item,
    group && register && settingName(group, register, language),
  ]
  const name = place.filter(Boolean).join(' · ')
  const time = instantToSecond(at)
  // A read without differences has nothing to restore.
  const canRestore = isReading ? differing.length > 0 : isRestorable(entry)
  return (
    <li className={classes.entry}>
      <span className={kit.quiet}>{time}</span>
      <Box component="span" fw={600}>
        {t(`history.${event}`)}
      </Box>
      <span className={classes.what}>
        {isReading ? <Reading differing={differing} /> : <ValueChange {...props} name={name} />}
        {entry.note !== undefined && <em>{entry.note}</em>}
      </span>
      <span className={classes.restore}>
        {canRestore && (
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={t('history.restoreNamed', { time, name })}
            onClick={onRestore}
          >
            {t('history.restore')}
          </Button>
        )}
      </span>
    </li>
  )
}

const LONGEST = 80

function ValueChange({ account_id, entry, modes, name }: EntryProps & { name: string }) {
  const { event, register, before, after } = entry
  const props = { account_id, register, longest: LONGEST }
  return (
    <>
      {`${name}: `}
      {/* For a duplicate both values are the same, and the first is stored as an id only. */}
      {event !== 'duplicate' && (
        <>
          <Value {...props} value={before} mode={modes.before} />
          {' → '}
        </>
      )}
      <Value {...props} value={after} mode={modes.after} />
    </>
  )
}

const MOST_NAMED = 4

/** Words for a setting that differs between two reads of the service. */
export function useDifferingName() {
  const { t } = useTranslation('edits')
  const { language } = useFormat()
  return ({ group, item_id, register, item, became }: Differing) => {
    const place = [
      groupName(group, language),
      item_id !== null && (item || t('item', { id: item_id })),
      register !== null && settingName(group, register, language),
    ]
    const name = place.filter(Boolean).join(' · ')
    return became === 'changed' ? name : t(`history.${became}`, { name })
  }
}

/** The differences between a read of the service and the previous one. */
function Reading({ differing }: { differing: readonly Differing[] }) {
  const { t } = useTranslation('edits')
  const nameOf = useDifferingName()
  if (differing.length === 0) return t('history.same')
  const some = differing.slice(0, MOST_NAMED).map(nameOf).join('; ')
  const more = differing.length - MOST_NAMED
  const names = more > 0 ? t('history.andMore', { names: some, count: more }) : some
  return t('history.differ', { count: differing.length, names })
}
