import { UnstyledButton } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/failure.ts'
import type { RegisterAt } from '../../../shared/features/publishing/register.ts'
import { useAccount } from '../../desk.ts'
import { useMutation } from '../../mutation.ts'
import { StatusText } from '../../ui/edits/marks.tsx'
import { usePictureName } from '../../ui/edits/picture-name.ts'
import { ruleSentences, useProblemText } from '../../ui/edits/problem-text.ts'
import { modeOf } from '../../ui/edits/threshold.ts'
import { settingName, useValueText } from '../../ui/edits/value-text.ts'
import { useFailureText } from '../../ui/failure-text.ts'
import { useFormat } from '../../ui/format.ts'
import { useEditing } from './editing.tsx'
import classes from './videos.module.css'

interface FieldNotesProps {
  at: RegisterAt
  /** The field's element: takes the focus when the button that had it is gone. */
  fieldId: string
  onRevert?: (() => void) | undefined
  failure?: Failure | null
  /** What is typed cannot be a value: what could. */
  unreadable?: string | undefined
  /** What a value of a list is called here. */
  nameOf?: ((value: string) => string) | undefined
  /** The rest is shown beside the whole register. */
  isPart?: boolean | undefined
}

/** Beside a field: what is wrong with it, what it was before, and the way back. */
export function FieldNotes(props: FieldNotesProps) {
  const { at, fieldId, failure, unreadable, isPart = false } = props
  const { problemsAt } = useEditing()
  const sentence = useProblemText()
  const failureText = useFailureText()
  const refused = failure ? refusal(failure, { failureText, sentence }) : null
  const problems = isPart ? [] : problemsAt(at)
  return (
    <div className={classes.notes} id={`${fieldId}-notes`}>
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
    </div>
  )
}

/** By the sentence of the rule, where a rule refused it. */
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
const shortened = (text: string) =>
  text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text

/** Text of the person's own stands in quotation; words of ours for a value do not. */
function useQuoted({ at, nameOf = (value) => value }: Pick<FieldNotesProps, 'at' | 'nameOf'>) {
  const { t } = useTranslation('videos')
  const account = useAccount()
  const pictureName = usePictureName(at.register === 'variants' ? (account?.id ?? null) : null)
  const valueText = useValueText(pictureName)
  return (value: unknown, mode?: unknown) => {
    const named = isListOfTexts(value) ? value.map(nameOf) : value
    const text = shortened(valueText(named, at.register, mode))
    return typeof value === 'string' && value !== '' ? t('quoted', { value: text }) : text
  }
}

const isListOfTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

function Changed({ at, fieldId, onRevert, nameOf }: FieldNotesProps) {
  const { t } = useTranslation('videos')
  const { language } = useFormat()
  const { desk, editAt, save } = useEditing()
  const { mutate, failure } = useMutation()
  const failureText = useFailureText()
  const quoted = useQuoted({ at, nameOf })
  const edit = editAt(at)
  if (!edit) return null
  const mode = modeOf(desk.base, at)
  const shown = quoted(edit.base, mode)
  const revert = () => {
    onRevert?.()
    // This button goes. Once saved is too late: the person may be in another field, or type in this one.
    document.getElementById(fieldId)?.focus()
    void mutate(() => save([{ kind: 'revert', ...at }]))
  }
  const name = settingName(at.group, at.register, language)
  return (
    <div className={classes.changed}>
      <span aria-hidden>Δ</span>
      <StatusText edit={edit} blocked={null} />
      <span className={classes.before}>{t('before', { value: shown })}</span>
      {edit.status === 'conflict' && (
        <span className={classes.theirs}>{t('theirs', { value: quoted(edit.theirs, mode) })}</span>
      )}
      <UnstyledButton
        className={classes.revert}
        aria-label={t('revertNamed', { name, value: shown })}
        title={t('revertNamed', { name, value: shown })}
        onClick={revert}
      >
        <IconArrowBackUp size={13} aria-hidden />
        {t('revert')}
      </UnstyledButton>
      {failure && <span role="alert">{failureText(failure).title}</span>}
    </div>
  )
}
