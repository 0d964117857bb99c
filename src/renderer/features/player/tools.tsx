import { useTranslation } from 'react-i18next'
import { BasisSwitch as Shared } from '../../ui/basis-switch.tsx'

/** What counts once, in this screen's words. */
export function BasisSwitch() {
  const { t } = useTranslation('player')
  return <Shared label={t('basis')} name={(basis) => t(`basisName.${basis}`)} />
}
