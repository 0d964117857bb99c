// Stands for zod in the window's bundle (electron.vite.config.ts): the shared models declare their
// schemas beside the plain functions that the screens use, but only main checks anything. Leaving
// zod out saves a quarter of the code read at the start, and its try of `new Function`, which the
// page's policy reports.

const CHECKS = ['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'encode', 'decode']

const inert: object = new Proxy(() => inert, {
  get(_target, name) {
    if (CHECKS.includes(String(name))) throw new TypeError('The window does not check; main does.')
    return inert
  },
})

export const z = inert
