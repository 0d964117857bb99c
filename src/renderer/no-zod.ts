// Replaces zod in the window's bundle (electron.vite.config.ts). Shared models declare their schemas next to
// plain functions that the screens use, but only main validates. This saves a quarter of the code loaded at
// the start, and zod's probe of `new Function`, which the page's policy would report.

const CHECKS = ['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'encode', 'decode']

const inert: object = new Proxy(() => inert, {
  get(_target, name) {
    if (CHECKS.includes(String(name))) throw new TypeError('The window does not check; main does.')
    return inert
  },
})

export const z = inert
