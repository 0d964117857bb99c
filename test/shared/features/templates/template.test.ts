import { expect, test } from 'vitest'
import type { Group } from '../../../../src/shared/api/settings/index.ts'
import type { Edit } from '../../../../src/shared/features/publishing/edit.ts'
import { applyEdits } from '../../../../src/shared/features/publishing/lay.ts'
import { publicRegisters } from '../../../../src/shared/features/publishing/register.ts'
import {
  detachedRow,
  type SheetVideo,
  sheetRows,
} from '../../../../src/shared/features/sheet/rows.ts'
import {
  comparedRows,
  driftOf,
  followingRows,
  matchTemplates,
  newItemValues,
  type Template,
  templateEdits,
  templateFields,
  templateItemEdits,
  templateName,
  templateNote,
  templateOf,
  togetherWith,
} from '../../../../src/shared/features/templates/template.ts'
import { checkVideo } from '../../../../src/shared/features/videos/check/check-video.ts'
import { fieldsOf } from '../../../../src/shared/plain.ts'
import { aVideo } from '../../../support/edits.ts'
import { TEXT_BUTTON } from '../../../support/wrong-videos.ts'

const video = aVideo()

const sheetVideo = (group: Group, change: Partial<SheetVideo> = {}): SheetVideo => ({
  ...{ id: video.id, name: String(video.name), duration: 1800, pitch: null },
  settings: fieldsOf(video[group]),
  ...change,
})

const rowsOf = (group: Group, edits: readonly Edit[] = []) =>
  sheetRows(group, [sheetVideo(group)], edits)

function rowOf(group: Group, index = 0) {
  const row = rowsOf(group)[index]
  if (!row) throw new Error('no such row')
  return row
}

const words = { name: 'Red button', note: '' }
const pictures = undefined
const design = ['design.styles', 'design.typography']

test('a template has the chosen settings only, and null where the item has no value', () => {
  const registers = ['window.start', 'window.persist_on_video_end']
  const made = templateOf(
    { group: 'call_actions', row: rowOf('call_actions'), registers, pictures },
    words,
  )
  expect(made.values).toEqual({ 'window.start': 10, 'window.persist_on_video_end': null })
  expect(templateFields.safeParse(made).success).toBe(true)
})

test('settings left out of a template stay as each item has them', () => {
  const [first, second] = rowsOf('call_actions')
  if (!first || !second) throw new Error('two items')
  const kept = templateOf({ group: 'call_actions', row: first, registers: design, pictures }, words)
  expect(templateEdits(kept, [first, second])).toEqual([
    {
      video_id: video.id,
      changes: design.map((register) => ({
        ...{ kind: 'set', group: 'call_actions', item_id: 'cta2', register },
        value: kept.values[register],
      })),
    },
  ])
})

test('a design is applied to text buttons only', () => {
  const [first, second] = rowsOf('call_actions')
  if (!first || !second) throw new Error('two items')
  const kept = templateOf({ group: 'call_actions', row: first, registers: design, pictures }, words)
  const html = { ...second, value: { ...second.value, action: { as_html: true, html: '<b>' } } }
  expect(templateEdits(kept, [first, html])).toEqual([])
})

test('the token of a traffic filter is in no template', () => {
  const settings = { token: 'hush', enabled: true }
  const [row] = sheetRows('traffic_filter', [sheetVideo('traffic_filter', { settings })], [])
  if (!row) throw new Error('one row')
  const made = templateOf(
    { group: 'traffic_filter', row, registers: ['enabled', 'token'], pictures },
    words,
  )
  expect(made.values).toEqual({ enabled: true })
  expect(templateFields.safeParse({ ...made, values: settings }).success).toBe(false)
})

test('a template has no overlays if one was built by hand, and such rows keep theirs', () => {
  const row = rowOf('smart_autoplay')
  const registers = ['enabled', 'variants']
  expect(templateOf({ group: 'smart_autoplay', row, registers, pictures }, words).values).toEqual({
    enabled: true,
  })
  const variants = [{ template_name: 'image', template_position: 'top-left' }]
  expect(driftOf({ group: 'smart_autoplay', values: { enabled: false, variants } }, row)).toEqual([
    'enabled',
  ])
})

