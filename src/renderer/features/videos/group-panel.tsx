import type { ReactNode } from 'react'
import type { Group } from '../../../shared/api/settings/index.ts'
import { useProblemText } from '../../ui/edits/problem-text.ts'
import { groupName } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import { useEditing } from './editing.tsx'
import { SwitchField } from './fields.tsx'
import classes from './videos.module.css'

export function GroupPanel({ group, children }: { group: Group; children: ReactNode }) {
  const { language } = useFormat()
  const { problemsAt } = useEditing()
  const sentence = useProblemText()
  return (
    <section className={classes.group} aria-label={groupName(group, language)}>
      <SwitchField at={{ group, item_id: null, register: 'enabled' }} />
      {problemsAt({ group, item_id: null, register: null }).map((problem) => (
        <p key={problem.rule} className={classes.problem} data-severity={problem.severity}>
          {sentence(problem)}
        </p>
      ))}
      {children}
    </section>
  )
}
