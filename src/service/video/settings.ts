import type { Group } from '../../shared/api/settings/index.ts'
import type { WorldPlayer } from '../players.ts'
import { hexadecimal } from '../random.ts'
import { autoplayOf } from '../variants.ts'
import type { World } from '../world.ts'
import { wireDate } from '../zone.ts'
import type { Files } from './files.ts'
import { makeCallActions, makePixels } from './items.ts'
import type { Json } from './shape.ts'

export interface VideoParts {
  world: World
  files: Files
  /**
   * How a settings group that was never set up is shown: 'off' is disabled and empty, 'missing' is
   * left out, which the document does not exclude.
   */
  unusedGroups: 'off' | 'missing'
}

/**
 * A player as the video management API shows it. Its content depends on the player's index, so that
 * a few videos cover every kind of content, and every group that was never set up.
 */
export function makeVideo(of: WorldPlayer, parts: VideoParts): Json {
  const { id, name, duration, created } = of
  return {
    id,
    name,
    duration,
    created_at: new Date(created * 1000).toISOString(),
    // Undocumented keys: returned in every answer, never changed.
    status: 'ready',
    thumbnail: { url: `https://images.example/${id}.jpg`, made_at: wireDate(created) },
    ...makeGroups(of, parts),
  }
}

function makeGroups(of: WorldPlayer, { world, files, unusedGroups }: VideoParts): Json {
  const { index } = of
  const groups: { [G in Group]: Json | null } = {
    smart_autoplay: autoplayOf(index).isSetUp ? makeSmartAutoplay(of, files) : null,
    call_actions: index % 8 === 6 ? null : makeCallActions(of),
    pixels: index % 8 === 7 ? null : makePixels(of),
    traffic_filter: index % 3 === 2 ? null : makeTrafficFilter(of, world),
    playback: index % 7 === 5 ? null : makePlayback(of),
    immersive_mode: index % 4 === 3 ? null : makeImmersiveMode(of),
  }
  return unusedGroups === 'off' ? { ...UNUSED, ...withoutNulls(groups) } : withoutNulls(groups)
}

const withoutNulls = (groups: Record<Group, Json | null>) =>
  Object.fromEntries(Object.entries(groups).filter(([, group]) => group !== null))

// Video, smart_autoplay: `mode` and `active_number` are read-only.
function makeSmartAutoplay({ index, seed }: WorldPlayer, files: Files): Json {
  const { isEnabled, mode, active_number, count } = autoplayOf(index)
  const variants = makeVariants(index, seed, files).slice(0, count)
  return { enabled: isEnabled, mode, active_number, variants }
}

function makeVariants(index: number, seed: number, files: Files): Json[] {
  if (index % 4 === 0 || index % 4 === 3) {
    return [CHOSEN_TEMPLATE, { template_name: 'modern', template_position: 'bottom-right' }]
  }
  if (index % 4 === 2) {
    const text = { text: 'Tap to <b>listen</b> 🔊', color: '#ffffff', size: 18 }
    const built = {
      id: hexadecimal(24, seed, 41),
      layers: [text],
      background: { color: '#111827' },
    }
    return [built, { template_name: 'discrete', template_position: 'top-left' }]
  }
  const file_id = hexadecimal(24, seed, 42)
  files.keep({ id: file_id, name: 'capa.png', content_type: 'image/png', size: 48_213 })
  return [
    { template_name: 'image', template_position: 'bottom-center', file_id, scale: 0.6 },
    CHOSEN_TEMPLATE,
  ]
}

function makeTrafficFilter(of: WorldPlayer, world: World): Json {
  const { index, id, created, seed } = of
  if (index % 3 === 1) return { enabled: false, languages: [], countries: [] }
  const fallback = world.players(created).find((other) => other.id !== id)
  return {
    enabled: true,
    ...(fallback ? { fallback_video_id: fallback.id } : {}),
    token: hexadecimal(32, seed, 51),
    languages: index % 2 === 0 ? ['pt', 'en'] : ['pt-BR'],
    countries: ['BR', 'PT', 'US'],
    ...(index % 2 === 0 ? { devices: ['mobile', 'desktop'] } : {}),
    query_params:
      index % 6 === 3 && of.texts === 'hostile' ? ['utm_source', 'src=<email>'] : ['utm_source'],
    block_proxy: index % 2 === 0,
  }
}

function makePlayback({ index, pitch_time, duration }: WorldPlayer): Json {
  const loop = { type: 'loop', start: pitch_time || Math.floor(duration / 2) }
  return {
    enabled: true,
    disable_pause: index % 2 === 1,
    smart_pause: true,
    ...(pitch_time > 0 ? { scroll_to_action_in: pitch_time } : {}),
    ...(index % 3 === 1 ? { action_after_finish: loop } : {}),
  }
}

const makeImmersiveMode = ({ index }: WorldPlayer): Json => ({
  enabled: index % 4 === 1,
  desktop: false,
  mobile: true,
  disable_scrolling: true,
  expand_on_play: true,
  minimize_on_pause: index % 2 === 0,
})

const CHOSEN_TEMPLATE = { template_name: 'default', template_position: 'middle-center' }

/** Groups that were never set up. */
const UNUSED: Record<Group, Json> = {
  smart_autoplay: {
    enabled: false,
    mode: 'single',
    active_number: 1,
    variants: [CHOSEN_TEMPLATE],
  },
  call_actions: { enabled: false, items: [] },
  pixels: { enabled: false, items: [] },
  traffic_filter: { enabled: false, languages: [], countries: [] },
  playback: { enabled: false, disable_pause: false, smart_pause: false },
  immersive_mode: {
    enabled: false,
    desktop: false,
    mobile: false,
    disable_scrolling: false,
    expand_on_play: false,
    minimize_on_pause: false,
  },
}
