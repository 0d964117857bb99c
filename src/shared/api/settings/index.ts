import { callActions } from './call-actions.ts'
import { immersiveMode } from './immersive-mode.ts'
import { pixels } from './pixels.ts'
import { playback } from './playback.ts'
import { smartAutoplay } from './smart-autoplay.ts'
import { trafficFilter } from './traffic-filter.ts'

/** The six settings groups, in the document's order. A video may lack any. */
export const settings = {
  smart_autoplay: smartAutoplay.optional(),
  call_actions: callActions.optional(),
  pixels: pixels.optional(),
  traffic_filter: trafficFilter.optional(),
  playback: playback.optional(),
  immersive_mode: immersiveMode.optional(),
}
export type Group = keyof typeof settings
export const GROUPS = Object.keys(settings) as Group[]

export const COLLECTIONS = ['call_actions', 'pixels'] as const satisfies readonly Group[]
export type Collection = (typeof COLLECTIONS)[number]

export const isCollection = (group: Group): group is Collection =>
  (COLLECTIONS as readonly Group[]).includes(group)
