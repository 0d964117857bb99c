import { useTranslation } from 'react-i18next'
import { type Change, withDeadBand } from '../../../shared/tables/change.ts'
import { useFormat } from '../../ui/format.ts'
import { useView } from '../../view.ts'
import classes from './client.module.css'
import { briefPercent } from './finding-words.ts'

export interface ReportTile {
  name: string
  value: string
  before: string | null
  change: Change
  /** Whether it counts sales of days that may still grow. */
  isGrowing: boolean
  /** How many of the players the figure is of; omitted for a single player's. */
  of?: { players: number; all: number }
}

/** The key figures side by side, each with its previous value. */
export function TilesRow({ tiles }: { tiles: readonly ReportTile[] }) {
  const { t } = useTranslation(['clientReport', 'overview'])
  return (
    <div className={classes.tiles}>
      {tiles.map(({ name, value, before, change, isGrowing, of }) => (
        <div key={name} className={classes.tile}>
          <p>{name}</p>
          <p className={classes.tileValue}>{value}</p>
          <p className={classes.tileChange}>
            <Moved {...{ change, isGrowing }} />
            {before !== null && <span>{t('before', { value: before })}</span>}
          </p>
          {of && of.players < of.all && (
            <p className={classes.tileChange}>{t('overview:overSome', of)}</p>
          )}
        </div>
      ))}
    </div>
  )
}

function Moved({ change, isGrowing }: Pick<ReportTile, 'change' | 'isGrowing'>) {
  const format = useFormat()
  const { t } = useTranslation('figure')
  const { t: client } = useTranslation('clientReport')
  const deadBand = useView(({ preferences }) => preferences.deadBand)
  const shown = withDeadBand(change, deadBand)
  if (shown.kind === 'none') return null
  if (shown.kind === 'new') return <b data-tone={shown.tone}>{t('new')}</b>
  if (shown.kind === 'few-data') return <b>{t('fewData')}</b>
  // What is missing of the last days may make up for it.
  if (isGrowing && shown.difference < 0) return <b>{client('tileSoFar')}</b>
  const size =
    shown.kind === 'points'
      ? format.points(shown.amount)
      : briefPercent(format, shown.amount, { isSigned: true })
  return (
    <b data-tone={shown.tone}>
      {shown.isSteady && '≈ '}
      {size}
    </b>
  )
}
