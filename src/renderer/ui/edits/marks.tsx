import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/failure.ts'
import type { Edit } from '../../../shared/features/publishing/edit.ts'
import { useFormat } from '../format.ts'
import { useNow } from '../freshness.tsx'
import { type Counts, statusWord } from './counts.ts'
import classes from './edits.module.css'

const MARKS = [
  ['added', '+'],
  ['changed', 'Δ'],
  ['removed', '−'],
  ['conflicts', '≠'],
  ['rejected', '!'],
] as const

type MarksProps = Pick<Counts, 'added' | 'changed' | 'removed' | 'conflicts' | 'rejected'>

/** Counts of pending edits: a symbol and a number, with text for screen readers. */
export function Marks(counts: MarksProps) {
  const { t } = useTranslation('edits')
  const format = useFormat()
  const shown = MARKS.filter(([name]) => counts[name] > 0)
  return (
    <span className={classes.marks}>
      {shown.map(([name, sign]) => {
        const words = t(name, { count: counts[name] })
        return (
          <span key={name} className={classes.mark} data-mark={name} title={words}>
            <span aria-hidden>{`${sign}${format.count(counts[name])}`}</span>
            <VisuallyHidden>{`${words} `}</VisuallyHidden>
          </span>
        )
      })}
    </span>
  )
}

export function StatusText({ edit, blocked }: { edit: Edit; blocked: Failure | null }) {
  const { t } = useTranslation('edits')
  const format = useFormat()
  const word = statusWord(edit, blocked, useNow())
  const time = edit.waitsUntil === null ? '' : format.clock(edit.waitsUntil)
  const confirming = edit.failure ? 'confirmingAnswered' : 'confirmingLong'
  return (
    <span
      className={classes.status}
      data-status={edit.status}
      title={edit.status === 'confirming' ? t(`status.${confirming}`) : undefined}
    >
      {t(`status.${word}`, { time })}
    </span>
  )
}
