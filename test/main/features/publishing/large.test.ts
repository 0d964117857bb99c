import { expect, test } from 'vitest'
import { bridge } from '../../../../src/shared/bridge.ts'
import type { Change } from '../../../../src/shared/features/publishing/edit.ts'
import { aDesk } from '../../../support/posting-desk.ts'
import { ACCOUNT, failureFrom } from '../../../support/store-folder.ts'

const htmlOf = (html: string): Change => ({
  kind: 'create',
  group: 'call_actions',
  item: { base: { type: 'inside_video' }, action: { as_html: true, html } },
})
const MILLION = '<p class="é">\n'.repeat(80_000).slice(0, 1_000_000)

test('HTML of a million characters is saved and published unchanged', async () => {
  const { outbox, save, clock, read, rows, video } = aDesk()
  const changes = [htmlOf(MILLION)]
  const asked = { account_id: ACCOUNT, edits: [{ video_id: video.id, changes }] }
  const { input, largestInput } = bridge.edits.save
  expect(input.safeParse({ ...asked, account_id: 'a'.repeat(12) }).success).toBe(true)
  expect(JSON.stringify(asked).length).toBeLessThan(largestInput)
  save(...changes)
  await outbox.post(ACCOUNT, null)
  await clock.advance(5_000)
  const items = read().call_actions?.items ?? []
  expect([rows(), items.some(({ action }) => action?.html === MILLION)]).toEqual([[], true])
})

test('a value that is too long is refused with its length, and the earlier value stays', () => {
  const { save, rows } = aDesk()
  save(htmlOf('short'))
  const [row] = rows()
  const at = { group: 'call_actions', item_id: row?.item_id ?? '' } as const
  const value = 'x'.repeat(4_000_001)
  const change: Change = { kind: 'set', ...at, register: 'action.html', value }
  expect(failureFrom(() => save(change))).toMatchObject({ kind: 'too-long', limit: 4_000_000 })
  expect(rows()).toEqual([row])
})

const HOSTILE = [
  '__proto__',
  '<img src=x onerror=alert(1)>',
  '\u202Egnp.exe',
  "'; DROP TABLE edits;--",
  '\0',
]

test.each(HOSTILE)('the name %j is stored like any other', async (name) => {
  const { outbox, save, clock, read, rows } = aDesk()
  save({ kind: 'create', group: 'pixels', item: { base: { name, type: 'google' } } })
  await outbox.post(ACCOUNT, null)
  await clock.advance(1_000)
  const names = (read().pixels?.items ?? []).map(({ base }) => base?.name)
  expect([rows(), names.includes(name)]).toEqual([[], true])
})