test('a row that keeps its overlays is none like the template, unless that sets no overlays', () => {
  const rows = [rowOf('smart_autoplay')]
  const variants = [{ template_name: 'image', template_position: 'top-left' }]
  const held = { group: 'smart_autoplay', values: { variants } } as const
  expect(comparedRows(held, rows)).toEqual({ changed: [], same: [], others: 0, handBuilt: 1 })
  const without = { ...held, values: { enabled: true } }
  expect(comparedRows(without, rows)).toEqual({ changed: [], same: rows, others: 0, handBuilt: 0 })
})

test('the rows that follow a template are those that it changes or that are like it', () => {
  const variants = [{ template_name: 'image', template_position: 'top-left' }]
  const held = { group: 'smart_autoplay', values: { enabled: true, variants } } as const
  const [kept, like] = [rowOf('smart_autoplay'), detachedRow({ enabled: true, variants })]
  const [other, keptToo] = [detachedRow({ enabled: true }), { ...kept, value: { ...kept.value } }]
  expect(followingRows(held, [kept, like, other, keptToo])).toEqual([other, like])
  const off = { ...held, values: { ...held.values, enabled: false } }
  expect(followingRows(off, [kept])).toEqual([kept])
})

test('overlays with the same picture are the same, whatever its id in an account', () => {
  const hash = 'a'.repeat(64)
  const overlay = (file_id: string) => [
    { template_name: 'image', template_position: 'top-left', file_id },
  ]
  const row = detachedRow({ variants: overlay('file_123') })
  const differs = (file_id: string, file_ids: string[]) => {
    const kept = { group: 'smart_autoplay', values: { variants: overlay(file_id) } } as const
    const pictures = [{ hash, file_ids }]
    return [driftOf(kept, row, pictures).length, templateEdits(kept, [row], pictures).length]
  }
  expect(differs(`local:${hash}`, ['file_9', 'file_123'])).toEqual([0, 0])
  expect(differs('file_9', ['file_9', 'file_123'])).toEqual([0, 0])
  expect(differs(`local:${hash}`, ['file_9'])).toEqual([1, 1])
})

test('a template keeps the picture of an overlay, not its id in one account', () => {
  const hash = 'a'.repeat(64)
  const overlay = (file_id: string) => [
    { template_name: 'image', template_position: 'top-left', file_id, scale: 1 },
  ]
  const row = (file_id: string) => detachedRow({ variants: overlay(file_id) })
  const pictures = (file_id: string) => [{ hash, file_ids: [file_id] }]
  const made = templateOf(
    {
      ...{ group: 'smart_autoplay', row: row('file_a'), registers: ['variants'] },
      pictures: pictures('file_a'),
    },
    words,
  )
  expect(made.values).toEqual({ variants: overlay(`local:${hash}`) })
  expect(templateEdits(made, [row('file_b')], pictures('file_b'))).toEqual([])
})

test('any text becomes a name and a note that can be saved', () => {
  const typed = ['Buy\nnow', 'Buy now\u202E!', '\u2067x\u2069', `${'x'.repeat(79)}🔥`, 'a\tb\u0007']
  const saved = typed.map((text) => ({ name: templateName(text), note: templateNote(text) }))
  expect(saved.map(({ name }) => name)).toEqual(['Buy now', 'Buy now!', 'x', 'x'.repeat(79), 'a b'])
  expect(saved.map(({ note }) => note)).toEqual(['Buy\nnow', 'Buy now!', 'x', typed[3], 'a\tb'])
  for (const named of saved) {
    const fields = { ...named, group: 'call_actions', values: { 'window.start': 1 } }
    expect(templateFields.safeParse(fields).success).toBe(true)
  }
})

