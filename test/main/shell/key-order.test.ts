import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeKeys } from '../../../src/main/shell/keys.ts'
import { makeKeyBuffer } from '../../../src/renderer/key-buffer.ts'
import type { KeyPress } from '../../../src/shared/model/key-press.ts'

const press = (key: string): KeyPress => ({ key, code: '', modifiers: [] })
const settled = () => new Promise(setImmediate)

/**
 * Main and a page that exchange messages over three channels, each in order, but each as late as it
 * likes against the others. Before a frame the page handles the keys that have arrived.
 */
function aWindow() {
  const typed: string[] = []
  const channels: Record<'keys' | 'calls' | 'answers' | 'frames', (() => void)[]> = {
    ...{ keys: [], calls: [], answers: [], frames: [] },
  }
  const arrives = (key: string) => () => {
    if (page.isBuffering()) page.giveBack(press(key))
    else typed.push(key)
  }
  const main = makeKeys(({ type, keyCode }) => {
    if (type === 'rawKeyDown') channels.keys.push(arrives(keyCode))
  }, 'linux')
  main.loaded()
  main.ready()
  const page = makeKeyBuffer({
    putBack: (one) =>
      new Promise<void>((resolve) => {
        channels.calls.push(() => {
          main.putBack(one)
          channels.answers.push(resolve)
        })
      }),
    ready: () => channels.calls.push(main.ready),
    frame: () =>
      new Promise<void>((resolve) => {
        channels.frames.push(() => {
          while (channels.keys.length > 0) channels.keys.shift()?.()
          resolve()
        })
      }),
  })
  return {
    typed,
    page,
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
const steps = fc.array(fc.constantFrom('type', 'type', 'mount', 'mounted', ...CHANNELS), {
  minLength: 10,
  maxLength: 60,
})

test('keys arrive once and in order, whatever is being mounted and however late messages are', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const { typed, page, type, deliver, isQuiet } = aWindow()
      const pressed: string[] = []
      const mounting: (() => void)[] = []
      for (const step of taken) {
        if (step === 'type') {
          const key = String.fromCharCode(97 + pressed.length)
          pressed.push(key)
          type(key)
        } else if (step === 'mount') mounting.push(page.buffer())
        else if (step === 'mounted') mounting.shift()?.()
        else await deliver(step)
      }
      for (const mounted of mounting) mounted()
      while (!isQuiet()) for (const channel of CHANNELS) await deliver(channel)
      expect(typed).toEqual(pressed)
    }),
    { numRuns: 500 },
  )
})
