import { useTranslation } from 'react-i18next'
import { fromSecond, pitchFigures, pointsBetween } from '../../../../shared/curves/pitch.ts'
import type { Engagement } from '../../../../shared/model/engagement.ts'
import { questionsAbout } from '../../../../shared/questions.ts'
import type { ClicksTimed, ConversionsTimed } from '../../../../shared/tables/timing.ts'
import { useQuestion } from '../../../question.ts'
import { useFormat } from '../../../ui/format.ts'
import player from '../player.module.css'
import { type About } from '../question.ts'
import classes from './seconds.module.css'

interface PitchTableProps {
  about: About
  distribution: Engagement['grouped_timed']
  /** The set one, when it lies in the video. */
  pitch: number | null
  trial: number
  clicks: ClicksTimed | undefined
  sales: ConversionsTimed | undefined
}

/** Every figure of the pitch with the trial's second, beside the one that is set. */
export function PitchTable(props: PitchTableProps) {
  const { about, distribution, pitch, trial } = props
  const { t } = useTranslation('seconds')
  const { videoTime } = useFormat()
  const rows = useRows(props)
  return (
    <>
      <table className={player.table} aria-label={t('trialTable')}>
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
      <p className={player.legend}>
        {t('trialNote')} {pitch !== null && <ServiceNote {...{ about, distribution, pitch }} />}
      </p>
    </>
  )
}

function useRows({ distribution, pitch, trial, clicks, sales }: PitchTableProps) {
  const { t } = useTranslation('seconds')
  const { count, percent, points } = useFormat()
  const now = pitchFigures(distribution, trial)
  const set = pitch === null ? null : pitchFigures(distribution, pitch)
  const signed = (difference: number) => `${difference > 0 ? '+' : ''}${count(difference)}`
  const counted = (name: string, onTrial: number, asSet: number | null) => ({
    name,
    asSet: asSet === null ? null : count(asSet),
    onTrial: count(onTrial),
    difference: asSet === null ? null : signed(onTrial - asSet),
  })
  const timed = <T extends { timed: number }>(
    name: string,
    items: readonly T[] | undefined,
    figure: (item: T) => number,
  ) => {
    if (!items) return []
    const from = (second: number) => fromSecond(items, second, figure)
    return [counted(name, from(trial), pitch === null ? null : from(pitch))]
  }
  const rate = now.over_pitch_rate ?? 0
  const setRate = set && (set.over_pitch_rate ?? 0)
  return [
    counted(t('over'), now.total_over_pitch, set && set.total_over_pitch),
    counted(t('under'), now.total_under_pitch, set && set.total_under_pitch),
    {
      name: t('rate'),
      asSet: setRate === null ? null : percent(setRate),
      onTrial: percent(rate),
      difference: setRate === null ? null : points(pointsBetween(rate, setRate)),
    },
    ...timed(t('clicks'), clicks, ({ total_users }) => total_users),
    ...timed(t('sales'), sales, ({ timed_conversions }) => timed_conversions),
  ]
}

interface ServiceNoteProps {
  about: About
  distribution: Engagement['grouped_timed']
  pitch: number
}

// The service counts sessions over the pitch by itself; it may be a few off the distribution's tail.
function ServiceNote({ about, distribution, pitch }: ServiceNoteProps) {
  const { t } = useTranslation('seconds')
  const { count, percent } = useFormat()
  const { account_id, player: of, period, zone } = about
  const stats = useQuestion(account_id, questionsAbout(of, period, zone).stats).value?.value
  if (!stats) return null
  return t('serviceNote', {
    over: count(stats.total_over_pitch),
    share: percent(Number(stats.over_pitch_rate)),
    curve: count(pitchFigures(distribution, pitch).total_over_pitch),
  })
}
