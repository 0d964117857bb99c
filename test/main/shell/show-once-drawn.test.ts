import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { showOnceDrawn } from '../../../src/main/shell/startup-appearance.ts'

/** A hidden window that writes down what is done with it. */
function hiddenWindow() {
  const done: string[] = []
  let isDestroyed = false
  const events = new EventEmitter()
  const window = Object.assign(events, {
    isDestroyed: () => isDestroyed,
    maximize: () => void done.push('maximize'),
    show: () => void done.push('show'),
  })
  return {
    done,
    open: (isMaximized: boolean) =>
      showOnceDrawn(window, { isMaximized }, () => void done.push('shown')),
    draw: () => events.emit('ready-to-show'),
    destroy: () => {
      isDestroyed = true
    },
  }
}

test('a window that was closed maximised is maximised when it is drawn, and shown with the focus', () => {
  const { done, open, draw } = hiddenWindow()
  open(true)
  expect(done).toEqual([])
  draw()
  draw()
  expect(done).toEqual(['maximize', 'show', 'shown'])
})

test('a window that was not maximised is only shown', () => {
  const { done, open, draw } = hiddenWindow()
  open(false)
  draw()
  expect(done).toEqual(['show', 'shown'])
})

test('a window that is closed before it is drawn is not touched again', () => {
  const { done, open, draw, destroy } = hiddenWindow()
  open(true)
  destroy()
  draw()
  expect(done).toEqual([])
})
