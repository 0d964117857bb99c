import { useTranslation } from 'react-i18next'
import type { Basis } from '../../../shared/model/statistics.ts'
import { BASES } from '../../../shared/tables/funnel.ts'
import { Switch } from '../../ui/block.tsx'
import { prefer, useView } from '../../view.ts'

/** What counts once: the choice holds for every block that has it. */
export function BasisSwitch() {
  const { t } = useTranslation('player')
  const basis = useView(({ preferences }) => preferences.basis)
  return (
    <Switch<Basis>
      label={t('basis')}
      value={basis}
      choices={BASES.map((value) => ({ value, label: t(`basisName.${value}`) }))}
      onChange={(chosen) => prefer({ basis: chosen })}
    />
  )
}
