import { useTranslation } from 'react-i18next'
import { BasisSwitch as Shared } from '../../ui/basis-switch.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { type About } from './question.ts'

/** What counts once, in this screen's words. */
export function BasisSwitch() {
  const { t } = useTranslation('player')
  return <Shared label={t('basis')} name={(basis) => t(`basisName.${basis}`)} />
}

/** Key figures and money are of one answer, and one file. */
export function FiguresExport({ about }: { about: About }) {
  const { account_id, player, period, comparison } = about
  return (
    <ExportButton
      question={{ table: 'figures', account_id, player_id: player.id, period, comparison }}
    />
  )
}
