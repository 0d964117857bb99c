/**
 * What a control offers: also what is chosen in it, where another period or player does not have that. The
 * control then names what is drawn and exported.
 */
export const withChosen = <T>(choices: readonly T[], chosen: T): readonly T[] =>
  choices.includes(chosen) ? choices : [...choices, chosen]
