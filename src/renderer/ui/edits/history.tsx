import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { HistoryEntry } from '../../../shared/model/edit.ts'
import { useAnswer } from '../../answer.ts'
import { useAttempt } from '../../attempt.ts'
import { call } from '../../bridge.ts'
import { useFormat } from '../format.ts'
import { EmptyState, Notice } from '../notice.tsx'
import classes from './edits.module.css'
import { useKnownItem } from './known-item.ts'
import { groupName, settingName } from './setting-names.ts'
import { useValueText } from './value-text.ts'

const MOST_SHOWN = 100

/** What became of a video's settings, newest first; each can be made a draft again. */
export function History({ account_id, video_id }: { account_id: string; video_id: string }) {
  const { t } = useTranslation('edits')
  const { attempt, failure } = useAttempt()
  const asked = useAnswer(
    `history ${account_id} ${video_id}`,
    () => call.edits.history({ account_id, video_id }),
    ['edits', 'videos'],
  )
  const knownItem = useKnownItem({ account_id, video_id })
  const restore = (entry: number) =>
    void attempt(() => call.edits.restore({ account_id, video_id, entry }))
  if (asked.failure) return <Notice failure={asked.failure} onRetry={asked.askAgain} />
  if (!asked.value) return null
  if (asked.value.length === 0) {
    return <EmptyState title={t('history.none')} text={t('history.noneText')} />
  }
  return (
    <>
      {failure && <Notice failure={failure} />}
      <ul className={classes.history}>
        {asked.value.slice(0, MOST_SHOWN).map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            item={itemOf(entry, knownItem)}
            onRestore={() => restore(entry.id)}
          />
        ))}
      </ul>
    </>
  )
}

/** An item made or deleted is its own before or after. */
function itemOf(
  { group, item_id, register }: HistoryEntry,
  knownItem: ReturnType<typeof useKnownItem>,
): string {
  return group === null || item_id === null || register === null ? '' : knownItem(group, item_id)
}

interface EntryProps {
  entry: HistoryEntry
  /** What its item is called; empty when the entry is about none. */
  item: string
  onRestore: () => void
}

function Entry({ entry, item, onRestore }: EntryProps) {
  const { t } = useTranslation('edits')
  const format = useFormat()
  const valueText = useValueText()
  const { at, event, group, register, before, after } = entry
  const place = [
    group && groupName(group, format.language),
    item,
    group && register && settingName(group, register, format.language),
  ]
  const name = place.filter(Boolean).join(' · ')
  const isWhole = group === null
  // Of an item made twice both say the same, and the first is kept as its id alone.
  const values = (event === 'duplicate' ? [after] : [before, after]).map((value) =>
    valueText(value, register),
  )
  return (
    <li className={classes.entry}>
      <span className={classes.when}>{format.instant(at)}</span>
      <span className={classes.event}>{t(`history.${event}`)}</span>
      <span className={classes.what}>
        {isWhole ? t('history.whole') : `${name}: ${values.map(shortened).join(' → ')}`}
      </span>
      <Button
        variant="subtle"
        size="compact-xs"
        aria-label={t('history.restoreNamed', { time: format.instant(at), name })}
        onClick={onRestore}
      >
        {t('history.restore')}
      </Button>
    </li>
  )
}

const LONGEST = 80
const shortened = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
