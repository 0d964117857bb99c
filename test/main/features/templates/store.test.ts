import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Verbs } from '../../../../src/main/database/verbs.ts'
import type { EditRow } from '../../../../src/main/features/publishing/edit-row.ts'
import type { Group } from '../../../../src/shared/api/settings/index.ts'
import type { Edit, VideoPlace } from '../../../../src/shared/features/publishing/edit.ts'
import {
  GROUP_REGISTERS,
  ITEM_REGISTERS,
} from '../../../../src/shared/features/publishing/register.ts'
import { sheetRows } from '../../../../src/shared/features/sheet/rows.ts'
import {
  driftOf,
  type TemplateFields,
  templateEdits,
  templateItemEdits,
} from '../../../../src/shared/features/templates/template.ts'
import { isImageButton } from '../../../../src/shared/features/videos/check/call-actions.ts'
import { setLabel, storeIn, withVideos } from '../../../support/edited-store.ts'
import { aVideo, VIDEO } from '../../../support/edits.ts'
import { ACCOUNT, aFolder, anAccount, failureFrom } from '../../../support/store-folder.ts'

const fields: TemplateFields = {
  ...{ name: 'Red button', note: 'For launches', group: 'call_actions' },
  values: { 'design.styles': { padding: 9 } },
}

const add = (verbs: Verbs, change: Partial<TemplateFields> = {}) => {
  const [id = ''] = verbs.templates.save({
    templates: [{ id: null, fields: { ...fields, ...change } }],
  })
  return id
}

const place = { video_id: VIDEO, group: 'call_actions', item_id: 'cta1' } as const
const links = (verbs: Verbs) => verbs.templates.links({ account_id: ACCOUNT })
const names = (verbs: Verbs) => verbs.templates.list().map(({ name }) => name)

test('templates are kept after a restart for every account, and their links for their own account', () => {
  const folder = aFolder()
  const verbs = storeIn(folder)
  verbs.keepVideos(ACCOUNT, [aVideo()], 100)
  const id = add(verbs)
  add(verbs, { name: 'Blue button' })
  verbs.templates.link({ account_id: ACCOUNT, template_id: id, places: [place] })
  verbs.putAccount(anAccount({ id: 'account00002' }))
  verbs.close()
  const again = storeIn(folder)
  expect(names(again)).toEqual(['Blue button', 'Red button'])
  expect(links(again)).toEqual([{ ...place, template_id: id }])
  expect(again.templates.links({ account_id: 'account00002' })).toEqual([])
  again.close()
})

test('a template is replaced under its id, and an item is linked to one template', () => {
  withVideos((verbs) => {
    const [id, other] = [add(verbs), add(verbs, { name: 'Other' })]
    verbs.templates.save({ templates: [{ id, fields: { ...fields, name: 'Redder' } }] })
    expect(names(verbs)).toEqual(['Other', 'Redder'])
    const link = (template_id: string | null) =>
      verbs.templates.link({ account_id: ACCOUNT, template_id, places: [place] })
    link(id)
    link(other)
    expect(links(verbs).map(({ template_id }) => template_id)).toEqual([other])
    link(null)
    expect(links(verbs)).toEqual([])
  })
})

test('removing a template removes its links, and it cannot be linked again', () => {
  withVideos((verbs) => {
    const id = add(verbs)
    verbs.templates.link({ account_id: ACCOUNT, template_id: id, places: [place] })
    verbs.templates.remove({ ids: [id] })
    expect([names(verbs), links(verbs)]).toEqual([[], []])
    const late = () =>
      verbs.templates.link({ account_id: ACCOUNT, template_id: id, places: [place] })
    expect(failureFrom(late)?.kind).toBe('not-found')
    const change = () => verbs.templates.save({ templates: [{ id, fields }] })
    expect(failureFrom(change)?.kind).toBe('not-found')
  })
})

test('an item keeps its template when the service gives it an id', () => {
  withVideos((verbs) => {
    const template_id = add(verbs)
    const { created } = verbs.saveEdits(ACCOUNT, templateItemEdits(fields, [{ id: VIDEO }]))
    const item_id = created[0] ?? ''
    verbs.templates.link({
      ...{ account_id: ACCOUNT, template_id },
      places: [{ ...place, item_id }],
    })
    const row = verbs.editRows(ACCOUNT, VIDEO).find((one) => one.item_id === item_id) as EditRow
    const sending = { ...row, status: 'sending' as const }
    verbs.commitEdits(ACCOUNT, VIDEO, { put: [sending] })
    const item = { id: 'cta9' }
    verbs.commitEdits(ACCOUNT, VIDEO, {
      base: { video: aVideo({ call_actions: { items: [item] } }), fetchedAt: 200 },
      remove: [row],
      adopted: [{ row, item, duplicates: [] }],
    })
    expect(links(verbs)).toEqual([{ ...place, item_id: 'cta9', template_id }])
  })
})

