import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Video } from '../../../../src/shared/api/video.ts'
import {
  accountProblems,
  type ProblemsInput,
} from '../../../../src/shared/features/problems/account-problems.ts'
import type { OwnRule } from '../../../../src/shared/features/problems/own-rule.ts'
import type { AccountProblem } from '../../../../src/shared/features/problems/problem.ts'
import type { Change } from '../../../../src/shared/features/publishing/edit.ts'
import { applyEdits } from '../../../../src/shared/features/publishing/lay.ts'
import { TEXT_BUTTON } from '../../../support/wrong-videos.ts'

type Item = Record<string, unknown>
const DURATION = 600
const AFTER_PITCH = { start: 300, end: 400 }

const button = (changes: Record<string, object> = {}, id = 'cta-1'): Item => {
  const merged = Object.entries(changes).map(([part, value]) => [
    part,
    { ...(Object.entries(TEXT_BUTTON).find(([key]) => key === part)?.[1] as object), ...value },
  ])
  return { ...TEXT_BUTTON, window: AFTER_PITCH, id, ...Object.fromEntries(merged) }
}
const withUrl = (url: string, id = 'cta-1') => button({ action: { url } }, id)

const pixel = (changes: Item = {}, id = 'px-1'): Item => ({
  id,
  base: { type: 'facebook', name: id },
  dispatch: { active: true, mode: 'percent', threshold: 25 },
  ...changes,
})

const video = (settings: object = {}, id = 'vid-1') =>
  ({ id, name: `Video ${id}`, duration: DURATION, ...settings }) as Video
const withButtons = (...items: Item[]) => video({ call_actions: { enabled: true, items } })
const withPixels = (...items: Item[]) => video({ pixels: { enabled: true, items } })
const filtering = (id: string, fallback: string | null, enabled = true) =>
  video({ traffic_filter: { enabled, fallback_video_id: fallback, countries: ['BR'] } }, id)

const find = (videos: readonly Video[], { pitch = 300 }: { pitch?: number | null } = {}) =>
  accountProblems({ videos, pitchOf: () => pitch, rules: [], tagsOf: () => [] })

const named = (problems: readonly AccountProblem[]) =>
  problems.map(({ severity, rule, item_id }) => `${severity} ${rule} ${item_id}`)

/** The fix of the one problem of a rule, applied. */
function fixed(videos: readonly Video[], rule: string, pitch: number | null = 300): Video {
  const [problem] = find(videos, { pitch }).filter((one) => one.rule === rule)
  const [whole] = videos
  if (!problem?.fix || !whole) throw new Error(`${rule} has no fix`)
  return withFix(whole, problem.fix)
}

const withFix = (whole: Video, fix: readonly Change[]) =>
  applyEdits(
    whole,
    fix.map((change) => editOf(change)),
  )

function editOf(change: Change) {
  if (change.kind === 'delete') return { ...change, register: null, want: null }
  if (change.kind === 'set') return { ...change, want: change.value }
  throw new Error('a fix sets or deletes')
}

const windowOf = (one: Video) => one.call_actions?.items?.[0]?.window

test('a valid video with its calls to action after its pitch has no problem', () => {
  const inOrder = video({
    call_actions: { enabled: true, items: [button()] },
    pixels: { enabled: true, items: [pixel()] },
  })
  expect(find([inOrder])).toEqual([])
})

