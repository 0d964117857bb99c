/**
 * Whether a dialog covers the rest of the window. Shortcuts of what is behind it must not act then:
 * they would change what is not seen, or remove the dialog with what was typed. A popover covers nothing.
 */
export const isModalOpen = () =>
  document.querySelector('[role="dialog"][aria-modal="true"]') !== null