test('only items that exist are linked to a template, and one that comes back is linked again', () => {
  withVideos((verbs) => {
    const template_id = add(verbs)
    const another = { ...place, video_id: 'video0002' }
    const group = { ...another, group: 'playback', item_id: null } as const
    verbs.templates.link({ account_id: ACCOUNT, template_id, places: [place, another, group] })
    const edits = templateItemEdits(fields, [{ id: VIDEO }])
    const { created } = verbs.saveEdits(ACCOUNT, edits, { template: { template_id, places: [] } })
    const made = { ...place, item_id: created[0] ?? '' }
    const expectLinked = (...places: VideoPlace[]) => {
      const expected = places.map((at) => ({ ...at, template_id }))
      expect(new Set(links(verbs))).toEqual(new Set(expected))
    }
    expectLinked(place, another, group, made)
    verbs.discardEdits(ACCOUNT, null, 1)
    expectLinked(place, another, group)
    verbs.undoStep(ACCOUNT)
    expectLinked(place, another, group, made)
    const without = aVideo({ call_actions: { items: [{ id: 'cta2' }] } })
    verbs.keepVideos(ACCOUNT, [without], 200)
    verbs.keepVideos(ACCOUNT, [without], 100_000)
    expectLinked(made)
    verbs.keepVideos(ACCOUNT, [aVideo(), aVideo({ id: 'video0002' })], 200_000)
    expectLinked(place, another, group, made)
  })
})

describe('applying a template', () => {
  const BOTH = [VIDEO, 'video0002']
  const places = BOTH.map((video_id) => ({ ...place, video_id }))
  const linked = (verbs: Verbs) => links(verbs).map(({ template_id }) => template_id)

  function apply(verbs: Verbs, template_id: string) {
    const [one] = verbs.templates.list().filter(({ id }) => id === template_id)
    const edits = templateEdits(one ?? fields, rows(verbs, 'call_actions'))
    verbs.saveEdits(ACCOUNT, edits, { template: { template_id, places } })
  }

  test('is one step: undo links the rows as before, and redo to the template again', () => {
    withVideos((verbs) => {
      const [first, second] = [add(verbs), add(verbs, { values: { 'window.start': 77 } })]
      apply(verbs, first)
      apply(verbs, second)
      const seen = [linked(verbs)]
      for (const step of ['undo', 'undo', 'redo', 'redo'] as const) {
        if (step === 'undo') verbs.undoStep(ACCOUNT)
        else verbs.redoStep(ACCOUNT)
        seen.push(linked(verbs))
      }
      const all = (id: string) => BOTH.map(() => id)
      expect(seen).toEqual([all(second), all(first), [], all(first), all(second)])
    })
  })

  test('links the created items in the same step', () => {
    withVideos((verbs) => {
      const template_id = add(verbs)
      const edits = templateItemEdits(fields, [{ id: VIDEO }])
      const { created } = verbs.saveEdits(ACCOUNT, edits, { template: { template_id, places: [] } })
      const made = [{ ...place, item_id: created[0], template_id }]
      expect(links(verbs)).toEqual(made)
      verbs.undoStep(ACCOUNT)
      expect(links(verbs)).toEqual([])
      verbs.redoStep(ACCOUNT)
      expect(links(verbs)).toEqual(made)
    })
  })

  test('is undone without a template that was deleted meanwhile', () => {
    withVideos((verbs) => {
      const [first, second] = [add(verbs), add(verbs, { values: { 'window.start': 77 } })]
      apply(verbs, first)
      apply(verbs, second)
      verbs.templates.remove({ ids: [first] })
      verbs.undoStep(ACCOUNT)
      expect(linked(verbs)).toEqual([])
      verbs.redoStep(ACCOUNT)
      expect(linked(verbs)).toEqual([second, second])
    })
  })

  test('is undone without the rows that were published, which stay linked', () => {
    withVideos((verbs) => {
      const template_id = add(verbs)
      apply(verbs, template_id)
      const put = verbs.editRows(ACCOUNT, VIDEO)
      verbs.commitEdits(ACCOUNT, VIDEO, {
        put: put.map((row) => ({ ...row, status: 'sending' as const })),
      })
      verbs.commitEdits(ACCOUNT, VIDEO, { remove: verbs.editRows(ACCOUNT, VIDEO) })
      verbs.undoStep(ACCOUNT)
      expect(verbs.editRows(ACCOUNT, null)).toEqual([])
      expect(links(verbs)).toEqual([{ ...place, template_id }])
    })
  })

  test('that changes no value links the rows all the same, as no step', () => {
    withVideos((verbs) => {
      const template_id = add(verbs)
      const edits = [{ video_id: VIDEO, changes: [setLabel('Buy')] }]
      verbs.saveEdits(ACCOUNT, edits, { template: { template_id, places: [place] } })
      expect(links(verbs)).toEqual([{ ...place, template_id }])
      expect(verbs.undoStep(ACCOUNT)).toBe(false)
    })
  })
})

