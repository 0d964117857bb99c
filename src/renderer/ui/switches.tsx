import { useTranslation } from 'react-i18next'
import type { Basis } from '../../shared/api/statistics.ts'
import { BASES } from '../../shared/features/player/funnel.ts'
import { preferBasis, useView } from '../view.ts'
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
      onChange={preferBasis}
    />
  )
}

/** Rows of a table that may have hundreds: the first by its order and one of all others, or all. */
export type Rows = 'top' | 'all'

const TOP = 10

export const topOf = (rows: Rows) => (rows === 'top' ? TOP : null)

export function RowsSwitch({ value, onChange }: { value: Rows; onChange: (rows: Rows) => void }) {
  const { t } = useTranslation('block')
  return (
    <Switch<Rows>
      label={t('rows.label')}
      value={value}
      choices={[
        { value: 'top', label: t('rows.top', { count: TOP }) },
        { value: 'all', label: t('rows.all') },
      ]}
      onChange={onChange}
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