test('a pixel’s threshold is in a template with its mode, without which 30 s would be 30 %', () => {
  const made = templateOf(
    { group: 'pixels', row: rowOf('pixels'), registers: ['dispatch.threshold'], pictures },
    words,
  )
  expect(made.values).toEqual({ 'dispatch.mode': 'time', 'dispatch.threshold': 5 })
  const [edit] = templateItemEdits(made, [{ id: 'a' }])
  expect(edit?.changes).toMatchObject([{ item: { dispatch: { mode: 'time', threshold: 5 } } }])
  const together = (isTaken: boolean) =>
    ['dispatch.threshold', 'dispatch.mode'].map((one) => togetherWith(one, isTaken))
  expect(together(true)).toEqual([['dispatch.mode', 'dispatch.threshold'], ['dispatch.mode']])
  expect(together(false)).toEqual([
    ...[['dispatch.threshold'], ['dispatch.mode', 'dispatch.threshold']],
  ])
})

test('a label is not applied to a text button', () => {
  const values = { 'base.name': 'Offer', 'base.active': false }
  expect(driftOf({ group: 'call_actions', values }, rowOf('call_actions'))).toEqual(['base.active'])
  const html = { ...values, 'action.as_html': true, 'action.html': '<b>Offer</b>' }
  expect(driftOf({ group: 'call_actions', values: html }, rowOf('call_actions'))).toEqual([
    'base.name',
    'base.active',
    'action.as_html',
    'action.html',
  ])
})

const ALL_BUT_TIMES = publicRegisters('call_actions').filter((one) => !one.startsWith('window.'))

/** A text button and an item of HTML, each valid, and what the document says about them with a template. */
function ofBothKinds(source: 'text' | 'html', registers = ALL_BUT_TIMES) {
  const html = {
    ...{ id: 'html', base: { type: 'inside_video', active: false, name: 'Banner' } },
    ...{ window: { start: 5, end: 9 }, action: { as_html: true, html: '<b>Offer</b>', url: null } },
  }
  const settings = { enabled: true, items: [TEXT_BUTTON, html] }
  const rows = sheetRows('call_actions', [sheetVideo('call_actions', { settings })], [])
  const [text, other] = rows
  if (!text || !other) throw new Error('two items')
  const from = source === 'text' ? text : other
  const of = {
    group: 'call_actions',
    row: from,
    pictures,
    ...(registers && { registers }),
  } as const
  const edits = templateEdits(templateOf(of, words), rows)
  const changes = edits.flatMap((one) => one.changes)
  const applied = changes.map((change) => {
    if (change.kind !== 'set') throw new Error('a template sets values')
    return { ...change, want: change.value }
  })
  const after = applyEdits({ id: 'v', name: 'v', call_actions: settings }, applied)
  const rules = checkVideo(after as never).map(({ rule, item_id }) => `${rule} ${item_id}`)
  return { set: applied.map(({ item_id, register }) => `${item_id} ${register}`), rules }
}

test('a template of a text button leaves what HTML says and opens, and no item breaks a rule', () => {
  expect(ofBothKinds('text')).toEqual({ set: ['html base.active'], rules: [] })
  const withoutKind = ['action.content', 'action.url', ...design]
  expect(ofBothKinds('text', withoutKind)).toEqual({ set: [], rules: [] })
})

test('a template of HTML without its kind leaves what a text button says and opens', () => {
  const withoutKind = ['action.html', 'action.content', 'action.url', 'base.name', 'base.active']
  expect(ofBothKinds('html', withoutKind)).toEqual({ set: ['cta-1 base.active'], rules: [] })
})

test('a template of HTML makes a text button HTML, with all that it needs', () => {
  const { set, rules } = ofBothKinds('html')
  expect(set).toContain('cta-1 action.as_html')
  expect(set).toContain('cta-1 action.html')
  expect(rules).toEqual([])
})

test('lists are compared as sets', () => {
  const values = { countries: ['PT', 'BR'], languages: ['pt'] }
  expect(driftOf({ group: 'traffic_filter', values }, rowOf('traffic_filter'))).toEqual([
    'languages',
  ])
})

