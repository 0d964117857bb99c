import { expect, test } from 'vitest'
import { bridge } from '../../../../src/shared/bridge.ts'
import { secondOf } from '../../../../src/shared/features/annotations/annotation.ts'
import { callWindows, callWindowsAt } from '../../../../src/shared/features/player/call-windows.ts'
import { callActionsAt } from '../../../../src/shared/features/publishing/calls-then.ts'
import type { HistoryEntry } from '../../../../src/shared/features/publishing/edit.ts'
import { valueText } from '../../../../src/shared/features/publishing/value-text.ts'
import { FROZEN_ANSWERS } from '../../../../src/shared/features/reports/frozen-answers.ts'
import {
  frozenAnswer,
  isFreezable,
  type Subject,
} from '../../../../src/shared/features/reports/left-in.ts'
import { REPORT_NOUNS } from '../../../../src/shared/features/reports/nouns.ts'

const ALL = Object.entries(bridge).flatMap(([noun, verbs]) =>
  Object.keys(verbs).map((verb) => ({ noun, verb })),
)
const subject: Subject = {
  player_ids: ['a'.repeat(24)],
  compared_ids: [],
  group_ids: ['test-1'],
  days: { start: '2025-03-01', end: '2025-03-07' },
  valuesOf: () => [],
}

test('a report contains figures and annotations, and nothing about keys, edits, files or settings', () => {
  const kept = ALL.filter(isFreezable).map(({ noun }) => noun)
  const nouns = [...new Set(kept)].sort()
  expect(nouns).toEqual([...REPORT_NOUNS])
  const others = ['accounts', 'activity', 'app', 'downloads', 'exports', 'pictures', 'reports']
  expect(nouns.filter((noun) => others.includes(noun))).toEqual([])
  expect(ALL.filter(isFreezable)).not.toContainEqual({ noun: 'analytics', verb: 'quotaUsage' })
  const ofEdits = ALL.filter(isFreezable).filter(({ noun }) => noun === 'edits')
  expect(ofEdits).toEqual([{ noun: 'edits', verb: 'history' }])
})

test('a call that reports do not contain cannot be added to one', () => {
  for (const call of ALL.filter((one) => !isFreezable(one))) {
    expect(() => frozenAnswer(call, {}, subject)).toThrow(TypeError)
  }
  expect(isFreezable({ noun: '__proto__', verb: 'x' })).toBe(false)
  expect(isFreezable({ noun: 'analytics', verb: 'toString' })).toBe(false)
})

test('of a video only the names and times of its calls to action are in a report', () => {
  const item = {
    id: 'cta',
    base: { name: 'Offer', type: 'inside_video', active: true, note: 'secret' },
    window: { start: 10, end: 20, token: 'secret' },
    action: { content: 'Buy', url: 'https://secret.example', html: '<b>secret</b>' },
    design: { styles: { shadow: 'secret' } },
  }
  const video = {
    id: 'v',
    name: 'Sales',
    duration: 60,
    call_actions: { enabled: true, items: [item], extra: 'secret' },
    pixels: { items: [{ id: 'p', tag: { html: 'secret' } }] },
    traffic_filter: { token: 'secret' },
  }
  const call = { noun: 'videos', verb: 'open' }
  const kept = frozenAnswer(
    call,
    { base: video, shown: video, edits: [{ want: 'secret' }], asOf: 1 },
    subject,
  )
  expect(JSON.stringify(kept)).not.toContain('secret')
  expect(kept).toMatchObject({
    shown: {
      name: 'Sales',
      call_actions: {
        items: [
          {
            id: 'cta',
            base: { name: 'Offer', active: true },
            window: { start: 10, end: 20 },
            action: { content: 'Buy' },
          },
        ],
      },
    },
  })
})

test('of the history, times, numbers and texts visible to viewers are in a report, and other texts are not', () => {
  const entry = { id: 1, at: 2, video_id: 'v', event: 'posted', item_id: 'i' }
  const kept = frozenAnswer(
    { noun: 'edits', verb: 'history' },
    [
      { ...entry, group: 'call_actions', register: 'action.content', before: 'Buy', after: 'Now' },
      {
        ...{ ...entry, group: 'call_actions', register: 'window.start', before: 10, after: 20 },
        note: 'A secret of the user',
      },
      { ...entry, group: 'call_actions', register: 'action.url', before: 'secret', after: null },
      {
        ...{ ...entry, group: 'call_actions', register: 'action.content' },
        ...{ before: 'Buy', after: '<a href="https://secret.example">Buy</a>' },
      },
      { ...entry, group: 'traffic_filter', register: 'token', before: null, after: 'secret' },
      {
        ...entry,
        group: 'pixels',
        register: null,
        before: null,
        after: { id: 'p', tag: 'secret' },
      },
      {
        ...{ ...entry, event: 'downloaded', group: null, register: null, base: 'secret' },
        before: null,
        after: { pixels: ['secret'] },
      },
    ],
    subject,
  ) as { before: unknown; after: unknown }[]
  expect(JSON.stringify(kept)).not.toContain('secret')
  expect(kept.map(({ before, after }) => [before, after])).toEqual([
    ['Buy', 'Now'],
    [10, 20],
    ['…', null],
    ['Buy', '…'],
    [null, '…'],
    [null, { pixels: {} }],
  ])
})