describe('a call to action', () => {
  const at = (start: number, end: number) => withButtons(button({ window: { start, end } }))

  test('that starts after the end of the video is an error, reported once', () => {
    expect(named(find([at(700, 800)]))).toEqual(['error call-action-after-end cta-1'])
  })

  test('past the end is moved to the pitch, with its length, but not past the end', () => {
    expect(windowOf(fixed([at(700, 800)], 'call-action-after-end'))).toMatchObject({
      start: 300,
      end: 400,
    })
    expect(windowOf(fixed([at(700, 1500)], 'call-action-after-end'))).toMatchObject({
      start: 300,
      end: 600,
    })
  })

  test('past the end has no clear fix without a pitch, or with one past the end too', () => {
    for (const pitch of [null, 0, 600, 900]) {
      const [problem] = find([at(700, 800)], { pitch })
      expect([problem?.rule, problem?.fix]).toEqual(['call-action-after-end', undefined])
    }
  })

  test('before the pitch is a warning, and its fix moves it to the pitch', () => {
    expect(named(find([at(100, 200)]))).toEqual(['warning call-action-before-pitch cta-1'])
    expect(windowOf(fixed([at(100, 200)], 'call-action-before-pitch'))).toMatchObject({
      start: 300,
      end: 400,
    })
  })

  test('before the pitch has no clear fix where another one is shown at the pitch', () => {
    const early = (id: string) => button({ window: { start: 100, end: 200 } }, id)
    const [problem, ...others] = find([withButtons(early('cta-1'), button({}, 'cta-2'))])
    expect(problem).toMatchObject({ rule: 'call-action-before-pitch', item_id: 'cta-1' })
    expect([problem?.fix, others]).toEqual([undefined, []])
    const below = button({ base: { type: 'outside_video' } }, 'cta-2')
    expect(find([withButtons(early('cta-1'), below)])[0]?.fix).toHaveLength(2)
  })

  test('before the pitch is the only one of several over the video that is moved there', () => {
    const two = withButtons(
      button({ window: { start: 100, end: 150 } }, 'cta-1'),
      button({ window: { start: 150, end: 200 } }, 'cta-2'),
    )
    expect(find([two]).map(({ rule, fix }) => [rule, fix !== undefined])).toEqual([
      ['call-action-before-pitch', true],
      ['call-action-before-pitch', false],
    ])
  })

  test('that is off, or in a group that is off, is not checked', () => {
    const off = button({ window: { start: 100, end: 200 }, base: { active: false } })
    const groupOff = video({
      call_actions: { enabled: false, items: [button({ window: { start: 100, end: 200 } })] },
    })
    expect(named(find([withButtons(off)]))).toEqual([])
    expect(named(find([groupOff]))).toEqual(['note group-off-with-items null'])
  })

  test('that ends after the video is cut at its end', () => {
    expect(windowOf(fixed([at(300, 800)], 'window-beyond-duration'))).toMatchObject({
      start: 300,
      end: 600,
    })
  })

  test('that ends after a video of part of a second is cut at its last whole second', () => {
    const odd = { ...at(300, 800), duration: DURATION + 0.4 }
    expect(windowOf(fixed([odd], 'window-beyond-duration'))).toMatchObject({ end: DURATION })
  })

  test('that is off and lies after the end is not cut to nothing', () => {
    for (const start of [DURATION, 700]) {
      const off = button({ window: { start, end: 900 }, base: { active: false } })
      const ends = find([withButtons(off)]).filter(({ register }) => register === 'window.end')
      expect(ends.map(({ rule, fix }) => [rule, fix])).toEqual([
        ['window-beyond-duration', undefined],
      ])
    }
  })

  test('that overlaps another is found by the check of the video', () => {
    const two = withButtons(button(), button({ window: { start: 350, end: 450 } }, 'cta-2'))
    expect(named(find([two]))).toEqual(['warning windows-overlap cta-2'])
  })
})

