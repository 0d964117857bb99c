import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Engagement } from '../../../../shared/api/engagement.ts'
import type { Answer } from '../../../../shared/features/analytics/answer.ts'
import { requestsAbout } from '../../../../shared/features/analytics/requests.ts'
import { pitchFigures } from '../../../../shared/features/player/curves/pitch.ts'
import { pitchTrialTable } from '../../../../shared/features/player/pitch-trial.ts'
import type { ClicksTimed, ConversionsTimed } from '../../../../shared/features/player/timing.ts'
import { measureCell } from '../../../../shared/tables/measures.ts'
import { isMissing } from '../../../../shared/tables/table.ts'
import { tableName } from '../../../../shared/tables/titles.ts'
import { known, useAnalyticsQuery } from '../../../analytics-query.ts'
import { ExportButton } from '../../../ui/export-button.tsx'
import { useFormat } from '../../../ui/format.ts'
import kit from '../../../ui/kit.module.css'
import player from '../player.module.css'
import { type About } from '../queries.ts'
import classes from './moments.module.css'

interface PitchTableProps {
  about: About
  engagement: Answer<Engagement>
  /** The current pitch, when it is within the video. */
  pitch: number | null
  trial: number
  clicks: Answer<ClicksTimed> | undefined
  sales: Answer<ConversionsTimed> | undefined
}

/** Every figure of the pitch at the tried second, next to the current pitch. */
export function PitchTable(props: PitchTableProps) {
  const { about, engagement, pitch, trial } = props
  const { account_id, player: of, period } = about
  const { grouped_timed: distribution } = engagement.value
  const { t } = useTranslation('seconds')
  const { language, videoTime } = useFormat()
  const rows = useRows(props)
  return (
    <>
      <Group data-screen-only gap="4px 8px" justify="space-between" mih={30}>
        <h3 className={kit.heading}>{tableName('pitch_trial', language)}</h3>
        <ExportButton
          request={{ table: 'pitch_trial', account_id, player_id: of.id, period, trial }}
        />
      </Group>
      <table className={`${kit.table} ${player.table}`} aria-label={t('trialTable')}>
        <thead>
          <tr>
            <th scope="col">{t('figure')}</th>
            {pitch !== null && <th scope="col">{t('asSet', { time: videoTime(pitch) })}</th>}
            <th scope="col">{t('onTrial', { time: videoTime(trial) })}</th>
            {pitch !== null && <th scope="col">{t('difference')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, asSet, onTrial, difference }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {asSet !== null && <td>{asSet}</td>}
              <td>
                <em className={classes.onTrial}>{onTrial}</em>
              </td>
              {difference !== null && <td>{difference}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <Text mt={4} c="dimmed">
        {t('trialNote')} {pitch !== null && <ServiceNote {...{ about, distribution, pitch }} />}
      </Text>
    </>
  )
}

const NAMES = ['over', 'under', 'rate', 'clicks', 'sales'] as const
const SHARE = 'over_pitch_rate'

/** The columns of the exported table, as rows; a column without a title is left out. */
function useRows({ about, engagement, trial, clicks, sales }: PitchTableProps) {
  const { t } = useTranslation('seconds')
  const { count, percent, points } = useFormat()
  const table = pitchTrialTable(
    { engagement: known(engagement), clicks: known(clicks), sales: known(sales) },
    { player: about.player, trial },
  )
  const sideOf = (side: string) => table.rows.find(([one]) => one === side)
  const [set, onTrial, difference] = ['set', 'trial', 'difference'].map(sideOf)
  const signed = (value: number) => `${value > 0 ? '+' : ''}${count(value)}`
  return NAMES.flatMap((name, index) => {
    const at = index + 2
    const isShare = table.columns[at]?.key === SHARE
    const figure = onTrial?.[at]
    if (figure === undefined || (isMissing(figure) && !isShare)) return []
    const written = (row: typeof set, word: (value: number) => string) => {
      const cell = row?.[at]
      return cell === undefined ? null : word(isMissing(cell) ? 0 : Number(cell))
    }
    return {
      name: t(name),
      asSet: written(set, isShare ? percent : count),
      onTrial: written(onTrial, isShare ? percent : count),
      difference: written(difference, isShare ? points : signed),
    }
  })
}

interface ServiceNoteProps {
  about: About
  distribution: Engagement['grouped_timed']
  pitch: number
}

// The service counts sessions over the pitch separately, so its count may differ slightly from the
// distribution's.
function ServiceNote({ about, distribution, pitch }: ServiceNoteProps) {
  const { t } = useTranslation('seconds')
  const { count, percent } = useFormat()
  const { account_id, player: of, period, zone } = about
  const stats = useAnalyticsQuery(account_id, requestsAbout(of, period, zone).stats).value?.value
  if (!stats) return null
  const share = measureCell(stats, 'over_pitch_rate', of)
  if (isMissing(share)) return null
  return t('serviceNote', {
    over: count(stats.total_over_pitch),
    share: percent(Number(share)),
    curve: count(pitchFigures(distribution, pitch).total_over_pitch),
  })
}
