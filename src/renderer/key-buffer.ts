import type { KeyPress } from '../shared/model/key-press.ts'

interface Parts {
  /** Returns a press to main; resolves once main has it and keeps the later ones. */
  putBack: (press: KeyPress) => Promise<unknown>
  /** Resolves once main keeps the keys from now on. */
  hold: () => Promise<unknown>
  /** Makes main send what it keeps. */
  ready: () => void
  /** Resolves after the next frame. */
  frame: () => Promise<unknown>
}

/** Counts the reasons why the page cannot take keys yet, and returns presses to main meanwhile. */
export function makeKeyBuffer({ putBack, hold, ready, frame }: Parts) {
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

  /** Calling the returned function ends this reason. */
  function buffer(): () => void {
    count++
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      void release()
    }
  }

  return {
    isBuffering: () => count > 0,
    buffer,
    /** Like `buffer`; once it resolves, this page may be replaced, and the next one gets every key. */
    async leave() {
      const stay = buffer()
      await hold().catch(() => undefined)
      // What main sent before it kept the keys has arrived by this frame, and was returned.
      await frame()
      return stay
    },
    giveBack(press: KeyPress) {
      returned = putBack(press).catch(() => undefined)
    },
  }
}
