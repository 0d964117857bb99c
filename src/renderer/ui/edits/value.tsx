import { Fragment } from 'react'
import { isSecret } from '../../../shared/features/publishing/register.ts'
import { shortened } from '../../../shared/features/publishing/value-text.ts'
import classes from './edits.module.css'
import { Secret } from './secret.tsx'
import { urlParts, useValueText } from './value-text.ts'

interface ValueProps {
  account_id: string
  value: unknown
  register: string | null
  /** The mode of the pixel whose threshold it is. */
  mode?: unknown
  /** Maximum number of characters shown. */
  longest?: number
  /** The part of its text that is shown; all of it by default. */
  part?: string | undefined
}

/** A register's value for display. Placeholder texts look different from values. */
export function Value(props: ValueProps) {
  const { account_id, value, register, mode, longest = Infinity, part } = props
  const isHidden = isSecret(register) && typeof value === 'string' && value !== ''
  const whole = useValueText(account_id, register)(value, register, mode)
  if (isHidden) return <Secret text={value.slice(0, longest)} />
  const shown = part ?? whole
  const text = shortened(shown, longest)
  if (isNone(value)) return <em className={classes.none}>{text}</em>
  return urlParts(text).map((part, index) => (
    // The parts have no identity but their index.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

const isNone = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)
