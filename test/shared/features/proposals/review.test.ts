import { describe, expect, test } from 'vitest'
import type { ProposedChange } from '../../../../src/shared/features/proposals/proposal.ts'
import {
  isAcceptable,
  isUndisputed,
  newItemValues,
  stateOf,
  statesOf,
} from '../../../../src/shared/features/proposals/review.ts'
import type { Edit } from '../../../../src/shared/features/publishing/edit.ts'
import { aDraft, aVideo, VIDEO } from '../../../support/edits.ts'

const aChange = (change: Partial<ProposedChange>): ProposedChange => ({
  ...{ id: '1', video_id: VIDEO, video: 'A video', item_id: null, item: '', note: '' },
  ...{ group: 'playback', register: 'enabled', kind: 'set', base: null, want: true, answer: null },
  ...change,
})

const pictures = new Set<string>()

test('a change of an item that a draft here deletes is not acceptable, others of the video are', () => {
  const item = { group: 'call_actions', item_id: 'cta1' } as const
  const here = {
    base: aVideo(),
    edits: [aDraft({ kind: 'delete', ...item, register: null })],
    pictures,
  }
  const start = { register: 'window.start', base: 10, want: 3 }
  const states = [
    aChange({ ...item, ...start }),
    aChange({ ...item, item_id: 'cta2', ...start, base: 30 }),
    aChange({}),
    // It is to be deleted anyway.
    aChange({ ...item, kind: 'delete', register: null, base: null, want: null }),
  ].map((change) => stateOf(change, here))
  expect(states.map(({ is }) => is)).toEqual(['to-be-deleted', 'as-made', 'as-made', 'different'])
  expect(states.map(isAcceptable)).toEqual([false, true, true, true])
})

test('a change that replaces a draft here is disputed, and one to the same value is not', () => {
  const item = { group: 'call_actions', item_id: 'cta1' } as const
  const start = { ...item, register: 'window.start' }
  const disputed = (change: Partial<ProposedChange>, draft: Partial<Edit>) => {
    const made = aChange(change)
    const edits = [{ ...aDraft({ kind: 'set', ...start }), ...draft }]
    const state = stateOf(made, { base: aVideo(), edits, pictures })
    return [state.own, isUndisputed(made, state)]
  }
  const set = { ...start, base: 10, want: 3 }
  const own = { register: 'window.start', want: 30 }
  expect(disputed(set, { want: 30 })).toEqual([[own], false])
  expect(disputed(set, { want: 3 })).toEqual([[{ ...own, want: 3 }], true])
  expect(disputed(set, { register: 'window.end', want: 30 })).toEqual([[], true])
  // Deleting an item drops all of its drafts.
  const [base] = aVideo().call_actions?.items ?? []
  const deletion = { ...item, kind: 'delete', register: null, want: null, base } as never
  expect(disputed(deletion, { want: 30 })).toEqual([[own], false])
  expect(disputed(deletion, { item_id: 'cta2', want: 30 })).toEqual([[], true])
  const both = { kind: 'delete', register: null, want: null } as const
  expect(disputed(deletion, both)).toEqual([[{ register: null, want: null }], true])
})

test('a proposed list is disputed unless the drafted one has its changes', () => {
  const at = { group: 'traffic_filter', item_id: null, register: 'countries' } as const
  const lists = { base: ['BR', 'PT'], want: ['BR', 'PT', 'US'], added: ['US'], removed: [] }
  const change = aChange({ ...at, kind: 'list', ...lists })
  const undisputed = (want: string[]) => {
    const edits = [{ ...aDraft({ ...at, kind: 'list' }), want }]
    return isUndisputed(change, stateOf(change, { base: aVideo(), edits, pictures }))
  }
  expect(undisputed(['BR', 'US'])).toBe(true)
  expect(undisputed(['BR'])).toBe(false)
})

