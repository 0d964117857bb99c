import type { FieldRule } from '../../../api/settings/index.ts'
import type { Problem } from '../../publishing/edit.ts'

/** Every rule by name. Names must not change, because texts and stored mutes refer to them. */
export const RULES = {
  // Video, settings groups: the types of the keys, and text that can be sent unchanged.
  'wrong-type': 'error',
  'broken-text': 'error',

  // Video, call_actions.
  'call-action-type-unknown': 'error',
  'button-content-missing': 'error',
  'button-url-missing': 'error',
  'button-typography-incomplete': 'error',
  'button-styles-incomplete': 'error',
  'button-name-refused': 'error',
  'html-needs-as-html': 'error',
  'url-not-http': 'error',
  'window-end-not-after-start': 'error',
  'html-empty': 'warning',
  'window-beyond-duration': 'warning',
  'second-negative': 'warning',
  'windows-overlap': 'warning',

  // Video, pixels.
  'pixel-type-unknown': 'error',
  'dispatch-mode-unknown': 'error',
  'percent-out-of-range': 'error',
  'pixel-beyond-duration': 'warning',
  'pixel-without-snippet': 'warning',

  // Video, traffic_filter.
  'country-unknown': 'error',
  'language-unknown': 'error',
  'fallback-is-itself': 'warning',
  'fallback-unknown': 'warning',
  'fallback-missing': 'warning',
  'filter-list-empty': 'warning',
  'filter-without-rules': 'warning',
  'filter-token-set': 'warning',

  // Video, smart_autoplay; PATCH, 5 and 7.
  'template-name-unknown': 'error',
  'template-position-unknown': 'error',
  'image-without-file': 'error',
  'picture-not-kept': 'error',
  'image-without-scale': 'warning',
  'image-scale-out-of-range': 'error',
  'file-without-image': 'error',
  'scale-without-image': 'error',

  // Video, playback; PATCH, 6.
  'finish-type-unknown': 'error',
  'loop-without-start': 'error',
  'loop-start-negative': 'error',
  'loop-beyond-duration': 'error',
  'scroll-beyond-duration': 'warning',

  'group-off-with-items': 'warning',
} as const satisfies Record<FieldRule | (string & {}), Problem['severity']>

export type Rule = keyof typeof RULES

/** A finding of a rule; the caller adds the group, the item and the video. */
export interface Found {
  rule: Rule
  /** Null when it concerns the item or group as a whole. */
  register: string | null
  details: Problem['details']
}

export function found(rule: Rule, register: string | null, details: Problem['details'] = {}) {
  return { rule, register, details } satisfies Found
}

/** What the rules know besides the part that they check. */
export interface About {
  video_id: string
  /** Seconds; null when the service did not return it. */
  duration: number | null
  knownVideoIds: ReadonlySet<string> | null
  /** Hashes of the pictures on this computer; null when unknown. */
  keptPictures: ReadonlySet<string> | null
}

const LONGEST_VALUE = 80
const LONE_SURROGATE = /\p{Surrogate}/u

export const isBroken = (text: string) => LONE_SURROGATE.test(text)

/** A value for a sentence: short, and valid Unicode whatever it contained. */
export function shortValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  // A character has at most two units, so the cut never splits a character that is kept.
  const characters = Array.from(text.slice(0, 2 * LONGEST_VALUE + 2))
  const kept = characters.slice(0, LONGEST_VALUE).join('')
  const whole = kept.replace(/\p{Surrogate}/gu, '\uFFFD')
  return kept.length < text.length ? `${whole}…` : whole
}
