import fs from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { bridge } from '../../src/shared/bridge.ts'
import type { Failure, Reply } from '../../src/shared/failure.ts'
import { LANGUAGES } from '../../src/shared/locales/languages.ts'
import type { Operation } from '../../src/shared/operation.ts'
import { accountsOn } from '../support/bridge.ts'
import { downloadedDemo } from '../support/downloaded-demo.ts'
import { type Launched, launch } from '../support/launch.ts'
import { count } from '../support/scale.ts'
import { tryDemo } from '../support/steps.ts'

const MESSAGES = count('messages', { usual: 900, full: 100_000 })
/** As many as main takes in a second. */
const AT_ONCE = 900

interface CallOf {
  noun: string
  verb: string
  /** The fields of its input. */
  fields: string[]
}

const CALLS: CallOf[] = Object.entries(bridge).flatMap(([noun, verbs]) =>
  Object.entries(verbs as Record<string, Operation>).map(([verb, { input }]) => {
    const { properties = {} } = z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' })
    return { noun, verb, fields: Object.keys(properties) }
  }),
)

/** With a right input these end the page, which is what they are for. */
const ENDS_THE_PAGE = ['app.startAgain', 'app.reload', 'reports.close']

let folder: string
let desk: Launched
let page: Page

beforeAll(async () => {
  folder = await downloadedDemo()
  desk = await launch({ folder, preferences: { language: 'en' } })
  page = desk.page
  await tryDemo(page)
  await desk.app.evaluate(({ dialog }) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] }) as never
    dialog.showSaveDialog = () => Promise.resolve({ canceled: true, filePath: '' }) as never
  })
})
afterAll(async () => {
  await desk.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

interface Storm {
  calls: CallOf[]
  seed: number
  account_id: string
}

/** In the page: calls with inputs of any kind, among them what can only be meant badly. */
async function storm({ calls, seed, account_id }: Storm): Promise<Reply<unknown>[]> {
  let state = seed
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
  const one = <T>(values: readonly T[]) => values[random(values.length)] as T
  const leaf = (): unknown =>
    one<() => unknown>([
      () => account_id,
      () => '',
      () => 'x'.repeat(random(5000)),
      () => one(['__proto__', 'constructor', '../../etc/passwd', 'file:///etc/passwd', '\0', '💥']),
      () => one(["'; DROP TABLE edits; --", '<img src=x onerror=alert(1)>', 'javascript:alert(1)']),
      () => one(['2026-11-01', '2026-13-40', '9999-12-31', '0000-00-00', 'UTC', ...LANGUAGES]),
      () => one([0, -1, 1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, -0, 1e308]),
      () => one([true, false, null, undefined]),
      () => one([new Date(0), new Map([['a', 1]]), new Set([1]), /x/, new Uint8Array(9)]),
      () => ({ start: '2026-11-01', end: '2026-11-14' }),
    ])()
  const value = (depth: number): unknown => {
    const kind = random(10)
    if (depth === 0 || kind < 6) return leaf()
    if (kind < 8) return Array.from({ length: random(4) }, () => value(depth - 1))
    const entries = Array.from({ length: random(4) }, () => [String(leaf()), value(depth - 1)])
    return Object.fromEntries(entries)
  }
  const inputOf = ({ fields }: CallOf) =>
    random(4) === 0 || fields.length === 0
      ? one([undefined, value(3)])
      : Object.fromEntries(
          fields.map((name) => [name, name === 'account_id' ? account_id : value(2)]),
        )
  return Promise.all(
    calls.map(async (call) => {
      const { noun, verb } = call
      try {
        const input = inputOf(call)
        // Also what is no JSON, which only a page of others would send.
        const sent = random(8) === 0 ? (input as string) : JSON.stringify(input)
        return (await window.cuepoint.call(noun, verb, sent)) as Reply<unknown>
      } catch (thrown) {
        // What cannot be sent at all, as a function, never leaves the page.
        return { ok: false, failure: { kind: 'refused', text: String(thrown) } } as Reply<unknown>
      }
    }),
  )
}

test('every call gets a reply whatever its input, and none an internal error of main', async () => {
  const calls = CALLS.filter(({ noun, verb }) => !ENDS_THE_PAGE.includes(`${noun}.${verb}`))
  const [account] = await accountsOn(page)
  const mistakes: Failure[] = []
  let answered = 0
  for (let seed = 1; answered < MESSAGES; seed++) {
    const some = Array.from(
      { length: Math.min(AT_ONCE, MESSAGES - answered) },
      (_, index) => calls[(answered + index) % calls.length] as CallOf,
    )
    const replies = await page.evaluate(storm, { calls: some, seed, account_id: account?.id ?? '' })
    for (const reply of replies) {
      if (!reply.ok && reply.failure.kind === 'unexpected') mistakes.push(reply.failure)
    }
    answered += replies.length
    if (answered < MESSAGES) await page.waitForTimeout(1000)
  }
  expect(answered).toBe(MESSAGES)
  expect(mistakes).toEqual([])
  await page.reload()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
})
