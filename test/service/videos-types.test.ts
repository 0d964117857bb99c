import { expect, test } from 'vitest'
import { refused, said } from './video-asking.ts'

/** Every key of the document's tables with a value of a wrong type. */
const WRONG: [string, unknown][] = [
  ['smart_autoplay.enabled', 'true'],
  ['smart_autoplay.variants', {}],
  ['call_actions.enabled', 1],
  ['call_actions.items', {}],
  ['pixels.enabled', 'no'],
  ['pixels.items', 'x'],
  ['traffic_filter.enabled', 0],
  ['traffic_filter.fallback_video_id', 5],
  ['traffic_filter.token', {}],
  ['traffic_filter.languages', 'pt'],
  ['traffic_filter.countries', [5]],
  ['traffic_filter.devices', {}],
  ['traffic_filter.query_params', [null]],
  ['traffic_filter.block_proxy', 'yes'],
  ['playback.enabled', 'yes'],
  ['playback.disable_pause', 1],
  ['playback.smart_pause', []],
  ['playback.scroll_to_action_in', 1.5],
  ['playback.action_after_finish', 'loop'],
  ['immersive_mode.enabled', 'on'],
  ['immersive_mode.desktop', 1],
  ['immersive_mode.mobile', 0],
  ['immersive_mode.disable_scrolling', 'x'],
  ['immersive_mode.expand_on_play', {}],
  ['immersive_mode.minimize_on_pause', []],
]

test.each(WRONG)('%s of a wrong type is refused', async (place, value) => {
  const [group = '', key = ''] = place.split('.')
  expect(await said({ [group]: { [key]: value } })).toEqual(refused(place, 'must be'))
})

const WRONG_IN_ITEMS: [string, unknown][] = [
  ['call_actions.id', 5],
  ['call_actions._destroy', 'true'],
  ['call_actions.base', []],
  ['call_actions.base.name', 5],
  ['call_actions.base.active', 'yes'],
  ['call_actions.window.start', '60'],
  ['call_actions.window.end', 1.5],
  ['call_actions.window.persist_on_video_end', 1],
  ['call_actions.action.content', 5],
  ['call_actions.action.open_in_new_tab', '_blank'],
  ['call_actions.action.html', {}],
  ['call_actions.action.as_html', 'yes'],
  ['call_actions.design.typography', 'bold'],
  ['call_actions.design.styles', []],
  ['pixels.id', {}],
  ['pixels._destroy', 1],
  ['pixels.base.name', []],
  ['pixels.tag.html', 5],
  ['pixels.dispatch.active', 'on'],
  ['pixels.dispatch.threshold', 2.5],
]

test.each(WRONG_IN_ITEMS)('%s of a wrong type in an item is refused', async (place, value) => {
  const [group = '', ...keys] = place.split('.')
  const item = keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
  const says = await said({ [group]: { items: [item] } })
  expect(says).toEqual(refused(`${group}.items[0].${keys.join('.')}`, 'must be'))
})
