import { useTranslation } from 'react-i18next'
import type { Schedule, ScheduleFields } from '../../../shared/features/reports/schedule.ts'
import { useFormat } from '../../ui/format.ts'

/** Returns a function for the name of a weekday; 1 is Monday. */
export function useWeekdays() {
  const { language } = useFormat()
  const names = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  // 5 January 1970 was a Monday.
  return { weekday: (day: number) => names.format(Date.UTC(1970, 0, 4 + day)) }
}

/** The frequency as text: "Every Monday". */
export function useEvery({ every }: Pick<Schedule, 'every'>) {
  const { t } = useTranslation('schedules')
  const { weekday } = useWeekdays()
  if (every.kind === 'week') return t('everyWeek', { weekday: weekday(every.weekday) })
  if (every.kind === 'month') return t('everyMonth', { day: every.day })
  return t('every.day')
}

/** The editable fields of a schedule. */
export function fieldsOf(schedule: Schedule): ScheduleFields {
  const { id: _, madeAt: __, folder: ___, ...fields } = schedule
  return fields
}
