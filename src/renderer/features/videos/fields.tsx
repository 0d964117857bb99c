import {
  Autocomplete,
  NativeSelect,
  PasswordInput,
  Stack,
  Switch,
  Textarea,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { type ChangeEvent, type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ValueKind } from '../../../shared/api/settings/field.ts'
import { fieldAt } from '../../../shared/features/publishing/register.ts'
import {
  type Codec,
  decimalCodec,
  OPTIONAL_TEXT,
  PERCENT,
  SECONDS,
  TEXT,
  TIME,
  textCodec,
  WHOLE,
} from '../../../shared/features/videos/codec.ts'
import { useRevealed } from '../../ui/edits/secret.tsx'
import { choiceName, settingName } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import { MOST_LINES } from '../../ui/text-lines.ts'
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
  /** Whether lines can be added to its text. One that has several is always edited with them. */
  canHaveLines?: boolean | undefined
  /** Texts to choose from; any other can be typed. */
  choices?: readonly string[] | undefined
  isCode?: boolean | undefined
  /** One part of a register, whose problems and revert button are shown with the whole. */
  isPart?: boolean | undefined
  /** Spans two columns of the grid. */
  isWide?: boolean | undefined
}

// Accounts may have thousands of videos; typing narrows the list.
const MOST_SHOWN = 60

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
  const { rows, canHaveLines, choices, isCode, isPart, isWide } = props
  const unread = field.isUnreadable ? unreadable : undefined
  return (
    <Stack gap={4} miw={0} className={isWide ? classes.wide : undefined}>
      {rows ? (
        <Textarea
          {...input}
          rows={rows}
          classNames={isCode ? { input: classes.code ?? '' } : {}}
          spellCheck={!isCode}
          onKeyDown={(event) => {
            // Source has lines of its own: there Enter adds one.
            if (event.key !== 'Enter') field.onKeyDown(event)
          }}
          onChange={({ currentTarget }) => field.type(currentTarget.value)}
        />
      ) : choices ? (
        <Autocomplete
          {...input}
          data={[...choices]}
          limit={MOST_SHOWN}
          onChange={field.type}
          onOptionSubmit={(text) => field.choose(codec.read(text)?.value)}
        />
      ) : (
        <PlainField {...input} canHaveLines={canHaveLines} onType={field.type} />
      )}
      <NotesOf field={field} unreadable={unread} isPart={isPart} />
    </Stack>
  )
}

interface PlainFieldProps
  extends Pick<TextInputProps, 'id' | 'label' | 'description' | 'error' | 'aria-describedby'>,
    Pick<TypedFieldProps, 'canHaveLines'> {
  value: string
  onType: Field['type']
  onBlur: Field['commit']
  onKeyDown: Field['onKeyDown']
}

/** A text of several lines has an element of its own, because an `input` would join them. */
function PlainField({ canHaveLines = false, onType, ...field }: PlainFieldProps) {
  // When the last line break is deleted, the element stays, so that it keeps the focus.
  const [hadLines, setHadLines] = useState(false)
  const hasLines = hadLines || canHaveLines || field.value.includes('\n')
  if (hasLines !== hadLines) setHadLines(hasLines)
  const input = {
    ...field,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onType(currentTarget.value),
  }
  if (!hasLines) return <TextInput {...input} />
  return <Textarea {...input} autosize maxRows={MOST_LINES} />
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
    <Stack gap={4} miw={0} onBlur={onBlur}>
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
    </Stack>
  )
}

interface SettingFieldProps {
  at: FieldPlace
  hint?: string | undefined
}

/** A pixel's threshold with its unit. */
export function ThresholdField({ isTime, ...props }: SettingFieldProps & { isTime: boolean }) {
  const { t } = useTranslation('videos')
  return isTime ? (
    <TypedField {...props} codec={SECONDS} unreadable={t('notSeconds')} />
  ) : (
    <TypedField {...props} codec={PERCENT} unreadable={t('notPercent')} />
  )
}

/** A switch, saved at once. */
function SwitchField({ at, hint }: SettingFieldProps) {
  const { language } = useFormat()
  const field = useField(at, TEXT)
  return (
    <Stack gap={4} miw={0}>
      <Switch
        id={field.id}
        label={settingName(at.group, at.register, language)}
        description={hint}
        checked={field.chosen === true}
        aria-describedby={`${field.id}-notes`}
        onChange={({ currentTarget }) => field.choose(currentTarget.checked)}
      />
      <NotesOf field={field} />
    </Stack>
  )
}

/** A select, saved at once. Shows an unknown value unchanged. */
function ChoiceField({ at, choices, hint }: SettingFieldProps & { choices: readonly string[] }) {
  const { language } = useFormat()
  const field = useField(at, TEXT)
  const chosen = typeof field.chosen === 'string' ? field.chosen : ''
  const data = choices.map((value) => ({ value, label: choiceName(at, value, language) }))
  return (
    <Stack gap={4} miw={0}>
      <NativeSelect
        id={field.id}
        label={settingName(at.group, at.register, language)}
        description={hint}
        value={chosen}
        data={choices.includes(chosen) ? data : [{ value: chosen, label: chosen || '–' }, ...data]}
        aria-describedby={`${field.id}-notes`}
        onChange={({ currentTarget }) => field.choose(currentTarget.value)}
      />
      <NotesOf field={field} />
    </Stack>
  )
}

/** The control that the setting's own field says: a switch, a choice or what is typed. */
export function SettingField({ at, hint }: SettingFieldProps) {
  const { t } = useTranslation('videos')
  const { language } = useFormat()
  const { kind, format, choices } = fieldAt(at) ?? {}
  if (isSwitch(kind)) return <SwitchField at={at} hint={hint} />
  if (choices) return <ChoiceField at={at} hint={hint} choices={choices} />
  const typed = { at, hint }
  if (format === 'second') {
    const second = { hint: hint ?? t('timeHint'), unreadable: t('notTime') }
    return <TypedField {...typed} {...second} codec={TIME} />
  }
  if (kind === 'integer' || kind === 'number') {
    const codec = kind === 'integer' ? WHOLE : decimalCodec(language)
    return <TypedField {...typed} codec={codec} unreadable={t('notNumber')} />
  }
  return <TypedField {...typed} codec={textCodec(format)} canHaveLines={format === undefined} />
}

// Of a value that the document does not show, it is only known whether it is set.
export const isSwitch = (kind: ValueKind | undefined) => kind === 'boolean' || kind === 'any'