test('a change of a list with an overlay that was built by hand is not acceptable', () => {
  const at = { group: 'smart_autoplay', register: 'variants' } as const
  const want = [{ template_name: 'default', template_position: 'top-left' }] as never
  const change = aChange({ ...at, base: [], want })
  const state = stateOf(change, { base: aVideo(), edits: [], pictures })
  expect([state.is, isAcceptable(state)]).toEqual(['hand-built', false])
  const plain = aVideo({ smart_autoplay: { variants: [] } })
  expect(stateOf(change, { base: plain, edits: [], pictures }).is).toBe('as-made')
})

test('an overlay whose picture is neither uploaded nor stored here is not acceptable', () => {
  const at = { group: 'smart_autoplay', register: 'variants' } as const
  const [stored, missing] = ['a', 'b'].map((sign) => sign.repeat(64))
  const base = aVideo({ smart_autoplay: { variants: [] } })
  const stateWith = (file_id: string) => {
    const image = { template_name: 'image', template_position: 'top-left', file_id, scale: 1 }
    const change = aChange({ ...at, base: [], want: [image] })
    return stateOf(change, { base, edits: [], pictures: new Set([stored ?? '']) })
  }
  const states = [`local:${stored}`, `local:${missing}`, 'local:x', 'file1'].map(stateWith)
  expect(states.map(({ is }) => is)).toEqual(['as-made', 'no-picture', 'no-picture', 'as-made'])
  expect(states.map(isAcceptable)).toEqual([true, false, false, true])
})

test('a threshold has the mode that its proposal, or else this computer, gives its pixel', () => {
  const pixel = { group: 'pixels', item_id: 'pixel1' } as const
  const threshold = aChange({ ...pixel, register: 'dispatch.threshold', base: 5, want: 50 })
  const toPercent = aChange({ ...pixel, register: 'dispatch.mode', base: 'time', want: 'percent' })
  const modes = (changes: ProposedChange[], edits: Edit[] = []) =>
    statesOf(changes, () => ({ base: aVideo(), edits, pictures })).map(({ mode }) => mode)
  expect(modes([threshold])).toEqual(['time'])
  expect(modes([threshold, toPercent])).toEqual(['percent', undefined])
  const draft = { ...aDraft({ kind: 'set', ...pixel, register: 'dispatch.mode' }), want: 'percent' }
  expect(modes([threshold], [draft])).toEqual(['percent'])
  expect(modes([{ ...threshold, item_id: 'pixel2' }, toPercent])).toEqual([undefined, undefined])
})

test('a pixel’s change has the modes that the service and the drafts here give the pixel', () => {
  const pixel = { group: 'pixels', item_id: 'pixel1' } as const
  const drafted = {
    ...aDraft({ kind: 'set', ...pixel, register: 'dispatch.mode' }),
    want: 'percent',
  }
  const modes = (change: Partial<ProposedChange>, edits: Edit[] = []) =>
    statesOf([aChange(change)], () => ({ base: aVideo(), edits, pictures }))[0]?.modes
  const threshold = { ...pixel, register: 'dispatch.threshold', base: 5, want: 50 }
  expect(modes(threshold)).toEqual({ theirs: 'time', own: 'time' })
  expect(modes(threshold, [drafted])).toEqual({ theirs: 'time', own: 'percent' })
  const deletion = { ...pixel, kind: 'delete', register: null, want: null } as const
  expect(modes(deletion, [drafted])).toEqual({ theirs: 'time', own: 'percent' })
  expect(modes({})).toBe(undefined)
})

