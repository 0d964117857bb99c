interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(text: string): string | null }): unknown
}

/**
 * The kit writes its style sheets as inner HTML, which the page's policy allows only to a trusted
 * type. This one passes text without a `<`, so that no markup can ever be made from text.
 */
export function trustStyleText() {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
  })
}
