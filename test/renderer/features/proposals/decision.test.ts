import { describe, expect, test } from 'vitest'
import {
  acceptedOf,
  acceptedTogether,
  certainlyMade,
  type Draft,
  decisionOf,
  decisionsOf,
  firstDrafts,
  isHalfPair,
  refusedDrafts,
  reviewedWith,
} from '../../../../src/renderer/features/proposals/decision.ts'
import {
  canHaveLines,
  editedColumn,
} from '../../../../src/shared/features/proposals/edited-value.ts'
import type { ProposedChange } from '../../../../src/shared/features/proposals/proposal.ts'
import {
  acceptedEdits,
  type ChangeState,
} from '../../../../src/shared/features/proposals/review.ts'
import type { Language } from '../../../../src/shared/locales/languages.ts'

const change = (own: Partial<ProposedChange>): ProposedChange => ({
  ...{ id: '1', video_id: 'v1', video: 'A', group: 'call_actions', item_id: 'a', item: 'Buy' },
  ...{ register: 'window.start', kind: 'set', base: 10, want: 30, note: '', answer: null },
  ...own,
})
const start = change({})
const countries = change({
  ...{ group: 'traffic_filter', item_id: null, register: 'countries', kind: 'list' },
  ...{ base: ['BR', 'PT'], want: ['BR', 'US'], added: ['US'], removed: ['PT'] },
})
const state = (is: ChangeState['is']): ChangeState => ({ is, theirs: null, own: [] })
const draft = (verdict: Draft['verdict'], text = ''): Draft => ({
  ...{ verdict, text, note: '', isIndividual: true },
})
const edited = (text: string) => draft('edited', text)
const decided = (of: ProposedChange, own: Draft, language: Language = 'en', mode?: string) =>
  decisionOf(of, { ...state('as-made'), theirs: of.base, mode }, own, language)

describe('at first', () => {
  test('a change to an unchanged value is accepted, and one to a changed value is undecided', () => {
    const states = (['as-made', 'different', 'done'] as const).map(state)
    const drafts = firstDrafts([start, start, start], states, 'en')
    expect(drafts.map(({ verdict, text }) => [verdict, text])).toEqual([
      ['accepted', '0:30'],
      [null, '0:30'],
      [null, '0:30'],
    ])
  })

  test('a change that would replace a draft of another value is undecided, whatever its answer', () => {
    const own = (want: unknown) => ({
      ...state('as-made'),
      own: [{ register: 'window.start', want }],
    })
    const answered = change({ answer: { verdict: 'accepted', note: '' } })
    const verdicts = ([answered, start, start] as const).map(
      (one, index) => firstDrafts([one], [own(index === 2 ? 30 : 20)], 'en')[0]?.verdict,
    )
    expect(verdicts).toEqual([null, null, 'accepted'])
  })

  test('an answered change keeps its answer with the note', () => {
    const answer = { verdict: 'edited' as const, want: 45, note: 'later' }
    const [first] = firstDrafts([change({ answer })], [state('as-made')], 'pt-BR')
    expect(first).toEqual({ verdict: 'edited', text: '0:45', note: 'later', isIndividual: true })
  })

  test('an edited list is undecided when the own draft has had other texts since', () => {
    const answer = { verdict: 'edited' as const, want: ['BR', 'US', 'MX'], note: '' }
    const answered = { ...countries, answer }
    const withDraft = (want: string[]) => ({
      ...{ ...state('as-made'), theirs: countries.base },
      own: [{ register: 'countries', want }],
    })
    const [proposed, added] = [withDraft(['BR', 'US']), withDraft(['BR', 'US', 'AR'])]
    const verdicts = [state('as-made'), proposed, withDraft(answer.want), added].map(
      (one) => firstDrafts([answered], [one], 'en')[0]?.verdict,
    )
    expect(verdicts).toEqual(['edited', 'edited', 'edited', null])
    const open = { changes: [answered], states: [proposed], drafts: [edited('BR, US, MX')] }
    const after = (now: ChangeState) => reviewedWith(open, [now], { made: new Set() }).drafts[0]
    expect([after(proposed)?.verdict, after(added)?.verdict]).toEqual(['edited', null])
  })

  test('a change whose place was changed here since is undecided although it was accepted, and refused if it was refused', () => {
    const verdicts = (['accepted', 'refused'] as const).map((verdict) => {
      const answered = change({ answer: { verdict, note: '' } })
      return firstDrafts([answered], [state('different')], 'en')[0]?.verdict
    })
    expect(verdicts).toEqual([null, 'refused'])
  })
})

