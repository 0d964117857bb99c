import { Flex, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DayEvent } from '../../../shared/api/event-counts.ts'
import type { Basis } from '../../../shared/api/statistics.ts'
import { eventKeys } from '../../../shared/features/live/event-days.ts'
import type { Table } from '../../../shared/tables/table.ts'
import { title } from '../../../shared/tables/titles.ts'
import type { Period } from '../../../shared/time/period.ts'
import { type OwnAnnotations, useOwnMarks } from '../../ui/annotations/use-own-annotations.tsx'
import type { Trend } from '../../ui/chart-trend.ts'
import { TrendChart } from '../../ui/charts-lazy.tsx'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { PictureHead, usePicture } from '../../ui/picture/chart-picture.tsx'

const HEIGHT = 220

interface EventChartProps {
  table: Table
  event: DayEvent
  basis: Basis
  period: Period
  /** The day on which the events were read. */
  read: string
  own: OwnAnnotations
}

/** An event per day; a day that was not over when it was read is drawn hollow. */
export function EventChart({ table, event, basis, period, read, own }: EventChartProps) {
  const { t } = useTranslation('live')
  const format = useFormat()
  const { drawn, onDrawn } = usePicture()
  const [cursor, setCursor] = useState<number | null>(null)
  const key = countOf(event, basis)
  const days = useMemo(() => daysOf(table, key), [table, key])
  const places = useMemo(() => days.map(({ day }) => ({ start: day, end: day })), [days])
  const { marks, lines, ranges } = useOwnMarks(own, places)
  const trend = useMemo<Trend>(
    () => ({
      hue: 'audience',
      style: 'bars',
      isWhole: true,
      points: days.map(({ day, count }) => ({
        label: format.shortDate(day),
        value: count,
        isPartial: day >= read,
        isGrowing: false,
      })),
      compared: null,
      changes: lines,
      ranges,
      axisLabel: format.compact,
    }),
    [days, format, read, lines, ranges],
  )
  const most = days.toSorted((a, b) => (b.count ?? -1) - (a.count ?? -1))[0]
  const name = title(key, format.language)
  const summary = t('events.summary', {
    event: name,
    days: format.dateRange(period),
    most: format.count(most?.count ?? 0),
    when: most ? format.date(most.day) : '',
  })
  const under = cursor === null ? undefined : days[cursor]
  const reading = under
    ? `${format.date(under.day)}${under.day >= read ? ` (${t('events.soFar')})` : ''}: ${name} ${
        under.count === null ? '–' : format.count(under.count)
      }`
    : summary
  return (
    <>
      <PictureHead drawn={drawn} more={name} names={{ figure: name }}>
        <Text size="sm" aria-hidden="true">
          {reading}
        </Text>
      </PictureHead>
      <TrendChart
        {...{ trend, onDrawn }}
        label={summary}
        reading={reading}
        height={HEIGHT}
        cursor={cursor}
        onCursor={setCursor}
        marks={marks}
      />
      {days.some(({ day }) => day >= read) && (
        <Flex
          component="p"
          gap="2px 14px"
          align="baseline"
          mt={8}
          mb={12}
          lh={1.45}
          wrap="wrap"
          className={kit.quiet}
        >
          {t('events.partial')}
        </Flex>
      )}
    </>
  )
}

/** The column of an event's counts. */
function countOf(event: DayEvent, basis: Basis) {
  const [events, sessions, devices] = eventKeys(event)
  return { events, sessions, devices }[basis]
}

function daysOf(table: Table, key: string) {
  const at = table.columns.findIndex((column) => column.key === key)
  return table.rows.flatMap((row) => {
    const [day] = row
    const count = row[at]
    if (typeof day !== 'string') return []
    return [{ day, count: typeof count === 'number' ? count : null }]
  })
}
