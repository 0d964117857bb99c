import classes from './account-mark.module.css'

const HUES = 8

/** The index of an account's colour, 0 to 7, derived from its id so that it never changes. */
function accountColour(id: string): number {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 9973
  return sum % HUES
}

interface AccountMarkProps {
  id: string
  name: string
}

/** The account's colour and initial. Decorative: its name is next to it. */
export function AccountMark({ id, name }: AccountMarkProps) {
  const [first = '?'] = name.trim()
  return (
    <span className={classes.mark} data-colour={accountColour(id)} aria-hidden>
      {first.toUpperCase()}
    </span>
  )
}
