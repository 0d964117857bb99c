import { expect, test } from 'vitest'
import { statusWord } from '../../../../src/renderer/ui/edits/counts.ts'
import { sentenceValues } from '../../../../src/renderer/ui/edits/problem-text.ts'
import { undoKey } from '../../../../src/renderer/ui/edits/undo-key.ts'
import { choiceName, settingName } from '../../../../src/renderer/ui/edits/value-text.ts'
import {
  COLLECTIONS,
  GROUPS,
  STYLE_KEYS,
  TYPOGRAPHY_KEYS,
} from '../../../../src/shared/api/settings/index.ts'
import {
  GROUP_REGISTERS,
  ITEM_REGISTERS,
} from '../../../../src/shared/features/publishing/register.ts'
import { designName, valueText } from '../../../../src/shared/features/publishing/value-text.ts'
import { LANGUAGES } from '../../../../src/shared/locales/languages.ts'

const FIELDS = [
  ...GROUPS.map((group) => [group, GROUP_REGISTERS[group]] as const),
  ...COLLECTIONS.map((group) => [group, ITEM_REGISTERS[group]] as const),
].flatMap(([group, fields]) =>
  Object.entries(fields).map(([register, field]) => ({ group, register, field })),
)

test('every setting has a name of its own in each language', () => {
  const unnamed = LANGUAGES.flatMap((language) =>
    FIELDS.filter(({ group, register }) => settingName(group, register, language) === register),
  )
  expect(unnamed).toEqual([])
})

test('every listed value has a name of its own in each language', () => {
  const choices = FIELDS.flatMap(({ group, register, field }) =>
    (field.choices ?? []).map((value) => ({ at: { group, item_id: null, register }, value })),
  )
  expect(choices.map(({ value }) => value)).toContain('inside_video')
  const unnamed = LANGUAGES.flatMap((language) =>
    choices.filter(({ at, value }) => choiceName(at, value, language) === value),
  )
  expect(unnamed).toEqual([])
})

test('seconds in a sentence are written as times, and percentages are not', () => {
  const details = { value: 330, limit: 300 }
  expect(sentenceValues({ rule: 'window-beyond-duration', details })).toEqual({
    value: '5:30',
    limit: '5:00',
  })
  expect(sentenceValues({ rule: 'percent-out-of-range', details: { value: 330 } })).toEqual({
    value: 330,
  })
})

test('values are written as readable text', () => {
  const context = {
    picture: (file_id: string) => `the picture ${file_id}`,
    video: (video_id: string) => (video_id === 'v1' ? 'Launch' : undefined),
  }
  const read = (value: unknown, register: string | null = null) =>
    valueText(value, register, 'en', context)
  const overlay = { template_name: 'image', template_position: 'top-left', scale: 0.5 }
  expect([
    read(null),
    read(''),
    read('secret', 'token'),
    read('', 'token'),
    read([]),
    read(false),
    read(330, 'window.start'),
    read(50, 'dispatch.threshold'),
    read(['BR', 'PT']),
    read({ type: 'loop', start: 0 }),
    read({ id: 'c1', action: { content: 'Buy' } }),
    read({ id: 'c1', action: {} }),
    read('outside_video', 'base.type'),
    read('time', 'dispatch.mode'),
    read('v1', 'fallback_video_id'),
    read('v2', 'fallback_video_id'),
    read([{ template_name: 'modern' }, { ...overlay, file_id: 'f1' }, { preset: 1 }], 'variants'),
  ]).toEqual([
    'nothing',
    'empty',
    'hidden value',
    'empty',
    'empty',
    'off',
    '5:30',
    '50',
    'BR, PT',
    'Restarts at 0:00',
    'Buy',
    'c1',
    'Below the video',
    'Time played',
    'Launch',
    'v2',
    'Modern; Custom image · Top left · the picture f1 · 50%; Built in the service’s dashboard',
  ])
})

test('a style is read by its properties, named in each language', () => {
  const styles = { background_color: '#0a0', padding: { vertical: 8 }, own_key: 1 }
  const read = LANGUAGES.map((language) => valueText(styles, 'design.styles', language))
  expect(read).toEqual([
    'Background color #0a0, Padding above and below 8, own key 1',
    'Cor de fundo #0a0, Margem interna acima e abaixo 8, own key 1',
    'Color de fondo #0a0, Margen interno arriba y abajo 8, own key 1',
  ])
  for (const key of [...TYPOGRAPHY_KEYS, ...STYLE_KEYS]) {
    for (const language of LANGUAGES) expect(designName(key, language)).toBeDefined()
  }
})

test('a waiting edit states what it waits for', () => {
  const queued = { status: 'queued', failure: null, waitsUntil: null } as const
  const offline = { kind: 'offline', reason: 'unreachable', host: 'x' } as const
  const scope = { kind: 'forbidden', code: 'forbidden', text: 'videos:write' } as const
  expect([
    statusWord(queued, null, 100),
    statusWord(queued, offline, 100),
    statusWord({ ...queued, failure: scope }, null, 100),
    statusWord({ ...queued, waitsUntil: 200 }, offline, 100),
    statusWord({ ...queued, waitsUntil: 50 }, null, 100),
    statusWord({ ...queued, status: 'confirming' }, offline, 100),
  ]).toEqual(['waiting', 'waitingOffline', 'waitingKey', 'waitingUntil', 'waiting', 'confirming'])
  const blocked = { kind: 'edge', what: 'change', status: 403, text: '' } as const
  const held = { ...queued, failure: blocked, waitsUntil: 200 }
  expect(statusWord(held, null, 100)).toBe('waitingAgain')
})

const pressed = { key: 'z', ctrlKey: true, metaKey: false, shiftKey: false, altKey: false }

test('undo and redo have keyboard shortcuts, with either modifier', () => {
  expect(undoKey(pressed, null)).toBe('undo')
  expect(undoKey({ ...pressed, key: 'Z', shiftKey: true }, null)).toBe('redo')
  expect(undoKey({ ...pressed, ctrlKey: false, metaKey: true }, null)).toBe('undo')
  expect(undoKey({ ...pressed, ctrlKey: false }, null)).toBeNull()
  expect(undoKey({ ...pressed, altKey: true }, null)).toBeNull()
  expect(undoKey({ ...pressed, key: 'y' }, null)).toBe('redo')
  expect(undoKey({ ...pressed, key: 'y', ctrlKey: false, metaKey: true }, null)).toBeNull()
})

test('a text field undoes its own typing, and a switch does not', () => {
  const on = (tagName: string, type?: string) => undoKey(pressed, { tagName, type })
  expect([on('INPUT', 'text'), on('INPUT', 'search'), on('TEXTAREA')]).toEqual([null, null, null])
  expect([on('INPUT', 'checkbox'), on('INPUT', 'radio'), on('SELECT')]).toEqual([
    'undo',
    'undo',
    'undo',
  ])
})
