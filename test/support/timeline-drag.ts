import type { Locator, Page } from 'playwright'

export async function centreOf(item: Locator) {
  const box = await item.boundingBox()
  if (!box) throw new Error('the item is not drawn')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

interface Drag {
  /** Milliseconds of work for each move. */
  costs: number[]
  /** The names of the sliders that were rendered again. */
  touched: string[]
}

/** Drags one of the page's 200 items back and forth, and then cancels. */
export async function dragCosts(page: Page, moves: number): Promise<Drag> {
  const { x, y } = await centreOf(
    page.getByRole('slider', { name: 'Call to action Button 60', exact: true }),
  )
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.evaluate(watchFrames)
  for (let step = 0; step < moves; step++) await page.mouse.move(x + 3 * (step % 120) - 180, y)
  await page.waitForTimeout(200)
  const frames = await page.evaluate(() => (globalThis as unknown as { frames: Drag }).frames)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  return frames
}

/**
 * The work of each move: its handlers, and its frame until it is painted; and which sliders were
 * changed.
 */
function watchFrames() {
  const costs: number[] = []
  const touched: string[] = []
  Object.assign(globalThis, { frames: { costs, touched } })
  let began = 0
  let handled = 0
  let frame = 0
  const channel = new MessageChannel()
  channel.port1.onmessage = () => {
    costs.push(handled + performance.now() - frame)
    handled = 0
    frame = 0
  }
  function onFrame() {
    frame = performance.now()
    channel.port2.postMessage(null)
  }
  globalThis.addEventListener('pointermove', () => (began = performance.now()), true)
  globalThis.addEventListener('pointermove', () => {
    if (handled === 0) requestAnimationFrame(onFrame)
    handled += performance.now() - began
  })
  new MutationObserver((records) => {
    for (const { target } of records) {
      const label = (target as Element).getAttribute('aria-label')?.split(':')[0]
      const isSlider = (target as Element).getAttribute('role') === 'slider'
      if (label && isSlider && !touched.includes(label)) touched.push(label)
    }
  }).observe(document.body, { subtree: true, attributes: true })
}
