import type { Page } from 'playwright'

/**
 * The texts of all rows of a table on screen, read by scrolling through it; a cell without a figure
 * is empty. The remark after the first cell of some rows is no part of it, unless asked for.
 */
export function gridRows(
  page: Page,
  name: string,
  { withRemarks = false } = {},
): Promise<string[][]> {
  return page.getByRole('grid', { name }).evaluate(async (grid, isRemarked) => {
    const rows = new Map<number, string[]>()
    const drawn = () =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    grid.scrollTop = 0
    for (;;) {
      await drawn()
      for (const row of grid.querySelectorAll('[role=row]')) {
        // Cells of figures have ids; header, totals and drawings do not.
        const cells = [...row.querySelectorAll('[role=gridcell][id]')]
        if (cells.length === 0) continue
        const texts = cells.map((cell) => {
          if (cell.querySelector('[data-why]')) return ''
          const text = cell.textContent ?? ''
          const remark = cell.querySelector('[data-remark]')?.textContent ?? ''
          return isRemarked ? text : text.slice(0, text.length - remark.length)
        })
        rows.set(Number(row.getAttribute('aria-rowindex')), texts)
      }
      if (grid.scrollTop + grid.clientHeight >= grid.scrollHeight - 1) break
      grid.scrollTop += grid.clientHeight / 3
    }
    grid.scrollTop = 0
    return [...rows].sort(([a], [b]) => a - b).map(([, texts]) => texts)
  }, withRemarks)
}
