import { afterEach, expect, test, vi } from 'vitest'
import { usePointer } from '../../../../src/renderer/features/sheet/grid-pointer.ts'
import type { SheetGridProps } from '../../../../src/renderer/features/sheet/grid-props.ts'
import { cellRange } from '../../../../src/renderer/features/sheet/selection.ts'
import { drawn } from '../../../support/drawn.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** An element of the page in the fourth row: its cell, or the handle in that. */
const element = (dataset: object) => ({
  dataset,
  closest: (selector: string) =>
    ({ '[data-row]': { dataset: { row: '3' } }, '[role=gridcell]': { getAttribute: () => '3' } })[
      selector
    ] ?? null,
})

test('rows are filled where the handle is dropped, and not after its drag was cancelled', () => {
  const filled: number[] = []
  const commands = { fill: (row: number) => filled.push(row) }
  const props = { rows: [], range: cellRange({ row: 0, column: 1 }), commands }
  let handlers: ReturnType<typeof usePointer> | undefined
  const Probe = () => {
    const parts = { scroller: { current: null }, startEdit: () => undefined, isEditing: false }
    handlers = usePointer(props as unknown as SheetGridProps, parts)
    return null
  }
  drawn(<Probe />)
  vi.stubGlobal('document', { elementFromPoint: () => element({}), activeElement: null })
  const currentTarget = { contains: () => true, setPointerCapture: () => undefined }
  const event = { button: 0, pointerId: 1, currentTarget, preventDefault: () => undefined }
  const onHandle = { ...event, target: element({ handle: '' }) } as never
  handlers?.onPointerDown(onHandle)
  handlers?.onPointerUp(onHandle)
  expect(filled).toEqual([3])
  handlers?.onPointerDown(onHandle)
  handlers?.onPointerCancel()
  handlers?.onPointerUp({ ...event, target: element({}) } as never)
  expect(filled).toEqual([3])
})