describe('an address', () => {
  test('that is http becomes https', () => {
    const plain = withButtons(withUrl('http://shop.example/a?b=1'))
    expect(named(find([plain]))).toEqual(['warning address-http cta-1'])
    const [after] = fixed([plain], 'address-http').call_actions?.items ?? []
    expect(after?.action?.url).toBe('https://shop.example/a?b=1')
    const [fix] = find([withButtons(withUrl('http://[2001:db8::1]/x?to=a:80'))])
    expect(fix?.fix).toMatchObject([{ value: 'https://[2001:db8::1]/x?to=a:80' }])
  })

  test.each([
    'http://pay.example:80/x',
    'HTTP://a:b@pay.example:8080',
    'http://[2001:db8::1]:80/x',
  ])('%s is http and has no fix, because its port answers no https', (url) => {
    const found = find([withButtons(withUrl(url))])
    expect(found.map(({ rule, fix, before }) => [rule, fix, before])).toEqual([
      ['address-http', undefined, undefined],
    ])
  })

  test.each(['https:///offer', 'https://localhost/offer', 'https://checkout'])(
    '%s names no host of the internet',
    (url) => {
      expect(named(find([withButtons(withUrl(url))]))).toEqual([
        'warning address-without-host cta-1',
      ])
    },
  )

  test('without UTM parameters is reported where another of the video has them, and only there', () => {
    const mixed = withButtons(
      withUrl('https://shop.example/?utm_source=vsl'),
      withUrl('https://shop.example/', 'cta-2'),
    )
    expect(named(find([mixed])).filter((one) => one.includes('utm'))).toEqual([
      'warning address-without-utm cta-2',
    ])
    expect(named(find([withButtons(withUrl('https://shop.example/'))]))).toEqual([])
  })

  test('without UTM parameters is reported where half of ten of the account have them', () => {
    const videos = Array.from({ length: 10 }, (_, index) => ({
      ...withButtons(withUrl(`https://shop.example/${index < 5 ? '?utm_source=v' : ''}`)),
      id: `v${index}`,
      name: `${index}`,
    }))
    expect(find(videos).filter(({ rule }) => rule === 'address-without-utm')).toHaveLength(5)
    expect(find(videos.slice(1)).map(({ rule }) => rule)).toEqual([])
  })

  test('with another host than all others of the video is reported', () => {
    const three = withButtons(
      ...['pay.example', 'pay.example', 'other.example'].map((host, index) =>
        button(
          {
            action: { url: `https://${host}/` },
            window: { start: 300 + 10 * index, end: 310 + 10 * index },
          },
          `cta-${index}`,
        ),
      ),
    )
    const [problem] = find([three])
    expect([problem?.rule, problem?.item_id, problem?.details]).toEqual([
      'address-unlike-siblings',
      'cta-2',
      { value: 'other.example', usual: 'pay.example', count: 2 },
    ])
  })

  test('with another host than eight of ten of the account is reported', () => {
    const videos = Array.from({ length: 10 }, (_, index) => ({
      ...withButtons(withUrl(`https://${index < 8 ? 'pay' : `odd${index}`}.example/`)),
      id: `v${index}`,
      name: `${index}`,
    }))
    expect(find(videos).map(({ rule, video_id }) => `${rule} ${video_id}`)).toEqual([
      'address-unlike-siblings v8',
      'address-unlike-siblings v9',
    ])
  })
})

describe('a pixel', () => {
  const dispatch = (changes: object) => ({
    dispatch: { active: true, mode: 'time', threshold: 1, ...changes },
  })

  const SNIPPET = "<script>fetch('https://track.example')</script>"
  const custom = (changes: Item = {}, id = 'px-1') =>
    pixel({ base: { type: 'custom', name: id }, tag: { html: SNIPPET }, ...changes }, id)

  test('at a second after the end can never fire, which is reported once', () => {
    const late = withPixels(pixel(dispatch({ threshold: 601 })))
    expect(named(find([late]))).toEqual(['error pixel-never-fires px-1'])
    expect(named(find([withPixels(pixel(dispatch({ threshold: 600 })))]))).toEqual([])
  })

  test('that is on without a threshold can never fire', () => {
    for (const one of [dispatch({ mode: null }), dispatch({ threshold: null })]) {
      expect(named(find([withPixels(pixel(one))]))).toEqual(['error pixel-never-fires px-1'])
    }
    expect(named(find([withPixels(pixel(dispatch({ mode: null, active: false })))]))).toEqual([])
  })

  test('that is duplicated is reported at the later one, which the fix removes', () => {
    const two = withPixels(custom(), custom({}, 'px-2'), custom(dispatch({}), 'px-3'))
    expect(named(find([two]))).toEqual(['warning pixel-twice px-2'])
    const left = fixed([two], 'pixel-twice').pixels?.items?.map(({ id }) => id)
    expect(left).toEqual(['px-1', 'px-3'])
  })

  test('that was created later and is otherwise equal is duplicated', () => {
    const [one, other] = ['2026-01-01', '2026-01-02'].map((created_at) => ({ created_at }))
    expect(named(find([withPixels(custom(one), custom(other, 'px-2'))]))).toEqual([
      'warning pixel-twice px-2',
    ])
  })

  test('that differs in a key that no document names is not duplicated', () => {
    const [one, other] = ['111', '222'].map((pixel_id) => ({ tag: { html: SNIPPET, pixel_id } }))
    expect(find([withPixels(custom(one), custom(other, 'px-2'))])).toEqual([])
  })

  test.each(['facebook', 'google'])(
    'of %s is never called duplicated, because no document says whose it is',
    (type) => {
      const [one, other] = ['Client A', 'Client B'].map((name) => ({ base: { type, name } }))
      expect(find([withPixels(pixel(one), pixel(other, 'px-2'))])).toEqual([])
    },
  )

  test.each([
    [`fbq('init', '1'); fbq('track', 'Purchase')`, []],
    [`fbq('init', '1')`, ['warning pixel-without-event px-1']],
    [`gtag("config", "AW-1")`, ['warning pixel-without-event px-1']],
    [`ttq.load('1')`, ['warning pixel-without-event px-1']],
    [`fetch('https://track.example')`, []],
  ])('with the snippet %s: %j', (html, problems) => {
    const one = pixel({ base: { type: 'custom' }, tag: { html } })
    expect(named(find([withPixels(one)]))).toEqual(problems)
  })
})

