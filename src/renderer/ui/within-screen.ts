/** Keeps what a button opens over the screen that it is on, off the sidebar. */
export const WITHIN_SCREEN = {
  flip: true,
  shift: {
    padding: 8,
    // Looked up when it opens: at the first drawing the screen is not in the page yet.
    get boundary() {
      return document.querySelector('main') ?? undefined
    },
  },
}

/** And off its own button: where there is little room it gets lower, and what is in it scrolls. */
export const WITHIN_HEIGHT = { ...WITHIN_SCREEN, size: { padding: 8 } }