describe('a threshold and the mode that were proposed together', () => {
  const pixel = { group: 'pixels', item_id: 'p' } as const
  const mode = change({
    ...pixel,
    ...{ id: '1', register: 'dispatch.mode', base: 'time', want: 'percent' },
  })
  const threshold = change({
    ...pixel,
    ...{ id: '2', register: 'dispatch.threshold', base: 300, want: 50 },
  })
  const changes = [mode, threshold]
  const made = (drafts: Draft[], is: ChangeState['is'][] = ['as-made', 'as-made']) =>
    acceptedOf({ changes, drafts, states: is.map(state) }, { made: new Set() }, 'en').map(
      ({ change: { register } }) => register,
    )

  test('are only made together, so that no number gets another unit', () => {
    const accepted = draft('accepted')
    const both = ['dispatch.mode', 'dispatch.threshold']
    expect(made([accepted, accepted])).toEqual(both)
    expect(made([accepted, edited('60')])).toEqual(both)
    for (const other of [draft('refused'), draft(null), edited('soon')]) {
      expect([made([accepted, other]), made([other, accepted])]).toEqual([[], []])
    }
  })

  test('are made with a mode that was edited to the proposed one, and not with another', () => {
    const accepted = draft('accepted')
    expect(made([edited('percent'), accepted])).toEqual(['dispatch.mode', 'dispatch.threshold'])
    expect(made([edited('time'), accepted])).toEqual([])
  })

  test('keep what a reply has said about them', () => {
    const of = [{ ...mode, answer: { verdict: 'accepted' as const, note: '' } }, threshold]
    const sent = (is: ChangeState['is'], drafts: Draft[]) =>
      decisionsOf({ changes: of, drafts, states: [state(is), state('as-made')] }, 'en').map(
        ({ change: { register } }) => register,
      )
    const drafts = [draft('accepted'), draft('refused')]
    const both = ['dispatch.mode', 'dispatch.threshold']
    expect([sent('as-made', drafts), sent('done', drafts)]).toEqual([both, both])
    expect(made(drafts)).toEqual([])
  })

  test('are apart once one of them has its value here', () => {
    const [accepted, open] = [draft('accepted'), draft(null)]
    expect(made([open, accepted], ['done', 'as-made'])).toEqual(['dispatch.threshold'])
    expect(made([accepted, open], ['as-made', 'done'])).toEqual(['dispatch.mode'])
  })

  test('wait for each other when the service has one of them, and a draft here another value', () => {
    const own = [{ register: 'dispatch.mode', want: 'time' }] as never
    const states = [{ ...state('done'), own }, state('as-made')]
    const reviewed = { changes, drafts: [draft(null), draft('accepted')], states }
    expect(acceptedOf(reviewed, { made: new Set() }, 'en')).toEqual([])
  })

  test('wait for each other when one of them was changed here, also when all are accepted', () => {
    const states = [state('as-made'), state('different')]
    const drafts = firstDrafts(changes, states, 'en')
    const places = acceptedTogether([0, 1], { changes, states, drafts })
    const all = drafts.map((one, index) => (places.includes(index) ? draft('accepted') : one))
    expect([drafts, all].map((one) => made(one, ['as-made', 'different']))).toEqual([[], []])
  })

  test('are of one pixel', () => {
    const isHalf = (of: ProposedChange[]) =>
      isHalfPair(
        threshold,
        { changes: of, states: of.map(() => state('as-made')), drafts: [draft('accepted')] },
        'en',
      )
    expect(isHalf([threshold])).toBe(false)
    expect(isHalf([threshold, { ...mode, item_id: 'q' }])).toBe(false)
    expect(isHalf([threshold, mode])).toBe(true)
  })
})