describe('of a pixel’s mode and threshold, one that was proposed alone', () => {
  const pixel = { group: 'pixels', item_id: 'pixel1' } as const
  const beside = { base: 'percent', want: 'percent' }
  const threshold = aChange({
    ...{ ...pixel, register: 'dispatch.threshold', base: 50, want: 60 },
    beside,
  })
  const mode = aChange({
    ...{ ...pixel, register: 'dispatch.mode', base: 'percent', want: 'time' },
    beside: { base: 50, want: 50 },
  })
  type Dispatch = { mode: string; threshold: number }
  const wholeState = (change: ProposedChange, dispatch: Dispatch, ...edits: Edit[]) => {
    const base = aVideo({ pixels: { items: [{ id: 'pixel1', dispatch }] } })
    return statesOf([change], () => ({ base, edits, pictures }))[0]
  }
  const stateHere = (...of: Parameters<typeof wholeState>) => wholeState(...of)?.is

  test('is different where the other one is not as on the sender’s computer', () => {
    expect(stateHere(threshold, { mode: 'percent', threshold: 50 })).toBe('as-made')
    expect(stateHere(threshold, { mode: 'time', threshold: 50 })).toBe('different')
    expect(stateHere(mode, { mode: 'percent', threshold: 50 })).toBe('as-made')
    expect(stateHere(mode, { mode: 'percent', threshold: 75 })).toBe('different')
  })

  test('says what the other one was to be and is here, also of a threshold with an equal number', () => {
    const partner = { register: 'dispatch.mode', meant: 'percent', here: 'time' }
    for (const number of [50, 55, 60]) {
      expect(wholeState(threshold, { mode: 'time', threshold: number })?.partner).toEqual(partner)
      expect(wholeState(threshold, { mode: 'percent', threshold: number })?.partner).toBe(undefined)
    }
    const ofMode = { register: 'dispatch.threshold', meant: 50, here: 75 }
    expect(wholeState(mode, { mode: 'percent', threshold: 75 })?.partner).toEqual(ofMode)
    expect(wholeState(mode, { mode: 'time', threshold: 75 })?.partner).toBe(undefined)
  })

  test('is not accepted as a threshold whose number is here in another unit: it would change nothing', () => {
    const state = wholeState(threshold, { mode: 'time', threshold: 60 })
    expect(state && isAcceptable(state)).toBe(false)
    expect(stateHere(threshold, { mode: 'percent', threshold: 60 })).toBe('done')
    expect(stateHere(mode, { mode: 'time', threshold: 75 })).toBe('done')
  })

  test('is compared with the draft here of the other one', () => {
    const drafted = (want: string) => ({
      ...aDraft({ kind: 'set', ...pixel, register: 'dispatch.mode' }),
      want,
    })
    const byTime = { mode: 'time', threshold: 50 }
    expect(stateHere(threshold, byTime, drafted('percent'))).toBe('as-made')
    expect(stateHere(threshold, { ...byTime, mode: 'percent' }, drafted('time'))).toBe('different')
  })

  test('is as made in a file that does not say what the other one was', () => {
    const { beside: _, ...older } = threshold
    expect(stateHere(older, { mode: 'time', threshold: 50 })).toBe('as-made')
  })
})

test('a mode and a threshold that were proposed together are each compared with their own value here', () => {
  const pixel = { group: 'pixels', item_id: 'pixel1' } as const
  const changes = [
    aChange({ ...pixel, register: 'dispatch.mode', base: 'time', want: 'percent' }),
    aChange({ ...pixel, register: 'dispatch.threshold', base: 5, want: 50 }),
  ]
  const [mode, threshold] = changes as [ProposedChange, ProposedChange]
  const both = [
    { ...mode, beside: { base: 5, want: 50 } },
    { ...threshold, beside: { base: 'time', want: 'percent' } },
  ]
  const states = statesOf(both, () => ({ base: aVideo(), edits: [], pictures }))
  expect(states.map(({ is }) => is)).toEqual(['as-made', 'as-made'])
})

