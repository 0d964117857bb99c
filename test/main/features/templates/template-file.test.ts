import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readTemplateFile } from '../../../../src/main/features/templates/template-file.ts'
import { AppError, type Failure } from '../../../../src/shared/failure.ts'
import type { TemplateFields } from '../../../../src/shared/features/templates/template.ts'
import { openDesk, quietScreen } from '../../../support/desk.ts'
import { newFolder } from '../../../support/folder.ts'
import { isProof } from '../../../support/scale.ts'

const folder = newFolder()
let chosen: string | null = null
let desk: ReturnType<typeof openDesk>

beforeAll(() => {
  desk = openDesk(newFolder(), {
    screen: {
      ...quietScreen(folder),
      placeTemplates: () => Promise.resolve(chosen),
      chooseTemplates: () => Promise.resolve(chosen),
    },
  })
})

const button: TemplateFields = {
  ...{ name: 'Button', note: 'First line\nsecond', group: 'call_actions' },
  values: { 'action.content': 'Buy', 'design.styles': { padding: 4 }, 'window.end': null },
}
const pixel: TemplateFields = {
  ...{ name: 'Purchase', note: '', group: 'pixels' },
  values: { 'base.type': 'custom', 'tag.html': '<script>fbq()</script>' },
}
const codeOnly = { ...pixel, name: 'Only code', values: { 'tag.html': '<b>1</b>' } }

const file = (name: string, content?: string | Buffer) => {
  const place = path.join(folder, name)
  if (content !== undefined) fs.writeFileSync(place, content)
  return place
}

async function refused(place: string): Promise<Failure | null> {
  chosen = place
  try {
    await desk.handlers.templates.openFile(undefined)
    return null
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.failure
    throw thrown
  }
}

test('a template file brings a colleague all of the templates, without ids', async () => {
  const all = [button, pixel]
  await desk.handlers.templates.save({ templates: all.map((fields) => ({ id: null, fields })) })
  chosen = file('all.cuepoint-templates')
  const saved = await desk.handlers.templates.saveFile({ ids: null, withPixelCode: true })
  expect(saved).toEqual({ saved: 2, leftOut: 0 })
  expect(await desk.handlers.templates.openFile(undefined)).toEqual({
    name: 'all.cuepoint-templates',
    templates: all,
  })
})

test('the code of a pixel is in the file only on request', async () => {
  const [id = ''] = await desk.handlers.templates.save({
    templates: [{ id: null, fields: codeOnly }],
  })
  chosen = file('bare.cuepoint-templates')
  const saved = await desk.handlers.templates.saveFile({ ids: null, withPixelCode: false })
  expect(saved).toEqual({ saved: 2, leftOut: 1 })
  expect(fs.readFileSync(chosen, 'utf8')).not.toContain('script')
  const opened = await desk.handlers.templates.openFile(undefined)
  expect(opened?.templates.map(({ name }) => name)).toEqual(['Button', 'Purchase'])
  expect(await desk.handlers.templates.saveFile({ ids: [id], withPixelCode: true })).toEqual({
    saved: 1,
    leftOut: 0,
  })
})

test('nothing happens when no file is chosen', async () => {
  chosen = null
  const before = await desk.handlers.templates.list(undefined)
  expect(await desk.handlers.templates.saveFile({ ids: null, withPixelCode: false })).toBeNull()
  expect(await desk.handlers.templates.openFile(undefined)).toBeNull()
  expect(await desk.handlers.templates.list(undefined)).toEqual(before)
})

const whole = (change: Record<string, unknown> = {}) =>
  JSON.stringify({ format: 'cuepoint-templates', edition: 1, templates: [button], ...change })
const holding = (values: Record<string, unknown>, change: Partial<TemplateFields> = {}) =>
  whole({ templates: [{ ...button, ...change, values }] })

type Hostile = [name: string, content: string | Buffer, reason: string]

/** Of each reason, and of the sizes and depths that the thread's memory and stack are made for. */
const IN_THREAD: Hostile[] = [
  ['empty', '', 'unreadable'],
  ['a newer edition', whole({ edition: 2 }), 'newer'],
  ['deep nesting', `{"format":"cuepoint-templates","a":${'['.repeat(100_000)}`, 'too-large'],
  ['a deep value', holding({ 'design.styles': deep(200) }), 'too-large'],
  [
    'too many templates',
    whole({ templates: Array.from({ length: 501 }, () => button) }),
    'too-large',
  ],
  ['too many settings', holding(many(100_000)), 'too-large'],
  ['a value of millions', holding({ 'action.html': 'x'.repeat(5_000_000) }), 'not-templates'],
  ['millions of values', `{"a":[${'{},'.repeat(5_000_000)}{}]}`, 'too-large'],
  ['too many bytes', Buffer.alloc(17 * 1024 * 1024, 0x20), 'too-large'],
]

const OTHERS: Hostile[] = [
  ['cut short', whole().slice(0, -20), 'not-json'],
  ['a report', 'PK\u0003\u0004', 'not-json'],
  ['not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 'not-json'],
  ['another format', whole({ format: 'cuepoint' }), 'not-json'],
  ['no list', whole({ templates: { length: 3 } }), 'shape'],
  ['a key twice', whole().replace('"edition":1', '"edition":1,"edition":1'), 'not-json'],
  ['a prototype', whole().replace('"note"', '"__proto__":{"a":1},"note"'), 'not-json'],
  [
    'a threshold without its mode',
    holding({ 'dispatch.threshold': 30 }, { group: 'pixels' }),
    'shape',
  ],
  ['a token', holding({ token: 'x' }, { group: 'traffic_filter' }), 'shape'],
  ['a setting that is none', holding({ 'base.admin': true }), 'shape'],
  ['a value of another type', holding({ 'window.start': 'soon' }), 'shape'],
  ['an object for a value', holding({ 'action.url': { a: 1 } }), 'shape'],
  ['a name that turns text', holding({ 'window.start': 1 }, { name: 'a\u202Eb' }), 'shape'],
  ['no values', holding({}), 'shape'],
]

function deep(levels: number): unknown {
  return levels === 0 ? 1 : { a: deep(levels - 1) }
}

function many(count: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, 1]))
}

test.for([
  ...IN_THREAD,
  ...(isProof ? OTHERS : []).map(([name, content]): Hostile => [name, content, 'not-templates']),
])(
  'a file with %s is refused by its name, and nothing of it is kept',
  async ([name, content, reason]) => {
    const before = await desk.handlers.templates.list(undefined)
    expect(await refused(file(`${name}.cuepoint-templates`, content))).toMatchObject({
      ...{ kind: 'template-file', reason, name: `${name}.cuepoint-templates` },
    })
    expect(await desk.handlers.templates.list(undefined)).toEqual(before)
  },
)

test.for(OTHERS)('a file with %s is not read as templates', async ([name, content, reason]) => {
  const reading = readTemplateFile(file(`${name}.cuepoint-templates`, content))
  await expect(reading).rejects.toMatchObject({
    failure: { kind: 'report-file', reason, name: `${name}.cuepoint-templates` },
  })
})

test('a folder, a missing file and a link to a device are refused', async () => {
  const link = path.join(folder, 'zero.cuepoint-templates')
  fs.symlinkSync('/dev/zero', link)
  for (const place of [folder, file('absent'), link]) {
    expect(await refused(place)).toMatchObject({ kind: 'template-file', reason: 'unreadable' })
  }
})

test('a valid file is read after an invalid one', async () => {
  expect(await refused(file('good.cuepoint-templates', whole()))).toBeNull()
})
