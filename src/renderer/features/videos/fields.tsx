import { NativeSelect, PasswordInput, Switch, Textarea, TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevealed } from '../../ui/edits/secret.tsx'
import { settingName } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import { type Codec, OPTIONAL_TEXT, PERCENT, SECONDS, TEXT, TIME } from './codec.ts'
import { useEditing } from './editing.tsx'
import { FieldNotes } from './field-notes.tsx'
import { type Field, type FieldPlace, useField } from './use-field.ts'
import classes from './videos.module.css'

interface TypedFieldProps {
  at: FieldPlace
  codec: Codec
  label?: string | undefined
  hint?: string | undefined
  /** Describes a valid input; shown when the input is not. */
  unreadable?: string | undefined
  rows?: number | undefined
  isCode?: boolean | undefined
  /** One part of a register, whose problems and revert button are shown with the whole. */
  isPart?: boolean | undefined
  /** Spans two columns of the grid. */
  isWide?: boolean | undefined
}

/** A text field. Saved when it loses the focus or with Enter; Escape discards the input. */
export function TypedField({ at, codec, label, hint, unreadable, ...props }: TypedFieldProps) {
  const { language } = useFormat()
  const field = useField(at, codec)
  const isWrong = useIsWrong(field, props.isPart ?? false)
  const input = {
    id: field.id,
    label: label ?? settingName(at.group, at.register, language),
    description: hint,
    error: isWrong,
    value: field.text,
    'aria-describedby': `${field.id}-notes`,
    onBlur: field.commit,
    onKeyDown: field.onKeyDown,
  }
  const { rows, isCode, isPart, isWide } = props
  const unread = field.isUnreadable ? unreadable : undefined
  return (
    <div className={classes.field} data-wide={isWide}>
      {rows ? (
        <Textarea
          {...input}
          size="xs"
          rows={rows}
          classNames={isCode ? { input: classes.code ?? '' } : {}}
          spellCheck={!isCode}
          onChange={({ currentTarget }) => field.type(currentTarget.value)}
        />
      ) : (
        <TextInput {...input} onChange={({ currentTarget }) => field.type(currentTarget.value)} />
      )}
      <NotesOf field={field} unreadable={unread} isPart={isPart} />
    </div>
  )
}

type NotesOfProps = { field: Field } & Pick<
  ComponentProps<typeof FieldNotes>,
  'unreadable' | 'isPart'
>

const NotesOf = ({ field: { at, id, discard, failure }, ...notes }: NotesOfProps) => (
  <FieldNotes at={at} fieldId={id} onRevert={discard} failure={failure} {...notes} />
)

function useIsWrong({ at, isUnreadable, failure }: Field, isPart: boolean): boolean {
  const { problemsAt } = useEditing()
  if (isUnreadable || failure !== null) return true
  return !isPart && problemsAt(at).some(({ severity }) => severity === 'error')
}

/** A text that is hidden until revealed. */
export function SecretField({ at, hint }: Pick<TypedFieldProps, 'at' | 'hint'>) {
  const { t } = useTranslation('edits')
  const { language } = useFormat()
  const field = useField(at, OPTIONAL_TEXT)
  const isWrong = useIsWrong(field, false)
  const { isShown, setIsShown, onBlur } = useRevealed()
  return (
    <div className={classes.field} onBlur={onBlur}>
      <PasswordInput
        id={field.id}
        label={settingName(at.group, at.register, language)}
        description={hint}
        error={isWrong}
        value={field.text}
        autoComplete="off"
        spellCheck={false}
        visible={isShown}
        onVisibilityChange={setIsShown}
        visibilityToggleButtonProps={{
          'aria-label': t(isShown ? 'secret.hide' : 'secret.show'),
          tabIndex: 0,
        }}
        aria-describedby={`${field.id}-notes`}
        onBlur={field.commit}
        onKeyDown={field.onKeyDown}
        onChange={({ currentTarget }) => field.type(currentTarget.value)}
      />
      <NotesOf field={field} />
    </div>
  )
}

type NamedFieldProps = Omit<TypedFieldProps, 'codec' | 'unreadable'>

export function TextField({ isOptional, ...props }: NamedFieldProps & { isOptional?: boolean }) {
  return <TypedField {...props} codec={isOptional ? OPTIONAL_TEXT : TEXT} />
}

export function TimeField(props: NamedFieldProps) {
  const { t } = useTranslation('videos')
  return <TypedField {...props} codec={TIME} unreadable={t('notTime')} />
}

/** A pixel's threshold with its unit. */
export function ThresholdField({ isTime, ...props }: NamedFieldProps & { isTime: boolean }) {
  const { t } = useTranslation('videos')
  return isTime ? (
    <TypedField {...props} codec={SECONDS} unreadable={t('notSeconds')} />
  ) : (
    <TypedField {...props} codec={PERCENT} unreadable={t('notPercent')} />
  )
}

interface SwitchFieldProps {
  at: FieldPlace
  hint?: string | undefined
}

/** A switch, saved at once. */
export function SwitchField({ at, hint }: SwitchFieldProps) {
  const { language } = useFormat()
  const field = useField(at, TEXT)
  return (
    <div className={classes.field}>
      <Switch
        id={field.id}
        label={settingName(at.group, at.register, language)}
        description={hint}
        checked={field.chosen === true}
        aria-describedby={`${field.id}-notes`}
        onChange={({ currentTarget }) => field.choose(currentTarget.checked)}
      />
      <NotesOf field={field} />
    </div>
  )
}

interface ChoiceFieldProps {
  at: FieldPlace
  label?: string | undefined
  /** The documented values with their display names. */
  choices: readonly { value: string; label: string }[]
  hint?: string | undefined
}

/** A select, saved at once. Shows an unknown value unchanged. */
export function ChoiceField({ at, label, choices, hint }: ChoiceFieldProps) {
  const { language } = useFormat()
  const field = useField(at, TEXT)
  const chosen = typeof field.chosen === 'string' ? field.chosen : ''
  const isKnown = choices.some(({ value }) => value === chosen)
  return (
    <div className={classes.field}>
      <NativeSelect
        id={field.id}
        label={label ?? settingName(at.group, at.register, language)}
        description={hint}
        value={chosen}
        data={isKnown ? [...choices] : [{ value: chosen, label: chosen || '–' }, ...choices]}
        aria-describedby={`${field.id}-notes`}
        onChange={({ currentTarget }) => field.choose(currentTarget.value)}
      />
      <NotesOf field={field} />
    </div>
  )
}