describe('a fallback', () => {
  const rules = (...videos: Video[]) =>
    find(videos).map(({ rule, video_id }) => `${rule} ${video_id}`)

  test('that is the video itself is an error, and is cleared where the filter is off', () => {
    const own = filtering('a', 'a', false)
    expect(named(find([own]))).toEqual(['error fallback-is-itself null'])
    expect(fixed([own], 'fallback-is-itself').traffic_filter?.fallback_video_id).toBeNull()
  })

  test('that is the video itself has no clear fix where the filter is on, which needs another one', () => {
    const [problem, ...others] = find([filtering('a', 'a')])
    expect([problem?.rule, problem?.fix, others]).toEqual(['fallback-is-itself', undefined, []])
  })

  test('that filters too is a warning, unless its filter is off', () => {
    expect(rules(filtering('a', 'b'), filtering('b', 'c'), video({}, 'c'))).toEqual([
      'fallback-filters-too a',
    ])
    expect(rules(filtering('a', 'b'), filtering('b', 'a', false))).toEqual([])
  })

  test('that leads back reports the loop, from each video of it', () => {
    const found = find([filtering('a', 'b'), filtering('b', 'c'), filtering('c', 'a')])
    expect(found.map(({ rule, details }) => [rule, details['path']])).toEqual([
      ['fallback-loops', 'Video a → Video b → Video c → Video a'],
      ['fallback-loops', 'Video b → Video c → Video a → Video b'],
      ['fallback-loops', 'Video c → Video a → Video b → Video c'],
    ])
  })

  test('that no video has is unknown only once all videos were read', () => {
    const input: ProblemsInput = {
      ...{ videos: [filtering('a', 'gone')], pitchOf: () => 1, rules: [], tagsOf: () => [] },
    }
    expect(named(accountProblems(input))).toEqual([])
    expect(named(accountProblems({ ...input, isComplete: true }))).toEqual([
      'error fallback-unknown null',
    ])
  })

  test('of a filter that is on with nothing in it is a warning', () => {
    const empty = video({ traffic_filter: { enabled: true, fallback_video_id: 'b' } }, 'a')
    expect(rules(empty)).toEqual(['filter-without-rules a'])
  })
})

test('a loop that starts after the end is fixed to start at the beginning', () => {
  const loop = video({ playback: { action_after_finish: { type: 'loop', start: 601 } } })
  expect(named(find([loop]))).toEqual(['error loop-beyond-duration null'])
  expect(fixed([loop], 'loop-beyond-duration').playback?.action_after_finish).toEqual({
    type: 'loop',
    start: 0,
  })
})

test('a video with calls to action but no pitch is noted, if its player is known', () => {
  const pitches = [null, 0, undefined, 300].map((pitch) =>
    accountProblems({
      videos: [withButtons(button())],
      pitchOf: () => pitch,
      rules: [],
      tagsOf: () => [],
    }).map(({ rule }) => rule),
  )
  expect(pitches).toEqual([['no-pitch'], ['no-pitch'], [], []])
})

test('two videos with the same name are noted at both', () => {
  const same = ['a', 'b', 'c'].map((id) => ({ ...video({}, id), name: id === 'c' ? 'C' : ' VSL' }))
  expect(find(same).map(({ rule, video_id }) => `${rule} ${video_id}`)).toEqual([
    'name-twice a',
    'name-twice b',
  ])
})

