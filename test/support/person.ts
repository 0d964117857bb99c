import type { Locator, Page } from 'playwright'

/** A person at the window, whose clicks, key chords and typed texts are counted. */
export function countedPerson(page: Page) {
  let actions = 0
  const counted =
    <T extends unknown[]>(act: (...given: T) => Promise<unknown>, count = 1) =>
    async (...given: T) => {
      actions += count
      await act(...given)
    }
  return {
    actions: () => actions,
    click: counted((target: Locator) => target.click()),
    shiftClick: counted((target: Locator) => target.click({ modifiers: ['Shift'] })),
    press: counted((keys: string) => page.keyboard.press(keys)),
    type: counted((text: string) => page.keyboard.type(text)),
    /** Opens a list and clicks on one of its lines. */
    choose: counted((list: Locator, label: string) => list.selectOption({ label }), 2),
  }
}
