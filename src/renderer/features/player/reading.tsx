import { useTranslation } from 'react-i18next'
import kit from '../../ui/kit.module.css'
import classes from './player.module.css'

/** The values at a chart's cursor, as name and text. */
export type Figures = readonly (readonly [name: string, text: string])[]

/**
 * The values at the cursor of a chart, shown next to it, so that they are never cut off and never
 * cover the curve.
 */
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

/** The same for screen readers, as one line. */
export const spoken = (figures: Figures | null, otherwise: string) =>
  figures ? figures.map(([name, text]) => `${name}: ${text}`).join(', ') : otherwise
