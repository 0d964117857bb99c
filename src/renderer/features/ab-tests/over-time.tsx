import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { comparisonRequest } from '../../../shared/features/ab-tests/reading.ts'
import { abTimeTable, ofPair } from '../../../shared/features/ab-tests/table.ts'
import { daysOf } from '../../../shared/time/period.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { useToday } from '../../period.ts'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { useReport } from '../../view.ts'
import { Note } from './note.ts'
import { TableBlock } from './table-block.tsx'
import { isDrawable, TimeDrawing } from './time-drawing.tsx'
import { type About, useLastDay } from './use-test.ts'

/** Maximum number of days requested at once, the newest first. */
const MOST_DAYS = 28

/** The result for the chosen metric on each day that was read. */
export function OverTime({ about }: { about: About }) {
  const { t } = useTranslation('abTests')
  const { account_id, stored, pair, onRead } = about
  const snapshots = ofPair(stored.snapshots, pair)
  const table = abTimeTable(snapshots, about)
  const { mutate, failure, isPending } = useMutation()
  const today = useToday(about.zone)
  const isReport = useReport() !== null
  const missingDays = useMissingDays(about)
  const fill = () =>
    void mutate(async () => {
      try {
        for (const request of missingDays) {
          await call.analytics.comparisonStats({ ...request, account_id, refresh: true })
        }
      } finally {
        // Days read before a failure are stored and shown.
        onRead()
      }
    })
  const button = !isReport && missingDays.length > 0 && (
    <Button loading={isPending} title={t('fillCost', { count: missingDays.length })} onClick={fill}>
      {t('fill', { count: missingDays.length })}
    </Button>
  )
  return (
    <TableBlock
      name="ab_time"
      about={about}
      table={table}
      tools={button}
      empty={<EmptyState title={t('timeNone')} text={t('timeWhat')} />}
    >
      {failure && <Notice failure={failure} onRetry={fill} />}
      {table.rows.length > 0 && (
        <>
          <Note>{`${t('timeWhat')} ${t(isDrawable(table) ? 'timeShaded' : 'timeNotDrawn')}`}</Note>
          <TimeDrawing {...{ table, account_id, pair, today }} />
        </>
      )}
    </TableBlock>
  )
}

/** The queries for the days that were not read yet. */
function useMissingDays({ group, pair, zone, stored }: About) {
  const day = useLastDay({ group, zone })
  const known = new Set(ofPair(stored.snapshots, pair).map((one) => one.day))
  const start = comparisonRequest(group, pair, { zone, day })?.items[0]?.start_date.slice(0, 10)
  if (!start) return []
  return daysOf({ start, end: day })
    .slice(-MOST_DAYS)
    .filter((one) => !known.has(one))
    .flatMap((one) => comparisonRequest(group, pair, { zone, day: one }) ?? [])
}
