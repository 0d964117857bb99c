import type { ReactNode } from 'react'
import type { Group } from '../../../shared/api/settings/index.ts'
import { GROUP_REGISTERS } from '../../../shared/features/publishing/register.ts'
import { Column } from '../../ui/column.tsx'
import { useProblemText } from '../../ui/edits/problem-text.ts'
import { groupName } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import { useEditing } from './editing.tsx'
import { isSwitch, SettingField } from './fields.tsx'
import classes from './videos.module.css'

export function GroupPanel({ group, children }: { group: Group; children: ReactNode }) {
  const { language } = useFormat()
  const { problemsAt } = useEditing()
  const sentence = useProblemText()
  return (
    <Column component="section" gap={12} miw={0} aria-label={groupName(group, language)}>
      <SettingField at={{ group, item_id: null, register: 'enabled' }} />
      {problemsAt({ group, item_id: null, register: null }).map((problem) => (
        <p key={problem.rule} className={classes.problem} data-severity={problem.severity}>
          {sentence(problem)}
        </p>
      ))}
      {children}
    </Column>
  )
}

interface GroupFieldsProps {
  group: Group
  /** Beside its switches, and beside what is typed: the controls of what is set whole. */
  switches?: ReactNode
  typed?: ReactNode
}

/** Every setting of a group, by its field: a new one is here without a line of its own. */
export function GroupFields({ group, switches, typed }: GroupFieldsProps) {
  const registers = Object.entries(GROUP_REGISTERS[group]).filter(
    ([register, field]) => register !== 'enabled' && field.register === 'leaf',
  )
  const fields = (areSwitches: boolean) =>
    registers
      .filter(([, { kind }]) => isSwitch(kind) === areSwitches)
      .map(([register]) => <SettingField key={register} at={{ group, item_id: null, register }} />)
  const ofTyped = fields(false)
  return (
    <>
      <div className={classes.switches}>
        {fields(true)}
        {switches}
      </div>
      {(ofTyped.length > 0 || typed) && (
        <div className={classes.pair}>
          {ofTyped}
          {typed}
        </div>
      )}
    </>
  )
}