/** An entry as a report has it. */
function keptEntry(change: Partial<HistoryEntry>) {
  const entry = { id: 1, at: 2, video_id: 'v', event: 'posted', item_id: null, ...change }
  const kept = frozenAnswer({ noun: 'edits', verb: 'history' }, [entry], subject) as HistoryEntry[]
  expect(JSON.stringify(kept)).not.toContain('secret')
  return kept[0] as HistoryEntry
}

test('a changed object is in a report as a text that is left out, and never as an empty one', () => {
  const changes = [
    ['call_actions', 'design.styles', { color: '#fff', secret: 1 }, { color: 'secret' }],
    ['call_actions', 'design.typography', { id: 'secret', base: { name: 'secret' } }, { size: 20 }],
    [
      'playback',
      'action_after_finish',
      { type: 'secret', start: 5 },
      { type: 'loop', start: 'secret' },
    ],
    ['smart_autoplay', 'variants', [{ file_id: 'secret' }], [{ file_id: 'secret' }]],
  ] as const
  for (const [group, register, before, after] of changes) {
    const kept = keptEntry({ group, register, before, after })
    const said = [kept.before, kept.after].map((value) => valueText(value, register, 'en'))
    expect([register, ...said]).toEqual([register, '…', '…'])
    const made = keptEntry({ group, register, before: null, after })
    expect(made).toMatchObject({ before: null, after: '…' })
  }
})

test('where a video begins again after its end is in a report, with its mark in the charts', () => {
  const loop = (start: number) => ({ type: 'loop', start })
  const of = { group: 'playback', register: 'action_after_finish' } as const
  const changes = [
    { ...of, before: loop(10), after: { ...loop(30), token: 'secret' } },
    { ...of, before: null, after: loop(0) },
    { ...of, before: loop(10), after: null },
  ]
  for (const change of changes) {
    const kept = keptEntry(change)
    const texts = (entry: Pick<HistoryEntry, 'before' | 'after'>) =>
      [entry.before, entry.after].map((value) => valueText(value, of.register, 'en'))
    expect(texts(kept)).toEqual(texts(change))
    expect(secondOf(kept)).toBe(change.after && change.after.start)
  }
  const replaced = { event: 'overwritten', base: loop(5), before: loop(6), after: loop(7) } as const
  expect(keptEntry({ ...of, ...replaced })).toMatchObject(replaced)
})

test('the tags of annotations are left out', () => {
  const annotation = { id: 'one', player_id: null, period: subject.days, tags: ['secret'] }
  const call = { noun: 'annotations', verb: 'list' }
  const kept = frozenAnswer(call, { annotations: [annotation] }, subject)
  expect(kept).toMatchObject({ annotations: [{ id: 'one', tags: [] }] })
})

test('calls to action deleted or changed elsewhere since the period are in a report with their times', () => {
  const item = {
    id: 'cta',
    base: { name: 'Offer', active: true, note: 'secret' },
    window: { start: 600, end: 800 },
    action: { url: 'secret' },
  }
  const calls = { enabled: true, items: [item], extra: 'secret' }
  const changed = [
    { event: 'posted', group: 'call_actions', item_id: 'cta', before: item, after: null },
    {
      ...{ event: 'downloaded', group: null, item_id: null },
      before: { call_actions: calls, pixels: ['secret'] },
      after: { call_actions: { items: [] }, pixels: [] },
    },
  ]
  for (const [at, change] of changed.entries()) {
    const entry = { ...{ id: at, at: 2, video_id: 'v', register: null }, ...change } as HistoryEntry
    const kept = frozenAnswer({ noun: 'edits', verb: 'history' }, [entry], subject)
    expect(JSON.stringify(kept)).not.toContain('secret')
    const then = (history: unknown) =>
      callWindows(callActionsAt({ call_actions: { items: [] } }, history as HistoryEntry[], 1))
    expect(then(kept)).toEqual(then([entry]))
    expect(then(kept)).toMatchObject([{ name: 'Offer', start: 600, end: 800, isActive: true }])
  }
})

