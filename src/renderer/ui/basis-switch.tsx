import type { Basis } from '../../shared/api/statistics.ts'
import { BASES } from '../../shared/features/player/funnel.ts'
import { prefer, useView } from '../view.ts'
import { Switch } from './block.tsx'

interface BasisSwitchProps {
  label: string
  name: (basis: Basis) => string
}

/** What counts once: the choice holds for every block that has it. */
export function BasisSwitch({ label, name }: BasisSwitchProps) {
  const basis = useView(({ preferences }) => preferences.basis)
  return (
    <Switch<Basis>
      label={label}
      value={basis}
      choices={BASES.map((value) => ({ value, label: name(value) }))}
      onChange={(chosen) => prefer({ basis: chosen })}
    />
  )
}
