import { useTranslation } from 'react-i18next'
import type { Basis } from '../../shared/api/statistics.ts'
import { BASES } from '../../shared/features/player/funnel.ts'
import { prefer, useView } from '../view.ts'
import { Switch } from './block.tsx'

/** What is counted once. The choice applies to every block with this switch. */
export function BasisSwitch() {
  const { t } = useTranslation('block')
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

const VIEWS = ['chart', 'table'] as const
export type View = (typeof VIEWS)[number]

export function ViewSwitch({ value, onChange }: { value: View; onChange: (view: View) => void }) {
  const { t } = useTranslation('block')
  return (
    <Switch<View>
      isOfScreen
      label={t('view.label')}
      value={value}
      choices={VIEWS.map((view) => ({ value: view, label: t(`view.${view}`) }))}
      onChange={onChange}
    />
  )
}

/**
 * What a control offers: also what is chosen in it, where another period or player does not have that. The
 * control then names what is drawn and exported.
 */
export function withChosen<T>(choices: readonly T[], chosen: T): readonly T[] {
  return choices.includes(chosen) ? choices : [...choices, chosen]
}
