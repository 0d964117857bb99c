import { describe, expect, test } from 'vitest'
import type { Video } from '../../../../../src/shared/api/video.ts'
import { checkVideo } from '../../../../../src/shared/features/videos/check/check-video.ts'
import { TEXT_BUTTON } from '../../../../support/wrong-videos.ts'

const DURATION = 600

/** A video with some settings, which may be as wrong as JSON can be. */
const withSettings = (settings: object) =>
  ({ id: 'vid-1', name: 'One', duration: DURATION, ...settings }) as Video

const button = TEXT_BUTTON
const { typography: TYPOGRAPHY, styles: STYLES } = button.design

const code = {
  id: 'cta-2',
  base: { name: 'Banner', type: 'outside_video' },
  action: { as_html: true, html: '<b>x</b>' },
}

type Item = { [key: string]: unknown }
const items = (...given: Item[]) => withSettings({ call_actions: { enabled: true, items: given } })
const pixel = (changes: Item) =>
  withSettings({ pixels: { enabled: true, items: [{ id: 'px-1', ...changes }] } })

/** The names of the rules, with the register each is about. */
const rules = (video: Video, knownVideoIds?: string[]) =>
  checkVideo(video, knownVideoIds ? { knownVideoIds } : {}).map(
    ({ rule, register }) => `${rule} ${register}`,
  )

test('a video without settings, and one with only valid settings, have no problem', () => {
  expect(rules({ id: 'vid-1' })).toEqual([])
  const video = withSettings({
    smart_autoplay: {
      enabled: true,
      mode: 'ab',
      active_number: 2,
      variants: [
        { template_name: 'modern', template_position: 'top-left' },
        { template_name: 'image', template_position: 'middle-center', file_id: 'f', scale: 0.1 },
        { layers: [{ text: 'by hand' }], scale: 7 },
      ],
    },
    call_actions: { enabled: true, items: [button, code] },
    pixels: {
      enabled: true,
      items: [
        { id: 'a', base: { type: 'custom' }, tag: { html: '<i>' }, dispatch: { mode: 'time' } },
        { id: 'b', base: { type: 'google' }, dispatch: { mode: 'percent', threshold: 100 } },
      ],
    },
    traffic_filter: { enabled: true, fallback_video_id: 'vid-2', countries: ['BR'] },
    playback: { scroll_to_action_in: 600, action_after_finish: { type: 'loop', start: 600 } },
    immersive_mode: { enabled: true, desktop: false, something: { unknown: 1 } },
  })
  expect(rules(video, ['vid-1', 'vid-2'])).toEqual([])
})

describe('a text button', () => {
  const changed = (part: string, value: object) =>
    rules(items({ ...button, [part]: { ...((button as Item)[part] as object), ...value } }))

  test.each([
    ['action', { content: ' ' }, 'button-content-missing action.content'],
    ['action', { content: null }, 'button-content-missing action.content'],
    ['action', { url: '' }, 'button-url-missing action.url'],
    ['action', { url: 'javascript:alert(1)' }, 'url-not-http action.url'],
    ['action', { url: 'https://' }, 'url-not-http action.url'],
    ['action', { url: 'shop.example' }, 'url-not-http action.url'],
    ['action', { html: '<b>' }, 'html-needs-as-html action.html'],
    ['base', { name: 'Label' }, 'button-name-refused base.name'],
    ['base', { type: 'beside_video' }, 'call-action-type-unknown base.type'],
    ['design', { typography: null }, 'button-typography-incomplete design.typography'],
    ['design', { styles: { ...STYLES, padding: '' } }, 'button-styles-incomplete design.styles'],
    ['window', { end: 10 }, 'window-end-not-after-start window.end'],
    ['window', { end: 601 }, 'window-beyond-duration window.end'],
    ['window', { start: -1 }, 'second-negative window.start'],
  ])('with %s %j has just that problem', (part, value, problem) => {
    expect(changed(part, value)).toEqual([problem])
  })

  test('has one problem for missing typography keys and one for missing style keys', () => {
    const design = { typography: { family: 'Inter', size: 0, weight: 1 }, styles: { shadow: '1' } }
    const found = checkVideo(items({ ...button, design }))
    expect(found.map(({ details }) => details['missing'])).toEqual([
      'letter_spacing, line_height',
      'border_radius, padding, color',
    ])
  })

  test('has requirements that HTML and picture buttons do not have, which may have a name', () => {
    expect(rules(items(code))).toEqual([])
    expect(rules(items({ id: 'c', base: { name: 'N' }, image_as_button: { file: 'x' } }))).toEqual(
      [],
    )
    expect(rules(items({ id: 'c', action: { as_html: true } }))).toEqual(['html-empty action.html'])
  })
})

