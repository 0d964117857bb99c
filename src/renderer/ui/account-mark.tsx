import classes from './account-mark.module.css'

/** Dark enough for a white letter in both themes. */
const COLOURS = [
  '#364fc7',
  '#087f5b',
  '#a61e4d',
  '#5f3dc4',
  '#0b7285',
  '#9c4b00',
  '#2b6b1f',
  '#495057',
] as const

/** An account's colour, derived from its id so that it never changes. */
function accountColour(id: string) {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 9973
  return COLOURS[sum % COLOURS.length]
}

/** The account's colour and initial. Decorative: its name is next to it. */
export function AccountMark({ id, name }: { id: string; name: string }) {
  const [first = '?'] = name.trim()
  return (
    <span className={classes.mark} style={{ background: accountColour(id) }} aria-hidden>
      {first.toUpperCase()}
    </span>
  )
}