test('no more templates are kept than the window can show', () => {
  withVideos((verbs) => {
    const many = Array.from({ length: 500 }, (_, n) => ({
      id: null,
      fields: { ...fields, name: `Template ${n}` },
    }))
    verbs.templates.save({ templates: many })
    expect(failureFrom(() => add(verbs))).toEqual({ kind: 'too-many', limit: 500 })
    expect(verbs.templates.list()).toHaveLength(500)
  })
})

const text = fc.constantFrom('', 'Buy', 'Compre já', 'https://example.com/?a=1')
const VALUES: Partial<Record<Group, Record<string, fc.Arbitrary<unknown>>>> = {
  call_actions: {
    'base.name': text,
    'base.active': fc.boolean(),
    'window.start': fc.nat({ max: 1800 }),
    'window.end': fc.nat({ max: 1800 }),
    'action.content': text,
    'action.url': text,
    'action.html': text,
    'action.as_html': fc.boolean(),
    'design.styles': fc.record({ padding: fc.nat() }, { requiredKeys: [] }),
    image_as_button: fc.boolean(),
  },
  pixels: {
    'base.type': fc.constantFrom('facebook', 'google', 'custom'),
    'base.name': text,
    'tag.html': text,
    'dispatch.mode': fc.constantFrom('percent', 'time'),
    'dispatch.threshold': fc.nat({ max: 100 }),
  },
  traffic_filter: {
    enabled: fc.boolean(),
    countries: fc.subarray(['BR', 'PT', 'US']),
    block_proxy: fc.boolean(),
  },
  playback: {
    enabled: fc.boolean(),
    action_after_finish: fc.record({ type: fc.constant('loop'), start: fc.nat({ max: 9 }) }),
  },
  smart_autoplay: { enabled: fc.boolean(), variants: fc.constant([{ template_name: 'image' }]) },
}

const held = fc
  .constantFrom(...(Object.keys(VALUES) as Group[]))
  .chain((group) =>
    fc
      .record(
        Object.fromEntries(
          Object.entries(VALUES[group] ?? {}).map(([register, value]) => [
            register,
            fc.option(value, { nil: null }),
          ]),
        ),
        { requiredKeys: [] },
      )
      .map((values) => ({ group, values: values as TemplateFields['values'] })),
  )

function rows(verbs: Verbs, group: Group) {
  const { videos } = verbs.sheet.page({ account_id: ACCOUNT, group, after: null })
  const edits = verbs.editRows(ACCOUNT, null) as unknown as Edit[]
  return sheetRows(group, videos, edits)
}

test('an applied template has no drift, and applying it again changes nothing', () => {
  withVideos((verbs) => {
    fc.assert(
      fc.property(fc.array(held, { minLength: 1, maxLength: 4 }), (all) => {
        verbs.discardEdits(ACCOUNT, null, 1)
        for (const one of all) {
          const edits = templateEdits(one, rows(verbs, one.group))
          if (edits.length > 0) verbs.saveEdits(ACCOUNT, edits)
          const after = rows(verbs, one.group)
          expect(after.map((row) => driftOf(one, row))).toEqual(after.map(() => []))
          expect(templateEdits(one, after)).toEqual([])
        }
      }),
      { numRuns: 100 },
    )
  })
})

test('a new item created from a template has no drift, but that a picture button is off', () => {
  withVideos((verbs) => {
    fc.assert(
      fc.property(held, (one) => {
        verbs.discardEdits(ACCOUNT, null, 1)
        const edits = templateItemEdits(one, [{ id: VIDEO }, { id: 'video0002' }])
        if (edits.length === 0) return
        const { created } = verbs.saveEdits(ACCOUNT, edits)
        const made = rows(verbs, one.group).filter(({ mark }) => mark === 'added')
        expect(new Set(made.map(({ item_id }) => item_id))).toEqual(new Set(created))
        for (const row of made) {
          const { 'base.active': active = false } = one.values
          const isOff = isImageButton(row.value) && active !== false
          expect(driftOf(one, row)).toEqual(isOff ? ['base.active'] : [])
        }
      }),
      { numRuns: 100 },
    )
  })
})

test('every setting that the samples use exists in its group', () => {
  for (const [group, values] of Object.entries(VALUES)) {
    const all = { ...GROUP_REGISTERS[group as Group], ...ITEM_REGISTERS[group as 'pixels'] }
    expect(Object.keys(all)).toEqual(expect.arrayContaining(Object.keys(values)))
  }
})