test('what was there before a published change that someone else replaced is in a report like other values', () => {
  const calls = {
    items: [{ id: 'cta', base: { name: 'Offer' }, window: { start: 900, end: 1800 } }],
  }
  const replaced = (id: number, register: string, [base, before, after]: unknown[]) => ({
    ...{ id, at: 2, video_id: 'v', event: 'overwritten', group: 'call_actions', item_id: 'cta' },
    ...{ register, base, before, after },
  })
  const history = [
    replaced(1, 'window.start', [300, 600, 900]),
    replaced(2, 'base.name', ['Offer of May', 'Offer of June', 'Offer']),
    replaced(3, 'action.url', ['secret', 'secret', 'secret']),
    replaced(4, 'action.content', ['<b>secret</b>', 'Buy', 'Buy']),
  ] as HistoryEntry[]
  const kept = frozenAnswer({ noun: 'edits', verb: 'history' }, history, subject)
  expect(JSON.stringify(kept)).not.toContain('secret')
  const opened = FROZEN_ANSWERS['edits.history']?.parse(kept) as HistoryEntry[]
  const windows = (entries: readonly HistoryEntry[]) =>
    callWindowsAt({ call_actions: calls, duration: 1800 }, entries, 1)
  expect(windows(opened)).toEqual(windows(history))
  expect(windows(opened)).toMatchObject([{ name: 'Offer of May', start: 300 }])
})

test('data about other players and A/B tests is removed from a report', () => {
  const answer = { asOf: 1, from: 'service', isSettled: false, trouble: { kind: 'cancelled' } }
  const mine = { id: subject.player_ids[0], name: 'Mine' }
  const players = frozenAnswer(
    { noun: 'analytics', verb: 'players' },
    { ...answer, value: [mine, { id: 'b'.repeat(24), name: 'Theirs' }] },
    subject,
  )
  expect(players).toMatchObject({ value: [mine], from: 'store', trouble: null })
  const tests = frozenAnswer({ noun: 'abTests', verb: 'list' }, { 'test-1': 1, other: 2 }, subject)
  expect(tests).toEqual({ 'test-1': 1 })
  const groups = frozenAnswer(
    { noun: 'analytics', verb: 'comparisonGroups' },
    { ...answer, value: [{ id: 'test-1' }, { id: 'test-2' }, { id: 'other' }] },
    { ...subject, group_ids: ['test-1', 'test-2'] },
  )
  expect(groups).toMatchObject({ value: [{ id: 'test-1' }, { id: 'test-2' }] })
  const annotations = frozenAnswer(
    { noun: 'annotations', verb: 'list' },
    {
      annotations: [
        { id: '1', player_id: null, period: subject.days },
        { id: '2', player_id: 'b'.repeat(24), period: subject.days },
      ],
      canUndo: true,
      canRedo: true,
    },
    subject,
  )
  expect(annotations).toEqual({
    annotations: [{ id: '1', player_id: null, period: subject.days, tags: [] }],
    canUndo: false,
    canRedo: false,
  })
})

test('only annotations of the days of a report are in it, and none without days', () => {
  const on = (id: string, start: string, end: string) => ({
    ...{ id, player_id: null, tags: [] },
    period: { start, end },
  })
  const annotations = [
    on('before', '2025-02-20', '2025-02-28'),
    on('into them', '2025-02-20', '2025-03-01'),
    on('in them', '2025-03-07', '2025-03-09'),
    on('after', '2025-03-08', '2025-03-08'),
  ]
  const call = { noun: 'annotations', verb: 'list' }
  const kept = (days: Subject['days']) =>
    (frozenAnswer(call, { annotations }, { ...subject, days }) as typeof found).annotations.map(
      ({ id }) => id,
    )
  const found = { annotations }
  expect(kept(subject.days)).toEqual(['into them', 'in them'])
  expect(kept(null)).toEqual([])
})

test('only aliases of values that occur in a report are in it', () => {
  const alias = (query_key: string, value: string) => ({ query_key, value, canonical: 'Facebook' })
  const rules = {
    ...{ decodes: true, ignoresCase: true, dropsIds: false },
    aliases: [
      alias('utm_source', 'fb ads'),
      alias('utm_source', 'another client'),
      alias('utm_medium', 'fb ads'),
    ],
  }
  const raw: Record<string, string[]> = { utm_source: ['google', 'FB+Ads'] }
  const valuesOf = (query_key: string) => raw[query_key] ?? []
  const call = { noun: 'traffic', verb: 'rules' }
  expect(frozenAnswer(call, rules, { ...subject, valuesOf })).toEqual({
    ...rules,
    aliases: [alias('utm_source', 'fb ads')],
  })
})

test('the user’s tags and pins of players are not in a report', () => {
  const mark = { player_id: subject.player_ids[0], tags: ['secret'], isPinned: true, openedAt: 1 }
  expect(frozenAnswer({ noun: 'players', verb: 'marks' }, [mark], subject)).toEqual([])
})

test('rankings, which name all players of the account, are not in a report', () => {
  expect(isFreezable({ noun: 'analytics', verb: 'leaderboard' })).toBe(false)
})
