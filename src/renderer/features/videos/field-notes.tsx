import { Box, Group, Stack, UnstyledButton } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/failure.ts'
import { valueAt } from '../../../shared/features/publishing/lay.ts'
import { modesBeside } from '../../../shared/features/publishing/modes.ts'
import type { RegisterAt } from '../../../shared/features/publishing/register.ts'
import { isListOfTexts, shortened } from '../../../shared/features/publishing/value-text.ts'
import { useAccount } from '../../app-state.ts'
import { useMutation } from '../../mutation.ts'
import { StatusText } from '../../ui/edits/marks.tsx'
import { ruleSentences, useProblemText } from '../../ui/edits/problem-text.ts'
import { settingName, useValueText } from '../../ui/edits/value-text.ts'
import { useFailureText } from '../../ui/failure-text.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { useEditing } from './editing.tsx'
import classes from './videos.module.css'

interface FieldNotesProps {
  at: RegisterAt
  /** The id of the field's element, which gets the focus when the pressed button disappears. */
  fieldId: string
  onRevert?: (() => void) | undefined
  failure?: Failure | null
  /** Shown when the input is not valid: what a valid input looks like. */
  unreadable?: string | undefined
  /** The display name of a value in a list. */
  nameOf?: ((value: string) => string) | undefined
  /** Whether the register's other notes are shown with the whole register. */
  isPart?: boolean | undefined
}

/** Notes below a field: its problems, the previous value, and a button to revert. */
export function FieldNotes(props: FieldNotesProps) {
  const { at, fieldId, failure, unreadable, isPart = false } = props
  const { problemsAt } = useEditing()
  const sentence = useProblemText()
  const failureText = useFailureText()
  const refused = failure ? refusal(failure, { failureText, sentence }) : null
  const problems = isPart ? [] : problemsAt(at)
  return (
    <Stack
      gap={2}
      fz="xs"
      lh={1.45}
      className={`${kit.breaks} ${classes.notes}`}
      id={`${fieldId}-notes`}
    >
      {unreadable && <Line severity="error">{unreadable}</Line>}
      {refused && <Line severity="error">{refused}</Line>}
      {problems.map((problem) => (
        <Line
          key={`${problem.rule} ${JSON.stringify(problem.details)}`}
          severity={problem.severity}
        >
          {sentence(problem)}
        </Line>
      ))}
      {!isPart && <Changed {...props} />}
    </Stack>
  )
}

/** The text of a refusal; from our own check, the sentences of its rules. */
function refusal(failure: Failure, { failureText, sentence }: Words): string {
  const rules = ruleSentences(failure)
  if (rules.length > 0) return rules.map(sentence).join(' ')
  const { title, why, next } = failureText(failure)
  return `${title}. ${why} ${next}`
}

interface Words {
  failureText: ReturnType<typeof useFailureText>
  sentence: ReturnType<typeof useProblemText>
}

function Line({ severity, children }: { severity: 'error' | 'warning'; children: string }) {
  const { t } = useTranslation('videos')
  return (
    <p className={classes.problem} data-severity={severity}>
      <strong>{`${t(`severity.${severity}`)} `}</strong>
      {children}
    </p>
  )
}

const LONGEST_SHOWN = 120

/** The user's own text is quoted; display names of values are not. */
function useQuoted({ at, nameOf = (value) => value }: Pick<FieldNotesProps, 'at' | 'nameOf'>) {
  const { t } = useTranslation('videos')
  const account = useAccount()
  const valueText = useValueText(account?.id ?? null, at.register)
  return (value: unknown, mode?: unknown) => {
    const named = isListOfTexts(value) ? value.map(nameOf) : value
    const text = shortened(valueText(named, at.register, mode), LONGEST_SHOWN)
    return typeof value === 'string' && value !== '' ? t('quoted', { value: text }) : text
  }
}

function Changed({ at, fieldId, onRevert, nameOf }: FieldNotesProps) {
  const { t } = useTranslation('videos')
  const { language } = useFormat()
  const { opened, editAt, save } = useEditing()
  const { mutate, failure } = useMutation()
  const failureText = useFailureText()
  const quoted = useQuoted({ at, nameOf })
  const edit = editAt(at)
  if (!edit) return null
  const modes = modesBeside(edit, opened)
  const revert = () => {
    onRevert?.()
    // This button disappears. The focus moves before saving, because afterwards the user may be elsewhere.
    document.getElementById(fieldId)?.focus()
    void mutate(() => save([{ kind: 'revert', ...at }]))
  }
  const name = settingName(at.group, at.register, language)
  const revertNamed = t('revertNamed', {
    name,
    value: quoted(valueAt(opened.base, at) ?? null, modes.theirs),
  })
  return (
    <Group gap="0 8px" c="var(--desk-unposted)">
      <span aria-hidden>Δ</span>
      <StatusText edit={edit} blocked={null} />
      <Box component="span" miw={0} c="dimmed">
        {t('before', { value: quoted(edit.base, modes.base) })}
      </Box>
      {edit.status === 'conflict' && (
        <Box component="span" miw={0} fw={600} c="var(--mantine-color-error)">
          {t('theirs', { value: quoted(edit.theirs, modes.theirs) })}
        </Box>
      )}
      <UnstyledButton
        className={`${kit.hover} ${classes.revert}`}
        aria-label={revertNamed}
        title={revertNamed}
        onClick={revert}
      >
        <IconArrowBackUp size={13} aria-hidden />
        {t('revert')}
      </UnstyledButton>
      {failure && <span role="alert">{failureText(failure).title}</span>}
    </Group>
  )
}
