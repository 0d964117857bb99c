/** A title within a sentence: only its first letter, because names of currencies stay as they are. */
export const inSentence = (title: string): string =>
  `${title.charAt(0).toLowerCase()}${title.slice(1)}`
