import { useTranslation } from 'react-i18next'
import { annotationsAbout } from '../../shared/features/annotations/own-annotation.ts'
import type { OpenReport } from '../../shared/features/settings/window-info.ts'
import { useCall } from '../query.ts'
import { useFormat } from '../ui/format.ts'
import type { DefinedFigure } from './figures-shown.ts'
import classes from './print.module.css'

interface AppendixProps {
  about: OpenReport['about']
  figures: readonly DefinedFigure[]
}

/** The annotations of the report, and the definitions of the figures on its pages. */
export function Appendix({ about, figures }: AppendixProps) {
  const { t } = useTranslation('print')
  return (
    <>
      <Annotations about={about} />
      {figures.length > 0 && (
        <section className={classes.appendix}>
          <h2>{t('definitions')}</h2>
          <p>{t('definitionsText')}</p>
          <dl>
            {figures.map(({ name, definition }) => (
              <div key={`${name} ${definition}`} className={classes.entry}>
                <dt>{name}</dt>
                <dd>{definition}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  )
}

function Annotations({ about }: Pick<AppendixProps, 'about'>) {
  const { t } = useTranslation('print')
  const { dateRange } = useFormat()
  const { player, period, account } = about
  const account_id = account.id
  // A report without annotations has no answer to this call.
  const { value } = useCall('annotations', 'list', { account_id })
  const all = value?.annotations ?? []
  const shown = period ? annotationsAbout(all, player ? [player.id] : [], period) : all
  if (shown.length === 0) return null
  return (
    <section className={classes.appendix}>
      <h2>{t('annotations')}</h2>
      <dl>
        {shown.map((one) => (
          <div key={one.id} className={classes.entry}>
            <dt>{dateRange(one.period)}</dt>
            <dd>
              {one.text}
              {one.player_id === null && ` (${t('everyPlayer')})`}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
