import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { createdDayOf } from '../../../../shared/api/player.ts'
import type { ChangeAnnotation } from '../../../../shared/features/annotations/annotation.ts'
import {
  type EffectLength,
  type EffectWindows,
  existsThroughout,
  growingDays,
  othersWithin,
} from '../../../../shared/features/publishing/effect.ts'
import { dayCount } from '../../../../shared/time/period.ts'
import { Column } from '../../../ui/column.tsx'
import { useFormat } from '../../../ui/format.ts'
import kit from '../../../ui/kit.module.css'
import { type About } from '../queries.ts'
import classes from './changes.module.css'
import type { QueriedSide } from './use-changes.ts'

interface EffectNotesProps {
  about: About
  windows: EffectWindows
  length: EffectLength
  sides: Record<'before' | 'after', QueriedSide>
  own: ChangeAnnotation
  all: readonly ChangeAnnotation[]
}

/** The limits of the figures, shown next to them. */
export function EffectNotes(props: EffectNotesProps) {
  const { t } = useTranslation('changes')
  const notes = useNotes(props)
  const format = useFormat()
  const others = othersWithin(props.windows, props.own, props.all)
  return (
    <>
      <Column
        component="ul"
        gap={4}
        lh={1.45}
        className={`${kit.quiet} ${kit.list} ${classes.notes}`}
      >
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        <li>
          {others.length === 0 ? t('note.othersNone') : t('note.others')}
          {others.length > 0 && (
            <ul>
              {others.map(({ key, at, kind, text }) => (
                <li key={key}>{`${format.instant(at)} · ${text} · ${t(`kind.${kind}`)}`}</li>
              ))}
            </ul>
          )}
        </li>
      </Column>
      <Text size="sm" fw={600}>
        {t('note.cause')}
      </Text>
    </>
  )
}

function useNotes({ about, windows, length, sides }: EffectNotesProps): string[] {
  const { t } = useTranslation('changes')
  const { date, dateRange } = useFormat()
  const { before, after } = windows
  const days = dayCount(after)
  const growing = sides.after.asOf === null ? [] : growingDays(after, about.zone, sides.after.asOf)
  const both = [sides.before, sides.after]
  const unfinished = both.flatMap(({ unfinishedDay }) => unfinishedDay ?? [])
  const lacking = (['before', 'after'] as const).filter((side) => {
    const { period, sums, isLoading } = sides[side]
    return !period && !sums && !isLoading
  })
  return [
    t('note.same', { count: days }),
    days < length && t('note.fewer'),
    ...unfinished.map((day) => t('note.unfinished', { day: date(day) })),
    growing.length > 0 &&
      t('note.growing', { count: growing.length, days: growing.map(date).join(', ') }),
    !existsThroughout(about.player, before, about.zone) &&
      t('note.young', { day: date(createdDayOf(about.player, about.zone)) }),
    both.some(({ period, sums }) => !period && sums) && t('note.sumsOnly'),
    lacking.length > 0 &&
      t('note.nothing', { days: lacking.map((side) => dateRange(windows[side])).join(', ') }),
    t('note.interval'),
  ].filter((note) => note !== false)
}
