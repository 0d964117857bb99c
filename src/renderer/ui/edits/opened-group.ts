import type { Group } from '../../../shared/api/settings/index.ts'
import { goTo } from '../../view.ts'

let opened: { video_id: string; group: Group } | null = null

/** Opens a video at one group of its settings. */
export function openGroup(video_id: string, group: Group) {
  opened = { video_id, group }
  goTo('video', { video_id })
}

/** The group at which a video is being opened. */
export const openedGroup = (video_id: string): Group | null =>
  opened?.video_id === video_id ? opened.group : null

export function forgetOpenedGroup() {
  opened = null
}
