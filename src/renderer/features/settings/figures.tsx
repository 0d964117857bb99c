import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FIGURES_MB, type Preferences } from '../../../shared/features/settings/preferences.ts'
import { call } from '../../bridge.ts'
import { useQuery } from '../../query.ts'
import { useFormat } from '../../ui/format.ts'
import { prefer, useView } from '../../view.ts'
import { Section } from './section.tsx'
import classes from './settings.module.css'

/** The size of the downloaded figures on this computer, and its limit. */
export function Figures() {
  const { t } = useTranslation('settings')
  const { bytes } = useFormat()
  const { figuresMb } = useView(({ preferences }) => preferences)
  const size = useQuery('backup', () => call.backup.state(), ['backup']).value?.sizes.figures
  return (
    <Section part="figures" title={t('figures.title')}>
      <p className={classes.text}>
        {size !== undefined && `${t('figures.held', { size: bytes(size) })} `}
        {t('figures.text')}
      </p>
      <div className={classes.pair}>
        <NativeSelect
          label={t('figures.most')}
          value={figuresMb}
          data={FIGURES_MB.map((mb) => ({ value: `${mb}`, label: bytes(mb * 1e6) }))}
          onChange={({ currentTarget }) =>
            prefer({ figuresMb: Number(currentTarget.value) as Preferences['figuresMb'] })
          }
        />
      </div>
    </Section>
  )
}
