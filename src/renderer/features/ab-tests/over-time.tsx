import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { daysToRead, isPartial } from '../../../shared/features/ab-tests/reading.ts'
import { abTimeTable, ofPair } from '../../../shared/features/ab-tests/table.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { useToday } from '../../period.ts'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { useReport } from '../../view.ts'
import { Note } from './note.ts'
import { TableBlock } from './table-block.tsx'
import { isDrawable, TimeDrawing } from './time-drawing.tsx'
import { type About, useLastDay } from './use-test.ts'

/** The result for the chosen metric on each day that was read. */
export function OverTime({ about }: { about: About }) {
  const { t } = useTranslation('abTests')
  const { account_id, group, stored, pair, onRead } = about
  const snapshots = ofPair(group, pair, stored.snapshots)
  const table = abTimeTable(snapshots, about)
  const { mutate, failure, isPending } = useMutation()
  const today = useToday(about.zone)
  const isReport = useReport() !== null
  const day = useLastDay(about)
  const missingDays = daysToRead({ ...about, snapshots, day, today })
  const isUnfinished = snapshots.some((one) => isPartial(about.group, one, about.zone))
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
          <Note>
            {`${t('timeWhat')} ${t(isDrawable(table) ? 'timeShaded' : 'timeNotDrawn')}`}
            {isUnfinished && ` ${t('timePartial')}`}
          </Note>
          <TimeDrawing {...{ table, about, today }} />
        </>
      )}
    </TableBlock>
  )
}
