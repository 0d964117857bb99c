import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { questionsAbout } from '../../../shared/features/analytics/questions.ts'
import type { TableQuestion } from '../../../shared/features/exports/question.ts'
import { definition } from '../../../shared/tables/titles.ts'
import { combinedAge } from '../../../shared/time/age.ts'
import { useAnalyticsQuery } from '../../analytics-query.ts'
import { AnswerAge, Answered, Block, Switch } from '../../ui/block.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { useFormat } from '../../ui/format.ts'
import { Formula } from '../../ui/formula.tsx'
import { PictureOf } from '../../ui/picture/picture-of.ts'
import type { Changes } from './changes/use-changes.ts'
import { useCallTimes, useVideo } from './moments/use-video.ts'
import { type About, useCompared } from './queries.ts'
import { TimelinePicture } from './timeline-picture.tsx'
import { TimelineTable } from './timeline-table.tsx'

type View = 'chart' | 'table' | 'timing'
const VIEWS: readonly View[] = ['chart', 'table', 'timing']

/** The retention curve, and on the same seconds the clicks and the sales. */
export function TimelineBlock({ about, changes }: { about: About; changes: Changes }) {
  const { t } = useTranslation('player')
  const { language, dateRange } = useFormat()
  const { account_id, player, period, comparison, zone } = about
  const curve = useCompared(about, ({ userEngagement }) => userEngagement)
  const words = questionsAbout(player, period, zone)
  const clicks = useAnalyticsQuery(account_id, words.clicksTimed)
  const sales = useAnalyticsQuery(account_id, words.conversionsTimed)
  const { note } = useCallTimes(about, useVideo(about).video)
  const [view, setView] = useState<View>('chart')
  const table: TableQuestion['table'] = view === 'timing' ? 'timing' : 'retention'
  const isCompared = comparison !== null && view === 'chart' && curve.compared.value !== undefined
  const formula = definition('percent_reached', language)
  return (
    <Block
      title={t('block.timeline')}
      badge={formula && <Formula name={t('cursor.reached')} definition={formula} />}
      tools={
        <>
          <Switch
            isOfScreen
            label={t('view.label')}
            value={view}
            choices={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
            onChange={setView}
          />
          <ExportButton question={{ table, account_id, player_id: player.id, period }} />
        </>
      }
      foot={
        <>
          <AnswerAge answer={curve.query.value} zone={zone} />
          {isCompared && <span>{t('comparedNote', { days: dateRange(comparison) })}</span>}
          <span>{note}</span>
          <span>{t('curveNote')}</span>
          <span>{t('saleNote')}</span>
        </>
      }
    >
      {view === 'timing' ? (
        <TimelineTable of="timing" {...{ about, clicks, sales }} curve={curve.query} />
      ) : view === 'table' ? (
        <TimelineTable of="retention" {...{ about, clicks, sales }} curve={curve.query} />
      ) : (
        <Answered query={curve.query} height={420}>
          {(answer) => (
            <PictureOf
              value={{
                ...{ period, comparison, zone },
                title: t('block.timeline'),
                subject: player.name,
                note,
                age: combinedAge([answer, clicks.value, sales.value, curve.compared.value]),
              }}
            >
              <TimelinePicture
                {...{ about, answer, clicks, sales, changes }}
                compared={curve.compared.value?.value}
              />
            </PictureOf>
          )}
        </Answered>
      )}
    </Block>
  )
}
