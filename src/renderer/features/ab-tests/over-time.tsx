import { Button, Group, Text } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { abTimeTable, ofPair } from '../../../shared/features/ab-tests/table.ts'
import { daysToRead, isPartial } from '../../../shared/features/ab-tests/times.ts'
import { fetchNewest } from '../../analytics-query.ts'
import { useMutation } from '../../mutation.ts'
import { useToday } from '../../period.ts'
import { EmptyState, Note, Notice } from '../../ui/notice.tsx'
import { useReport } from '../../view.ts'
import { TableBlock } from './table-block.tsx'
import { isDrawable, TimeDrawing } from './time-drawing.tsx'
import { type About, useLastDay } from './use-test.ts'

/** The result for the chosen metric on each day that was read. */
export function OverTime({ about }: { about: About }) {
  const { t } = useTranslation('abTests')
  const { stored, pair, group, zone, choice, nameOf } = about
  const { snapshots, table } = useMemo(() => {
    const days = ofPair({ group, zone }, pair, stored.snapshots)
    return { snapshots: days, table: abTimeTable(days, { group, zone, choice, nameOf }) }
  }, [stored.snapshots, pair, group, zone, choice, nameOf])
  const today = useToday(about.zone)
  const isReport = useReport() !== null
  const day = useLastDay(about)
  const missingDays = daysToRead({ ...about, snapshots, day, today })
  const isUnfinished = snapshots.some((one) => isPartial(about.group, one, about.zone))
  const loading = useFilling(about, missingDays)
  const { fill, filling, failure } = loading
  const hasTools = !isReport && (filling !== null || missingDays.length > 0)
  return (
    <TableBlock
      name="ab_time"
      about={about}
      table={table}
      tools={hasTools && <Filling {...loading} days={missingDays.length} />}
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

/** Loads the days that are missing, with its cost; while it does so, stops it. */
function Filling(props: Omit<ReturnType<typeof useFilling>, 'failure'> & { days: number }) {
  const { fill, stop, filling, days } = props
  const { t } = useTranslation('abTests')
  const offer = `${t('fill', { count: days })}: ${t('fillCost', { count: days })}`
  return (
    <Group gap={8}>
      <Text size="sm" role="status">
        {filling && t('filling', filling)}
      </Text>
      {/* One button, so that it keeps the focus. */}
      <Button onClick={filling ? stop : fill}>{filling ? t('stopFilling') : offer}</Button>
    </Group>
  )
}

type Requests = ReturnType<typeof daysToRead>

/** Reads days one after the other, until the user stops it or leaves the screen. */
export function useFilling({ account_id, onRead }: About, requests: Requests) {
  const { mutate, failure } = useMutation()
  const [filling, setFilling] = useState<{ done: number; total: number } | null>(null)
  const stopping = useRef<AbortController>(null)
  const stop = () => stopping.current?.abort()
  useEffect(() => stop, [])
  const fill = () =>
    void mutate(async () => {
      const { signal } = (stopping.current = new AbortController())
      try {
        for (const [done, request] of requests.entries()) {
          if (signal.aborted) break
          setFilling({ done: done + 1, total: requests.length })
          await fetchNewest(account_id, { name: 'comparisonStats', input: request })
        }
      } finally {
        setFilling(null)
        // Days read before a failure are stored and shown.
        onRead()
      }
    })
  return { fill, stop, filling, failure }
}
