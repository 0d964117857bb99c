interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string },
  ): {
    createHTML(text: string): unknown
  }
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/**
 * Draws markup in a sandboxed frame. The page's trusted types allow markup nowhere; this policy
 * stays inside this file, and its only use is a frame that can run nothing.
 */
export function framed(frame: HTMLIFrameElement, html: string) {
  if (frame.sandbox.length > 0 || !frame.hasAttribute('sandbox')) {
    throw new TypeError('markup is drawn in a sandboxed frame only')
  }
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('sandboxed-frame', { createHTML: (text) => text })
  frame.setAttribute('srcdoc', (policy?.createHTML(html) ?? html) as string)
}