describe('calls to action over the video at the same time', () => {
  const at = (id: string, start: number, end: number, base: object = {}) => ({
    ...button,
    id,
    base: { ...button.base, ...base },
    window: { start, end },
  })
  const overlaps = (...given: Item[]) =>
    checkVideo(items(...given)).map(({ item_id, details }) => [item_id, details['limit']])

  test('are found in any order, with the end of the one that is already on', () => {
    expect(overlaps(at('c', 15, 18), at('a', 0, 100), at('b', 100, 110))).toEqual([['c', 100]])
    expect(overlaps(at('a', 5, 9), at('b', 5, 9))).toEqual([['b', 9]])
  })

  test('are no problem when one is off, or below the video', () => {
    expect(overlaps(at('a', 5, 9), at('b', 5, 9, { active: false }))).toEqual([])
    expect(overlaps(at('a', 5, 9), at('b', 5, 9, { type: 'outside_video' }))).toEqual([])
  })

  test('are one problem per call to action, however many overlap', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => at(`c${index}`, index % 7, 500))
    expect(overlaps(...many)).toHaveLength(9_999)
  })
})

test.each([
  [{ base: { type: 'other' } }, ['pixel-type-unknown base.type']],
  [{ dispatch: { mode: 'scroll' } }, ['dispatch-mode-unknown dispatch.mode']],
  [{ dispatch: { mode: 'percent', threshold: 101 } }, ['percent-out-of-range dispatch.threshold']],
  [{ dispatch: { mode: 'percent', threshold: -1 } }, ['percent-out-of-range dispatch.threshold']],
  [{ dispatch: { mode: 'time', threshold: 601 } }, ['pixel-beyond-duration dispatch.threshold']],
  [{ dispatch: { mode: 'time', threshold: -1 } }, ['second-negative dispatch.threshold']],
  [{ dispatch: { mode: 'time', threshold: 101 } }, []],
  [{ base: { type: 'custom' }, tag: { html: ' ' } }, ['pixel-without-snippet tag.html']],
  [{ base: { type: 'facebook' } }, []],
])('a pixel of %j has the problems %j', (given, expected) => {
  expect(rules(pixel(given))).toEqual(expected)
})

describe('the traffic filter', () => {
  const filter = (given: object) =>
    rules(withSettings({ traffic_filter: { enabled: true, fallback_video_id: 'v2', ...given } }), [
      'vid-1',
      'v2',
    ])

  test.each([
    [{ countries: ['BR'], fallback_video_id: 'vid-1' }, ['fallback-is-itself fallback_video_id']],
    [{ countries: ['BR'], fallback_video_id: 'v9' }, ['fallback-unknown fallback_video_id']],
    [{ countries: ['BR'], fallback_video_id: null }, ['fallback-missing fallback_video_id']],
    [{ countries: ['BR'], token: 't' }, ['filter-token-set token']],
    [{ countries: ['BR'], devices: [] }, ['filter-list-empty devices']],
    [{ countries: [], devices: [] }, ['filter-without-rules null']],
    [{ block_proxy: true }, []],
    [{ enabled: false, countries: [], fallback_video_id: null }, []],
  ])('of %j has the problems %j', (given, expected) => {
    expect(filter(given)).toEqual(expected)
  })
})

test.each([
  [{ template_name: 'huge' }, ['template-name-unknown']],
  [{ template_name: 'modern', template_position: 'left-top' }, ['template-position-unknown']],
  [{ template_name: 'image', scale: 0.5 }, ['image-without-file']],
  [{ template_name: 'image', file_id: 'f', scale: 0.09 }, ['image-scale-out-of-range']],
  [{ template_name: 'image', file_id: 'f', scale: 1.01 }, ['image-scale-out-of-range']],
  [{ template_name: 'image', file_id: 'f' }, ['image-without-scale']],
  [{ template_name: 'modern', file_id: 'f' }, ['file-without-image']],
  [{ template_name: 'modern', scale: 1 }, ['scale-without-image']],
  [{ template_position: 'nowhere', html: '\uD800' }, []],
])('a variant of smart autoplay of %j has the problems %j', (variant, expected) => {
  const found = checkVideo(withSettings({ smart_autoplay: { variants: [{}, variant] } }))
  expect(found.map(({ rule }) => rule)).toEqual(expected)
  for (const { details } of found) expect(details['number']).toBe(2)
})

