import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { HistoryEntry } from '../../../shared/model/edit.ts'
import { useAnswer } from '../../answer.ts'
import { useAttempt } from '../../attempt.ts'
import { call } from '../../bridge.ts'
import { useFormat } from '../format.ts'
import { EmptyState, Notice } from '../notice.tsx'
import classes from './edits.module.css'
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
          <Entry key={entry.id} entry={entry} onRestore={() => restore(entry.id)} />
        ))}
      </ul>
    </>
  )
}

function Entry({ entry, onRestore }: { entry: HistoryEntry; onRestore: () => void }) {
  const { t } = useTranslation('edits')
  const format = useFormat()
  const valueText = useValueText()
  const { at, event, group, register, before, after } = entry
  const place = [
    group && groupName(group, format.language),
    group && register && settingName(group, register, format.language),
  ]
  const name = place.filter(Boolean).join(' · ')
  const isWhole = group === null
  return (
    <li className={classes.entry}>
      <span className={classes.when}>{format.instant(at)}</span>
      <span className={classes.event}>{t(`history.${event}`)}</span>
      <span className={classes.what}>
        {isWhole
          ? t('history.whole')
          : `${name}: ${shortened(valueText(before, register))} → ${shortened(valueText(after, register))}`}
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