test('an edited value needs a valid text, and a blank text clears the value', () => {
  expect(decided(start, edited('1:00'))?.answer.want).toBe(60)
  expect(decided(start, edited('soon'))).toBe(null)
  expect(decided(start, edited(' '))?.answer.want).toBe(null)
  expect(decided(start, draft(null, '1:00'))).toBe(null)
  expect(decided(countries, edited('Brasil, ar'), 'pt-BR')?.answer.want).toEqual(['BR', 'AR'])
})

test('an edited list that is emptied is an empty list', () => {
  const overlays = change({
    ...{ group: 'smart_autoplay', item_id: null, register: 'variants', base: [] },
    want: [{ template_name: 'modern', template_position: 'top-left' }],
  })
  expect([overlays, countries].map((one) => decided(one, edited(''))?.answer.want)).toEqual([
    [],
    [],
  ])
})

test('a threshold is typed in the unit of its pixel’s mode, or in either one when that is unknown', () => {
  const threshold = change({ group: 'pixels', register: 'dispatch.threshold', base: 25, want: 50 })
  const values = ([undefined, 'percent', 'time'] as const).map((mode) =>
    ['50', '75%', '1:30'].map(
      (text) => decided(threshold, edited(text), 'en', mode)?.answer.want ?? null,
    ),
  )
  expect(values).toEqual([
    [50, 75, 90],
    [50, 75, null],
    [50, null, 90],
  ])
})

test('accepting all leaves changes that were decided on individually, or are disputed', () => {
  const changes = [start, start, start, start, change({ answer: { verdict: 'refused', note: '' } })]
  const states = changes.map((_, index) => state(index === 3 ? 'different' : 'as-made'))
  const first = firstDrafts(changes, states, 'en')
  const drafts = first.with(1, edited('1:00')).with(2, draft('refused'))
  expect(acceptedTogether([0, 1, 2, 3, 4], { changes, states, drafts })).toEqual([0])
})

describe('when the data here changes during the review', () => {
  const different = (theirs: unknown): ChangeState => ({ ...state('different'), theirs })
  const changes = ['1', '2', '3'].map((id) => change({ id, note: 'Why' }))
  const accepting = (states: ChangeState[]) => ({
    ...{ changes, states, drafts: changes.map(() => draft('accepted', '0:30')) },
  })
  const verdicts = (before: ChangeState[], now: ChangeState[], made: string[] = []) =>
    reviewedWith(accepting(before), now, { made: new Set(made) }).drafts.map(
      ({ verdict }) => verdict,
    )

  test('a change whose place has another value now is undecided again, unless it was made', () => {
    const before = [state('as-made'), different(5), different(5)]
    const now = [different(20), different(5), different(20)]
    expect(verdicts(before, now)).toEqual([null, 'accepted', null])
    expect(verdicts(before, now, ['1', '3'])).toEqual(['accepted', 'accepted', 'accepted'])
    const drafts = changes.map(() => draft('refused'))
    const refused = reviewedWith({ changes, states: before, drafts }, now, { made: new Set() })
    expect(refused.drafts).toEqual(drafts)
  })

  test('a change that the service has by now is not made again, nor is its note', () => {
    const now = [state('as-made'), state('done'), different(20)]
    const made = new Set<string>()
    const reviewed = reviewedWith(accepting(changes.map(() => state('as-made'))), now, { made })
    const accepted = acceptedOf(reviewed, { made }, 'en')
    expect(accepted.map(({ change: { id } }) => id)).toEqual(['1'])
    expect(acceptedOf(reviewed, { made: new Set(['1']) }, 'en')).toEqual([])
  })
})

test('what was left out because it is being sent can be tried again, and no item is made twice', () => {
  const created = change({ id: '2', kind: 'create', register: null })
  const made = (leftOut: number) =>
    certainlyMade([start, created], leftOut, ({ kind }) => kind === 'create')
  expect(made(0)).toEqual([start, created])
  expect(made(1)).toEqual([created])
})

