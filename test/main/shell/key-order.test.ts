import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeKeys } from '../../../src/main/shell/keys.ts'
import { makeKeyBuffer } from '../../../src/renderer/key-buffer.ts'
import type { KeyPress } from '../../../src/shared/model/key-press.ts'

const press = (key: string): KeyPress => ({ key, code: '', modifiers: [] })
const settled = () => new Promise(setImmediate)

type Page = ReturnType<typeof makeKeyBuffer>

/**
 * Main and a page that exchange messages over three channels, each in order, but each as late as it
 * likes against the others. Before a frame the page handles the keys that have arrived. Keys and
 * frames of a page that was replaced are lost with it.
 */
function aWindow() {
  const typed: string[] = []
  const channels: Record<'keys' | 'calls' | 'answers' | 'frames', (() => void)[]> = {
    ...{ keys: [], calls: [], answers: [], frames: [] },
  }
  let page: Page
  const arrives = (key: string) => () => {
    if (page.isBuffering()) page.giveBack(press(key))
    else typed.push(key)
  }
  const main = makeKeys(({ type, keyCode }) => {
    if (type === 'rawKeyDown') channels.keys.push(arrives(keyCode))
  }, 'linux')
  const ask = (what: () => void) =>
    new Promise<void>((resolve) => {
      channels.calls.push(() => {
        what()
        channels.answers.push(resolve)
      })
    })
  const openPage = () => {
    page = makeKeyBuffer({
      putBack: (one) => ask(() => main.putBack(one)),
      hold: () => ask(main.hold),
      ready: () => channels.calls.push(main.ready),
      frame: () =>
        new Promise<void>((resolve) => {
          channels.frames.push(() => {
            while (channels.keys.length > 0) channels.keys.shift()?.()
            resolve()
          })
        }),
    })
    main.loaded()
    return page.buffer()
  }
  openPage()()
  return {
    typed,
    page: () => page,
    /** Asks main for the next page, which is being mounted then until the passed function is called. */
    replace(then: (mounted: () => void) => void) {
      channels.calls.push(() => {
        main.load()
        for (const name of ['keys', 'answers', 'frames'] as const) channels[name] = []
        then(openPage())
      })
    },
    type(key: string) {
      if (!main.suppress('keyDown', press(key))) channels.keys.push(arrives(key))
    },
    async deliver(channel: keyof typeof channels) {
      channels[channel].shift()?.()
      await settled()
    },
    isQuiet: () => Object.values(channels).every((waiting) => waiting.length === 0),
  }
}

const CHANNELS = ['keys', 'calls', 'answers', 'frames'] as const
const ACTS = ['type', 'mount', 'mounted', 'leave'] as const
const step = fc.constantFrom(...ACTS, 'type' as const, ...CHANNELS)
const steps = fc.array(step, { minLength: 10, maxLength: 60 })
const isAct = (one: string): one is (typeof ACTS)[number] => ACTS.some((act) => act === one)

test('keys arrive once and in order, whatever is mounted or replaced and however late messages are', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const { typed, page, replace, type, deliver, isQuiet } = aWindow()
      const pressed: string[] = []
      let mounting: (() => void)[] = []
      let isLeaving = false
      const acts: Record<(typeof ACTS)[number], () => void> = {
        type() {
          const key = String.fromCharCode(97 + pressed.length)
          pressed.push(key)
          type(key)
        },
        mount: () => mounting.push(page().buffer()),
        mounted: () => mounting.shift()?.(),
        leave() {
          if (isLeaving) return
          isLeaving = true
          const toNext = (mounted: () => void) => {
            mounting = [mounted]
            isLeaving = false
          }
          void page()
            .leave()
            .then(() => replace(toNext))
        },
      }
      for (const step of taken) {
        if (isAct(step)) acts[step]()
        else await deliver(step)
      }
      while (!isQuiet() || mounting.length > 0) {
        if (!isLeaving) for (const mounted of mounting.splice(0)) mounted()
        for (const channel of CHANNELS) await deliver(channel)
      }
      expect(typed).toEqual(pressed)
    }),
    { numRuns: 1000 },
  )
})