test('a new item that a draft here makes already is done', () => {
  const made = { group: 'call_actions', item_id: 'local:2', register: null } as const
  const want = { action: { content: 'New' }, window: { start: 5 } }
  const change = aChange({ ...made, kind: 'create', item_id: 'local:1', want })
  const stateWith = (draft: Partial<Edit>) => {
    const edits = [{ ...aDraft({ ...made, kind: 'create' }), want, ...draft }]
    return stateOf(change, { base: aVideo(), edits, pictures })
  }
  expect(stateWith({})).toEqual({ is: 'done', theirs: want, own: [] })
  expect(stateWith({ want: { action: { content: 'Other' } } }).is).toBe('as-made')
  // Its own draft, changed since.
  const own = { item_id: 'local:1', want: { action: { content: 'Other' } } }
  expect(stateWith(own).is).toBe('done')
  expect(stateWith({ group: 'pixels' }).is).toBe('as-made')
})

test('a new pixel whose HTML was left out is done when it exists with its HTML', () => {
  const made = { group: 'pixels', item_id: 'local:1', register: null } as const
  const want = { base: { name: 'New' }, tag: { height: 1 } }
  const withHtml = { ...want, tag: { ...want.tag, html: '<script>track()</script>' } }
  const change = aChange({ ...made, kind: 'create', want })
  const draft = { ...aDraft({ ...made, item_id: 'local:2', kind: 'create' }), want: withHtml }
  expect(stateOf(change, { base: aVideo(), edits: [draft], pictures }).is).toBe('done')
  const posted = aVideo({ pixels: { items: [{ ...withHtml, id: 'pixel2' }] } })
  expect(stateOf(change, { base: posted, edits: [], pictures }).is).toBe('done')
  const other = aChange({ ...made, kind: 'create', want: { ...want, tag: { html: 'other' } } })
  expect(stateOf(other, { base: posted, edits: [draft], pictures }).is).toBe('as-made')
})

test('a new custom pixel whose HTML was left out is not done by one of the service that may have other HTML', () => {
  const made = { group: 'pixels', item_id: 'local:1', register: null } as const
  const want = { base: { type: 'custom', name: 'New' }, tag: {} }
  const change = aChange({ ...made, kind: 'create', want })
  const base = aVideo({ pixels: { items: [{ ...want, id: 'pixel2', tag: { html: '<i></i>' } }] } })
  const state = (edits: Edit[]) => stateOf(change, { base, edits, pictures }).is
  expect(state([])).toBe('as-made')
  // Accepted here before.
  expect(state([{ ...aDraft({ ...made, kind: 'create' }), want }])).toBe('done')
})

test('a new item is done when the service added values that it left open, and not when it has another', () => {
  const want = { action: { html: '<b>Buy</b>', as_html: true }, window: { start: 5 } }
  const made = { group: 'call_actions', item_id: 'local:1', register: null } as const
  const change = aChange({ ...made, kind: 'create', want })
  const stateWith = (action: object) => {
    const items = [{ ...want, id: 'cta9', action: { ...want.action, ...action } }]
    return stateOf(change, { base: aVideo({ call_actions: { items } }), edits: [], pictures }).is
  }
  expect(stateWith({ open_in_new_tab: false })).toBe('done')
  expect(stateWith({ html: '<b>Sell</b>' })).toBe('as-made')
})

test('every value of a proposed new item is shown, also its code', () => {
  const want = {
    base: { type: 'custom', name: 'Lead' },
    tag: { html: '<script>fbq()</script>' },
    dispatch: { active: true, mode: 'percent', threshold: 0 },
  }
  const change = { group: 'pixels', item_id: 'local:1', register: null, kind: 'create' } as const
  const shown = newItemValues(aChange({ ...change, want }))
  expect(Object.fromEntries(shown.map(({ register, value }) => [register, value]))).toEqual({
    ...{ 'base.type': 'custom', 'base.name': 'Lead', 'tag.html': '<script>fbq()</script>' },
    ...{ 'dispatch.active': true, 'dispatch.mode': 'percent', 'dispatch.threshold': 0 },
  })
})