test.each([
  [{ action_after_finish: { type: 'loop' } }, ['loop-without-start action_after_finish']],
  [
    { action_after_finish: { type: 'loop', start: -1 } },
    ['loop-start-negative action_after_finish'],
  ],
  [
    { action_after_finish: { type: 'loop', start: 601 } },
    ['loop-beyond-duration action_after_finish'],
  ],
  [
    { action_after_finish: { type: 'stop', start: 1 } },
    ['finish-type-unknown action_after_finish'],
  ],
  [{ action_after_finish: { type: 'loop', start: '5' } }, ['wrong-type action_after_finish']],
  [{ action_after_finish: null }, []],
  [{ scroll_to_action_in: 601 }, ['scroll-beyond-duration scroll_to_action_in']],
  [{ scroll_to_action_in: -1 }, ['second-negative scroll_to_action_in']],
])('playback of %j has the problems %j', (playback, expected) => {
  expect(rules(withSettings({ playback }))).toEqual(expected)
})

test('a loop that restarts past the end is no error where the length is unknown', () => {
  const playback = { action_after_finish: { type: 'loop', start: 9999 } }
  expect(rules({ id: 'v', playback })).toEqual([])
})

test('values of a wrong type are errors at their own place', () => {
  const video = withSettings({
    immersive_mode: { desktop: 'yes' },
    traffic_filter: { languages: ['pt', 3] },
    call_actions: { items: [{ ...code, base: 'x', window: { start: 1.5 } }] },
  })
  expect(rules(video).sort()).toEqual([
    'wrong-type base',
    'wrong-type desktop',
    'wrong-type languages',
    'wrong-type window.start',
  ])
})

test('an invalid code in a list is a warning if the service already has it, and otherwise an error', () => {
  const has = { countries: ['BR', 'Brasil'], languages: ['pt-BR', 'pt_BR'] }
  const base = withSettings({ traffic_filter: has })
  const video = withSettings({
    traffic_filter: {
      countries: [...has.countries, 'US', 'us', 'Estados Unidos', 'XK'],
      languages: [...has.languages, 'en', 'fil', 'es-419', 'zh-Hant-TW', 'english', 'xx', 'pt-XX'],
    },
  })
  const said = checkVideo(video, { base }).map(
    ({ severity, register, details }) => `${severity} ${register} ${details['value']}`,
  )
  expect(said).toEqual([
    'warning countries Brasil',
    'error countries us',
    'error countries Estados Unidos',
    'error countries XK',
    'warning languages pt_BR',
    'error languages english',
    'error languages xx',
    'error languages pt-XX',
  ])
})

test('a lone surrogate is found in every text that would be sent, and in no other', () => {
  const half = 'a\uD83D'
  const video = withSettings({
    name: half,
    traffic_filter: { countries: ['BR', half], mystery: half },
    call_actions: {
      items: [
        { ...button, design: { typography: { ...TYPOGRAPHY, family: half }, styles: STYLES } },
      ],
    },
  })
  const found = checkVideo(video)
  expect(found.map(({ rule, register }) => [rule, register])).toEqual([
    ['broken-text', 'countries'],
    ['broken-text', 'design.typography'],
  ])
  expect(found.map(({ details }) => details['value'])).toEqual(['a\uFFFD', 'a\uFFFD'])
  expect(rules(items({ ...button, action: { ...button.action, content: 'Comprar 🛒' } }))).toEqual(
    [],
  )
})

test('a group that is off but has items is reported once', () => {
  const video = withSettings({ pixels: { enabled: false, items: [{ id: 'a' }, { id: 'b' }] } })
  expect(checkVideo(video)).toEqual([
    {
      severity: 'warning',
      video_id: 'vid-1',
      group: 'pixels',
      item_id: null,
      register: 'enabled',
      rule: 'group-off-with-items',
      details: { value: 2 },
    },
  ])
})

test('a long value is shortened in the problem', () => {
  const [problem] = checkVideo(items({ ...button, base: { name: '🛒'.repeat(500_000) } }))
  expect(problem?.details['value']).toBe(`${'🛒'.repeat(80)}…`)
})

test('an invalid value that the service itself has is a warning until it is changed', () => {
  const strange = { ...button, action: { ...button.action, content: 'Half \uD83D' } }
  const base = items(strange)
  const severities = (item: Item) =>
    checkVideo(items(item), { base }).map(({ rule, severity }) => [rule, severity])
  const moved = { ...strange, window: { start: 11, end: 20 } }
  expect(severities(moved)).toEqual([['broken-text', 'warning']])
  const edited = { ...strange, action: { ...button.action, content: 'Other \uD83D' } }
  expect(severities(edited)).toEqual([['broken-text', 'error']])
  const named = { ...button, base: { ...button.base, name: 'N' } }
  const same = checkVideo(items(named), { base: items(named) })
  expect(same.map(({ severity }) => severity)).toEqual(['warning'])
})
