import { Group, UnstyledButton } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import {
  type EngagementByOrigin,
  mostPlayed,
  sortedValues,
  trafficRetentionTable,
} from '../../../shared/features/traffic/traffic-retention.ts'
import { toggled } from '../../../shared/maps.ts'
import { tableName } from '../../../shared/tables/titles.ts'
import { type AnalyticsResult, known, useAnalyticsQuery } from '../../analytics-query.ts'
import { useSessionState } from '../../kept-list.ts'
import { AnswerAge, Answered, Block } from '../../ui/block.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { EmptyState } from '../../ui/notice.tsx'
import { type View, ViewSwitch } from '../../ui/switches.tsx'
import { type About, queriesOf } from './queries.ts'
import { RetentionPicture, retentionHeight } from './retention-picture.tsx'
import classes from './traffic.module.css'

const MOST_CURVES = 4

interface RetentionProps {
  about: About
  query_key: string
  stats: AnalyticsResult<'trafficStats'>
}

/** The retention per raw value, up to four curves in a chart, or as a table. */
export function Retention({ about, query_key, stats }: RetentionProps) {
  const { t } = useTranslation('traffic')
  const { account_id, player, period, zone } = about
  const offered = useMemo(() => mostPlayed(stats.value?.value ?? []), [stats.value])
  const [picked, setPicked] = useState<string[] | null>(null)
  const shown = (picked ?? offered).filter((value) => offered.includes(value)).slice(0, MOST_CURVES)
  // All offered values in one request, so that selecting others needs no request and works offline.
  const values = useMemo(() => sortedValues(offered), [offered])
  const request = queriesOf(about).userEngagementByOrigin(query_key, values)
  const [view, setView] = useSessionState<View>('retention view', 'chart')
  const query = useAnalyticsQuery(account_id, values.length === 0 ? null : request)
  if (values.length === 0) return null
  const of = { account_id, player_id: player.id, period, query_key }
  return (
    <Block
      title={t('block.retention')}
      tools={<ViewSwitch value={view} onChange={setView} />}
      exported={{ table: 'traffic_retention', ...of, values, shown }}
      picture={{
        ...{ period, zone, age: query.value, subject: player.name },
        title: `${t('block.retention')}: ${query_key}`,
      }}
      foot={
        <>
          <AnswerAge answer={query.value} zone={zone} />
          <span>{t('reachedNote')}</span>
          <span>{t('curvesNote')}</span>
        </>
      }
    >
      <Picker {...{ offered, shown }} onPick={setPicked} />
      <Answered query={query} height={retentionHeight()}>
        {(answer) =>
          view === 'chart' ? (
            <RetentionPicture {...{ about, shown }} groups={answer.value} />
          ) : (
            <Figures {...{ about, query_key, shown, answer }} />
          )
        }
      </Answered>
    </Block>
  )
}

interface PickerProps {
  offered: readonly string[]
  shown: readonly string[]
  onPick: (values: string[]) => void
}

function Picker({ offered, shown, onPick }: PickerProps) {
  const { t } = useTranslation('traffic')
  const isFull = shown.length >= MOST_CURVES
  return (
    <Group gap={6} mb={8} role="group" aria-label={t('curves', { count: MOST_CURVES })}>
      <span className={`${kit.quiet} ${classes.choicesTitle}`}>
        {t('curves', { count: MOST_CURVES })}
      </span>
      {offered.map((value) => (
        <UnstyledButton
          key={value}
          className={`${kit.outlined} ${kit.hover} ${classes.parameter}`}
          aria-pressed={shown.includes(value)}
          disabled={isFull && !shown.includes(value)}
          title={value}
          onClick={() => onPick(toggled(shown, value))}
        >
          <span className={kit.cut}>{value}</span>
        </UnstyledButton>
      ))}
    </Group>
  )
}

interface FiguresProps {
  about: About
  query_key: string
  shown: readonly string[]
  answer: Answer<EngagementByOrigin>
}

/** The same rows as in the export. */
function Figures({ about, query_key, shown, answer }: FiguresProps) {
  const { t } = useTranslation('traffic')
  const { language } = useFormat()
  const { player } = about
  const words = shown.join('\n')
  const table = useMemo(
    () => trafficRetentionTable(known(answer), shown, player),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `words` holds all of `shown`
    [answer, words, player],
  )
  return (
    <DataTable
      table={table}
      label={tableName('traffic_retention', language)}
      groupTitle={query_key}
      maxHeight={360}
      empty={<EmptyState title={t('noCurves')} text={t('noCurvesText')} />}
    />
  )
}
