import {
  type HistoryFilter,
  WHOLE_HISTORY,
} from '../../../shared/features/publishing/change-history.ts'
import { addDays, dayEndsAt, presetPeriod } from '../../../shared/time/period.ts'

export const HISTORY_DAYS = ['today', 'last7', 'last30'] as const
export type HistoryDays = (typeof HISTORY_DAYS)[number]

/** A filter as it is chosen: its days are relative to the current one. */
export interface HistoryChoice extends Omit<HistoryFilter, 'since'> {
  days: HistoryDays | null
}

export const ALL_CHOSEN: HistoryChoice = {
  video_id: null,
  event: null,
  group: null,
  days: null,
  search: '',
}

/** The filter of a choice on a day, `today`, of the account's zone. */
export function historyFilterOf(
  { days, ...choice }: HistoryChoice,
  today: string,
  zone: string,
): HistoryFilter {
  const since = days && dayEndsAt(addDays(presetPeriod(days, today).start, -1), zone)
  return { ...WHOLE_HISTORY, ...choice, since }
}
