import { useTranslation } from 'react-i18next'
import kit from '../../ui/kit.module.css'
import classes from './player.module.css'

/** The figures under a chart's cursor, as name and text. */
export type Figures = readonly (readonly [name: string, text: string])[]

/** What the cursor of a chart points at, beside the chart: nothing of it is cut off or covers the curve. */
export function Reading({
  figures,
  isLong = false,
}: {
  figures: Figures | null
  isLong?: boolean
}) {
  const { t } = useTranslation('player')
  return (
    <dl
      data-screen-only
      className={`${kit.facts} ${classes.reading}`}
      data-long={isLong || undefined}
      aria-hidden="true"
    >
      {figures ? (
        figures.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))
      ) : (
        <div className={kit.quiet}>
          <dt>{t('cursorHint')}</dt>
        </div>
      )}
    </dl>
  )
}

/** The same for readers, as one line. */
export const spoken = (figures: Figures | null, otherwise: string) =>
  figures ? figures.map(([name, text]) => `${name}: ${text}`).join(', ') : otherwise
