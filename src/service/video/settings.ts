import type { WorldPlayer } from '../players.ts'
import { hexadecimal } from '../random.ts'
import { autoplayOf } from '../variants.ts'
import type { World } from '../world.ts'
import { wireDate } from '../zone.ts'
import type { Files } from './files.ts'
import { makeCallActions, makePixels } from './items.ts'
import type { Json } from './shape.ts'

/**
 * A player as the Video management API shows it. What is in it goes by the player's index, so that
 * a few videos are enough to have one of everything, and some that lack a group.
 */
export function makeVideo(of: WorldPlayer, world: World, files: Files): Json {
  const { id, index, name, duration, created } = of
  return {
    id,
    name,
    duration,
    created_at: new Date(created * 1000).toISOString(),
    // Keys that the document does not show: they come back in every answer and are never changed.
    status: 'ready',
    thumbnail: { url: `https://images.example/${id}.jpg`, made_at: wireDate(created) },
    ...(autoplayOf(index).isPresent ? { smart_autoplay: makeSmartAutoplay(of, files) } : {}),
    ...(index % 8 === 6 ? {} : { call_actions: makeCallActions(of) }),
    ...(index % 8 === 7 ? {} : { pixels: makePixels(of) }),
    ...(index % 3 === 2 ? {} : { traffic_filter: makeTrafficFilter(of, world) }),
    ...(index % 7 === 5 ? {} : { playback: makePlayback(of) }),
    ...(index % 4 === 3 ? {} : { immersive_mode: makeImmersiveMode(of) }),
  }
}

// Video, smart_autoplay: `mode` and `active_number` are read-only.
function makeSmartAutoplay({ index, seed }: WorldPlayer, files: Files): Json {
  const { isEnabled, mode, active_number, count } = autoplayOf(index)
  const variants = makeVariants(index, seed, files).slice(0, count)
  return { enabled: isEnabled, mode, active_number, variants }
}

function makeVariants(index: number, seed: number, files: Files): Json[] {
  const chosen = { template_name: 'default', template_position: 'middle-center' }
  if (index % 4 === 0 || index % 4 === 3) {
    return [chosen, { template_name: 'modern', template_position: 'bottom-right' }]
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
    chosen,
  ]
}

function makeTrafficFilter({ index, id, created, seed }: WorldPlayer, world: World): Json {
  if (index % 3 === 1) return { enabled: false, languages: [], countries: [] }
  const fallback = world.players(created).find((other) => other.id !== id)
  return {
    enabled: true,
    ...(fallback ? { fallback_video_id: fallback.id } : {}),
    token: hexadecimal(32, seed, 51),
    languages: index % 2 === 0 ? ['pt', 'en'] : ['pt-BR'],
    countries: ['BR', 'PT', 'US'],
    ...(index % 2 === 0 ? { devices: ['mobile', 'desktop'] } : {}),
    query_params: index % 6 === 3 ? ['utm_source', 'src=<email>'] : ['utm_source'],
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
