import type { KeyPress } from '../shared/model/key-press.ts'

interface Parts {
  /** Returns a press to main; resolves once main has it and keeps the later ones. */
  putBack: (press: KeyPress) => Promise<unknown>
  /** Makes main send what it keeps. */
  ready: () => void
  /** Resolves after the next frame. */
  frame: () => Promise<unknown>
}

/** Counts the reasons why the page cannot take keys yet, and returns presses to main meanwhile. */
export function makeKeyBuffer({ putBack, ready, frame }: Parts) {
  let count = 0
  let returned: Promise<unknown> | undefined

  async function release() {
    // After the next frame, the mounted components have their listeners and the focus, and are painted.
    await frame()
    // What main sent before it had an earlier press back has arrived by the frame after that.
    for (let last: typeof returned; last !== returned; await frame()) {
      last = returned
      await last
    }
    count--
    if (count > 0) return
    returned = undefined
    ready()
  }

  return {
    isBuffering: () => count > 0,
    /** Calling the returned function ends this reason. */
    buffer(): () => void {
      count++
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        void release()
      }
    },
    giveBack(press: KeyPress) {
      returned = putBack(press).catch(() => undefined)
    },
  }
}
