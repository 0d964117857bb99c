/** An address in parts between which a line may end; any other text is one part. */
export const urlParts = (text: string): string[] =>
  /^https?:\/\//i.test(text) ? text.split(/(?<=[/?&])(?![/?&])/) : [text]