test('what a reply refused is offered to be discarded while the own draft still has it', () => {
  const answer = { verdict: 'refused' as const, note: '' }
  const own = (register: string | null, want: unknown) => ({
    ...state('as-made'),
    own: [{ register, want }],
  })
  const item = { action: { content: 'New' } }
  const created = { kind: 'create' as const, register: null, base: null, want: item, answer }
  const rows: [ProposedChange, ChangeState][] = [
    [change({ id: 'same', answer }), own('window.start', 30)],
    [change({ id: 'other value', answer }), own('window.start', 20)],
    [change({ id: 'published', answer }), state('done')],
    [change({ id: 'not answered' }), own('window.start', 30)],
    [change({ ...created, id: 'item' }), { ...own(null, item), is: 'done' }],
  ]
  const [changes, states] = [rows.map(([one]) => one), rows.map(([, is]) => is)]
  const found = (verdict: Draft['verdict']) => {
    const drafts = rows.map(() => draft(verdict))
    return refusedDrafts({ changes, states, drafts }).map(({ id }) => id)
  }
  expect(found('refused')).toEqual(['same', 'item'])
  expect(found('accepted')).toEqual([])
})

test('a whole item can be accepted or refused, but not edited', () => {
  expect(editedColumn(change({ kind: 'create', register: null }))).toBe(null)
  expect(editedColumn(change({ kind: 'delete', register: null }))).toBe(null)
})

test('accepted changes become one list of edits, and an edited list adds what was typed and removes the rest', () => {
  const decisions = [
    decided(start, edited('0:50')),
    decided(change({ id: '2', register: 'window.end' }), draft('refused')),
    decided(countries, edited('BR, AR')),
    decided(countries, draft('accepted')),
  ].filter((decision) => decision !== null)
  const list = { kind: 'list', group: 'traffic_filter', register: 'countries' }
  expect(acceptedEdits(decisions)).toEqual([
    {
      video_id: 'v1',
      changes: [
        { kind: 'set', group: 'call_actions', item_id: 'a', register: 'window.start', value: 50 },
        { ...list, add: ['BR', 'AR'], remove: ['PT'] },
        { ...list, add: ['US'], remove: ['PT'] },
      ],
    },
  ])
})

test('an edited list is what was typed, whatever the service and a draft here have beside it', () => {
  const own = [{ register: 'countries', want: ['BR', 'AR'] }]
  const [list] = acceptedOf(
    {
      changes: [countries],
      states: [{ is: 'different', theirs: ['BR', 'MX'], own }],
      drafts: [edited('PT')],
    },
    { made: new Set() },
    'en',
  ).flatMap((decision) => acceptedEdits([decision]).flatMap(({ changes }) => changes))
  expect(list).toEqual({
    ...{ kind: 'list', group: 'traffic_filter', register: 'countries' },
    ...{ add: ['PT'], remove: ['BR', 'MX', 'AR'] },
  })
})

test('the notes of accepted changes are taken over, and that of an edited one is not', () => {
  const noted = change({ note: 'The client asked' })
  const created = change({ kind: 'create', item_id: 'new', register: null, want: {}, note: 'New' })
  const drafts = [
    [noted, draft('accepted', '0:30')],
    [change({ item_id: 'b', note: 'Sooner' }), edited('0:50')],
  ] as const
  const decisions = drafts.flatMap(([of, own]) => decided(of, own) ?? [])
  const all = [
    ...decisions,
    {
      change: created,
      state: state('as-made'),
      answer: { verdict: 'accepted' as const, note: '' },
    },
  ]
  const at = { group: 'call_actions', item_id: 'a', register: 'window.start' }
  expect(acceptedEdits(all)[0]?.changes).toEqual([
    { kind: 'set', ...at, value: 30 },
    { kind: 'note', ...at, note: 'The client asked' },
    { kind: 'set', ...at, item_id: 'b', value: 50 },
    { kind: 'create', group: 'call_actions', item: {}, note: 'New' },
  ])
})

test('only code, and a text that has line breaks already, is edited with line breaks', () => {
  const edits = [
    change({ register: 'action.content', want: 'Buy' }),
    change({ register: 'action.html', want: '<b>Buy</b>' }),
    change({ group: 'pixels', register: 'tag.html', want: '<script>' }),
    change({ register: 'action.content', want: '<b>\nBuy</b>' }),
    change({
      ...{ register: 'action.content', want: 'Buy' },
      answer: { verdict: 'edited', want: 'Buy\nnow', note: '' },
    }),
    start,
  ]
  expect(edits.map(canHaveLines)).toEqual([false, true, true, true, true, false])
})
