import type { Video } from '../../src/shared/api/video.ts'
import type { Rule } from '../../src/shared/features/videos/check/rules.ts'

const TYPOGRAPHY = { family: 'Inter', letter_spacing: 0, line_height: 1.2, size: 16, weight: 700 }
const STYLES = { border_radius: 4, padding: 8, shadow: 'none', background_color: '#fff' }

/** A correct text button. */
export const TEXT_BUTTON = {
  id: 'cta-1',
  base: { type: 'inside_video', active: true },
  window: { start: 10, end: 20 },
  action: { content: 'Buy', url: 'https://shop.example/', as_html: false },
  design: { typography: TYPOGRAPHY, styles: STYLES },
}

const { base, action, design } = TEXT_BUTTON
const button = (changes: object) => ({ call_actions: { items: [{ ...TEXT_BUTTON, ...changes }] } })
const pixel = (changes: object) => ({ pixels: { items: [{ id: 'px-1', ...changes }] } })
const filter = (changes: object) => ({
  traffic_filter: { enabled: true, fallback_video_id: 'v2', ...changes },
})
const variant = (changes: object) => ({ smart_autoplay: { variants: [changes] } })
const finish = (action_after_finish: object) => ({ playback: { action_after_finish } })

const SETTINGS: Record<Rule, object> = {
  'wrong-type': { immersive_mode: { desktop: 'yes' } },
  'broken-text': filter({ countries: ['\uD83D'] }),
  'call-action-type-unknown': button({ base: { type: 'beside' } }),
  'button-content-missing': button({ action: { ...action, content: null } }),
  'button-url-missing': button({ action: { ...action, url: null } }),
  'button-typography-incomplete': button({ design: { ...design, typography: { size: 1 } } }),
  'button-styles-incomplete': button({ design: { ...design, styles: { padding: 1 } } }),
  'button-name-refused': button({ base: { ...base, name: 'Label' } }),
  'html-needs-as-html': button({ action: { ...action, html: '<b>' } }),
  'html-empty': button({ action: { as_html: true } }),
  'url-not-http': button({ action: { ...action, url: 'ftp://shop.example/' } }),
  'window-end-not-after-start': button({ window: { start: 9, end: 9 } }),
  'window-beyond-duration': button({ window: { start: 9, end: 601 } }),
  'second-negative': button({ window: { start: -1, end: 601 } }),
  'windows-overlap': { call_actions: { items: [TEXT_BUTTON, { ...TEXT_BUTTON, id: 'cta-2' }] } },
  'pixel-type-unknown': pixel({ base: { type: 'other' } }),
  'dispatch-mode-unknown': pixel({ dispatch: { mode: 'scroll' } }),
  'percent-out-of-range': pixel({ dispatch: { mode: 'percent', threshold: 101 } }),
  'pixel-beyond-duration': pixel({ dispatch: { mode: 'time', threshold: 601 } }),
  'pixel-without-snippet': pixel({ base: { type: 'custom' } }),
  'country-unknown': filter({ countries: ['Estados Unidos'] }),
  'language-unknown': filter({ languages: ['português'] }),
  'fallback-is-itself': filter({ fallback_video_id: 'v1', countries: ['BR'] }),
  'fallback-unknown': filter({ fallback_video_id: 'v9', countries: ['BR'] }),
  'fallback-missing': filter({ fallback_video_id: null, countries: ['BR'] }),
  'filter-list-empty': filter({ countries: ['BR'], devices: [] }),
  'filter-without-rules': filter({}),
  'filter-token-set': filter({ countries: ['BR'], token: 'secret' }),
  'template-name-unknown': variant({ template_name: 'huge' }),
  'template-position-unknown': variant({ template_name: 'modern', template_position: 'up' }),
  'image-without-file': variant({ template_name: 'image', scale: 1 }),
  'picture-not-kept': variant({ template_name: 'image', file_id: 'local:no hash', scale: 1 }),
  'image-without-scale': variant({ template_name: 'image', file_id: 'f' }),
  'image-scale-out-of-range': variant({ template_name: 'image', file_id: 'f', scale: 2 }),
  'file-without-image': variant({ template_name: 'modern', file_id: 'f' }),
  'scale-without-image': variant({ template_name: 'modern', scale: 1 }),
  'finish-type-unknown': finish({ type: 'stop', start: 1 }),
  'loop-without-start': finish({ type: 'loop' }),
  'loop-start-negative': finish({ type: 'loop', start: -1 }),
  'loop-beyond-duration': finish({ type: 'loop', start: 601 }),
  'scroll-beyond-duration': { playback: { scroll_to_action_in: 601 } },
  'group-off-with-items': { call_actions: { enabled: false, items: [TEXT_BUTTON] } },
}

export const KNOWN_IDS = ['v1', 'v2']

/** For each rule a video of 600 s that breaks it. */
export const WRONG_VIDEOS = Object.entries(SETTINGS).map(
  ([rule, settings]) =>
    [rule as Rule, { id: 'v1', name: 'One', duration: 600, ...settings } as Video] as const,
)