test('no overlays are no difference from a template without any, which removes them once', () => {
  const held = { group: 'smart_autoplay', values: { variants: null } } as const
  const variants = [{ template_name: 'modern', template_position: 'top-left' }]
  const [row, removed] = [variants, []].flatMap((known) =>
    sheetRows(
      'smart_autoplay',
      [sheetVideo('smart_autoplay', { settings: { variants: known } })],
      [],
    ),
  )
  if (!row || !removed) throw new Error('two rows')
  expect(templateEdits(held, [row, removed]).flatMap(({ changes }) => changes)).toEqual([
    {
      ...{ kind: 'set', group: 'smart_autoplay', item_id: null, register: 'variants' },
      value: [],
    },
  ])
  expect(driftOf(held, row)).toEqual(['variants'])
  expect(driftOf(held, removed)).toEqual([])
})

test('a new item has the template’s values, and is inactive unless the template says otherwise', () => {
  const values = { 'action.content': 'Buy', 'window.end': null }
  const edits = templateItemEdits({ group: 'call_actions', values }, [{ id: 'a' }, { id: 'b' }])
  expect(edits.map(({ video_id }) => video_id)).toEqual(['a', 'b'])
  expect(edits[0]?.changes).toMatchObject([
    {
      kind: 'create',
      item: { base: { active: false }, action: { content: 'Buy' }, window: { start: 0 } },
    },
  ])
  expect(JSON.stringify(edits)).not.toContain('"end"')
  expect(
    templateItemEdits({ group: 'playback', values: { enabled: true } }, [{ id: 'a' }]),
  ).toEqual([])
})

test('a new item from a template of HTML alone is HTML', () => {
  const html = '<b>Buy</b>'
  const values = { 'action.html': html, 'window.start': 90 }
  const [edit] = templateItemEdits({ group: 'call_actions', values }, [{ id: 'a' }])
  expect(edit?.changes).toMatchObject([
    { item: { action: { as_html: true, html }, window: { start: 90 } } },
  ])
})

test('a new picture button is off, because its picture cannot be sent', () => {
  const values = { image_as_button: true, 'base.active': true }
  const [edit] = templateItemEdits({ group: 'call_actions', values }, [{ id: 'a' }])
  expect(edit?.changes).toMatchObject([
    { item: { image_as_button: true, base: { active: false } } },
  ])
  expect(newItemValues({ group: 'call_actions', values })).toEqual({
    image_as_button: true,
    'base.active': false,
  })
})

test('only items linked to a template can drift from it', () => {
  const [first, second] = rowsOf('call_actions')
  if (!first || !second) throw new Error('two items')
  const template: Template = {
    ...templateOf({ group: 'call_actions', row: first, registers: design, pictures }, words),
    ...{ id: '0'.repeat(18), madeAt: 1, changedAt: 1 },
  }
  const place = { template_id: template.id, video_id: video.id, group: 'call_actions' as const }
  const linked = (item_id: string) =>
    matchTemplates('call_actions', {
      templates: [template],
      links: [
        { ...place, item_id },
        { ...place, group: 'pixels', item_id: 'cta1' },
      ],
    })
  expect(linked('cta2').drift(second)).toEqual(design)
  expect(linked('cta2').drift(first)).toBeNull()
  expect(linked('cta1').drift(first)).toEqual([])
  expect(linked('cta1').templateOfRow(first)?.name).toBe('Red button')
})

test('a value of another type or group, or of an unknown setting, is invalid in a template', () => {
  const fits = (group: Group, values: Record<string, unknown>) =>
    templateFields.safeParse({ ...words, group, values }).success
  expect(fits('playback', { enabled: true })).toBe(true)
  for (const values of [
    {},
    { enabled: 'yes' },
    { enabled: { deep: true } },
    { 'window.start': 3 },
    { constructor: 1 },
    { action_after_finish: [] },
  ]) {
    expect(fits('playback', values)).toBe(false)
  }
  expect(
    templateFields.safeParse({
      name: 'a\u202Eb',
      note: '',
      group: 'playback',
      values: { enabled: true },
    }).success,
  ).toBe(false)
})