test('thousands of calls to action that overlap are checked, each with its fix', () => {
  const many = Array.from({ length: 2000 }, (_, index) =>
    button(
      { window: { start: 700 + index, end: 5000 }, action: { url: 'http://shop.example/' } },
      `cta-${index}`,
    ),
  )
  const found = find([{ ...withButtons(...many), duration: 3600 }])
  const fixes = (rule: string) => found.filter((one) => one.rule === rule && one.fix).length
  expect(fixes('window-beyond-duration')).toBe(2000)
  expect(fixes('address-http')).toBe(2000)
})

test('every fix solves its problem without a new error or warning, also with all of its rule', () => {
  const second = fc.constantFrom(null, -5, 0, 100, 300, 500, 590, 599, 600, 601, 700, 900)
  const isOn = fc.boolean()
  const buttons = fc.array(
    fc.record({
      ...{ isOn, isOver: isOn, isHtml: isOn, start: second, end: second },
      scheme: fc.constantFrom('http', 'https'),
    }),
    { maxLength: 4 },
  )
  const anyVideo = fc
    .record({
      duration: fc.constantFrom(599.2, 600, 600.7, null),
      ...{ isOn, isFiltering: isOn, buttons },
      threshold: fc.option(second),
      mode: fc.constantFrom('time', 'percent'),
      fallback: fc.constantFrom('vid-1', 'gone', null),
      type: fc.constantFrom('loop', 'stop', undefined),
      restart: second,
    })
    .map((one) => ({
      ...filtering('vid-1', one.fallback, one.isFiltering),
      duration: one.duration,
      call_actions: {
        enabled: one.isOn,
        items: one.buttons.map(({ isOver, isHtml, start, end, scheme, ...of }, index) =>
          button(
            {
              base: { active: of.isOn, type: isOver ? 'inside_video' : 'outside_video' },
              window: { start, end },
              action: { url: `${scheme}://shop.example/`, as_html: isHtml },
            },
            `cta-${index}`,
          ),
        ),
      },
      pixels: {
        enabled: true,
        items: ['px-1', 'px-2', 'px-3'].map((id) => ({
          ...pixel({ dispatch: { mode: one.mode, threshold: one.threshold } }, id),
          ...{ base: { type: 'custom', name: id }, tag: { html: '<script></script>' } },
        })),
      },
      playback: { action_after_finish: { type: one.type, start: one.restart } },
    }))
  const own = (register: string, comparison: OwnRule['comparison'], value = ''): OwnRule => ({
    ...{ id: comparison.toLowerCase(), name: register, severity: 'warning', tag: null },
    ...{ group: 'call_actions', register, comparison, value },
  })
  const ownRules = fc.subarray([
    own('window.start', 'is', '300'),
    own('window.end', 'less', '600'),
    own('action.url', 'hasNot', 'http://'),
  ])
  const placeOf = ({ rule, item_id, register }: AccountProblem) => `${rule} ${item_id} ${register}`
  const seen = new Set<string>()
  fc.assert(
    fc.property(
      anyVideo,
      fc.constantFrom(null, 300, 550, 595, 600),
      ownRules,
      (given, pitch, rules) => {
        const whole = given as unknown as Video
        const findIn = (one: Video) =>
          accountProblems({ videos: [one], pitchOf: () => pitch, rules, tagsOf: () => [] })
        const before = findIn(whole)
        const known = new Set(before.map(placeOf))
        const expectSolved = (solved: readonly AccountProblem[]) => {
          const after = findIn(
            withFix(
              whole,
              solved.flatMap(({ fix }) => fix ?? []),
            ),
          )
          const places = new Set(solved.map(placeOf))
          const wrong = after.filter(
            (one) =>
              places.has(placeOf(one)) || (one.severity !== 'note' && !known.has(placeOf(one))),
          )
          expect(wrong.map(placeOf)).toEqual([])
        }
        const fixable = before.filter(({ fix }) => fix)
        for (const one of fixable) {
          seen.add(one.rule)
          expectSolved([one])
          expectSolved(fixable.filter(({ rule }) => rule === one.rule))
        }
      },
    ),
    { numRuns: 300 },
  )
  expect([...seen].sort()).toEqual([
    ...['address-http', 'call-action-after-end', 'call-action-before-pitch', 'fallback-is-itself'],
    ...['loop-beyond-duration', 'loop-start-negative', 'pixel-twice', 'window-beyond-duration'],
  ])
})
