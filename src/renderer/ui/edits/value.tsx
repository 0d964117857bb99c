import { Fragment } from 'react'
import { isSecret } from '../../../shared/features/publishing/register.ts'
import classes from './edits.module.css'
import { usePictureName } from './picture-name.ts'
import { Secret } from './secret.tsx'
import { urlParts, useValueText } from './value-text.ts'

interface ValueProps {
  account_id: string
  value: unknown
  register: string | null
  /** By which the pixel fires whose threshold it is. */
  mode?: unknown
  /** Of the characters that are shown. */
  longest?: number
}

/** A register's value as it is read, with the words for none told from what was written. */
export function Value(props: ValueProps) {
  const { account_id, value, register, mode, longest = Infinity } = props
  const isHidden = isSecret(register) && typeof value === 'string' && value !== ''
  const pictureName = usePictureName(register === 'variants' ? account_id : null)
  const whole = useValueText(pictureName)(value, register, mode)
  if (isHidden) return <Secret text={value.slice(0, longest)} />
  const text = whole.length > longest ? `${whole.slice(0, longest)}…` : whole
  if (isNone(value)) return <em className={classes.none}>{text}</em>
  return urlParts(text).map((part, index) => (
    // Parts of one text have no name but their place.
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
