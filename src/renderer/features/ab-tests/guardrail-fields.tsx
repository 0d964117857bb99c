import { Box, Button, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DEFAULT_GUARDRAILS, type Guardrails } from '../../../shared/features/ab-tests/ab-test.ts'
import { useCommitOnLeave } from '../../commit-on-leave.ts'
import kit from '../../ui/kit.module.css'
import { Note } from '../../ui/notice.tsx'
import classes from './ab-tests.module.css'

const FIELDS = [
  { key: 'days', min: 1, max: 365, step: 1 },
  { key: 'conversions', min: 1, max: 1_000_000, step: 10 },
  { key: 'probability', min: 80, max: 99.9, step: 1 },
  { key: 'smallestLift', min: 0.1, max: 100, step: 1 },
  { key: 'loss', min: 0.01, max: 100, step: 0.1 },
] as const satisfies readonly { key: keyof Guardrails; min: number; max: number; step: number }[]

interface GuardrailsProps {
  value: Guardrails
  isReadOnly: boolean
  onChange: (value: Guardrails) => void
}

/** The guardrails. Each value is saved when its field loses the focus, or with Enter. */
export function GuardrailFields({ value, isReadOnly, onChange }: GuardrailsProps) {
  const { t } = useTranslation('abTests')
  const isUsual = FIELDS.every(({ key }) => value[key] === DEFAULT_GUARDRAILS[key])
  return (
    <Box component="fieldset" mt={12}>
      <legend className={kit.heading}>{t('guardrails.title')}</legend>
      <Note>{t('guardrails.text')}</Note>
      <div className={classes.fields}>
        {FIELDS.map(({ key, ...range }) => (
          <Field
            key={key}
            name={key}
            {...range}
            saved={value[key]}
            isReadOnly={isReadOnly}
            onSave={(figure) => {
              if (figure !== value[key]) onChange({ ...value, [key]: figure })
            }}
          />
        ))}
        {!isReadOnly && (
          <Button disabled={isUsual} onClick={() => onChange(DEFAULT_GUARDRAILS)}>
            {t('guardrails.reset')}
          </Button>
        )}
      </div>
    </Box>
  )
}

interface Range {
  min: number
  max: number
}

/** The typed number; null when it is none in the range. The field gives a text for trailing zeros. */
export function typedFigure(typed: number | string, { min, max }: Range): number | null {
  const figure = typed === '' ? Number.NaN : Number(typed)
  return figure >= min && figure <= max ? figure : null
}

interface FieldProps extends Range {
  name: keyof Guardrails
  step: number
  saved: number
  isReadOnly: boolean
  onSave: (figure: number) => void
}

function Field({ name, saved, isReadOnly, onSave, ...range }: FieldProps) {
  const { t } = useTranslation('abTests')
  const [typed, setTyped] = useState<number | string>(saved)
  const [isWrong, setIsWrong] = useState(false)
  const [before, setBefore] = useState(saved)
  if (before !== saved) {
    setBefore(saved)
    setTyped(saved)
    setIsWrong(false)
  }
  const keep = () => {
    const figure = typedFigure(typed, range)
    setIsWrong(figure === null)
    if (figure === null) return
    setTyped(figure)
    onSave(figure)
  }
  useCommitOnLeave(keep)
  return (
    <NumberInput
      label={t(`guardrails.${name}`)}
      {...range}
      // Out of its range the text stays, with the limits.
      clampBehavior="none"
      error={isWrong && t('guardrails.limits', range)}
      readOnly={isReadOnly}
      hideControls={isReadOnly}
      allowDecimal={name !== 'days' && name !== 'conversions'}
      value={typed}
      onChange={(next) => {
        setTyped(next)
        setIsWrong(false)
      }}
      // Otherwise leaving the field would count as typing.
      trimLeadingZeroesOnBlur={false}
      onBlur={keep}
      onKeyDown={({ key }) => key === 'Enter' && keep()}
    />
  )
}
