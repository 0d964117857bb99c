import type { EditRow } from '../../src/main/features/publishing/edit-row.ts'
import type { Video } from '../../src/shared/api/video.ts'
import type { Edit } from '../../src/shared/features/publishing/edit.ts'
import { registerKey } from '../../src/shared/features/publishing/register.ts'

export const VIDEO = 'video0001'

/** A video with an item in each collection, something in every group, and undocumented keys. */
export function aVideo(change: Partial<Video> = {}): Video {
  return {
    id: VIDEO,
    name: 'A video',
    duration: 1800,
    secret_of_the_service: { kept: true },
    smart_autoplay: {
      enabled: true,
      mode: 'test',
      variants: [{ template_name: 'modern', template_position: 'top-left' }, { hand: 'built' }],
    },
    call_actions: {
      enabled: true,
      items: [
        {
          id: 'cta1',
          base: { type: 'inside_video', active: true, image_as_button: false },
          window: { start: 10, end: 20 },
          action: { content: 'Buy', url: 'https://example.com' },
          design: { typography: { size: 12 }, styles: { padding: 4 } },
        },
        { id: 'cta2', base: { active: false }, window: { start: 30 } },
      ],
    },
    pixels: {
      enabled: false,
      items: [{ id: 'pixel1', base: { name: 'One' }, dispatch: { mode: 'time', threshold: 5 } }],
    },
    traffic_filter: { enabled: false, countries: ['BR', 'PT'], languages: [] },
    playback: { action_after_finish: { type: 'loop', start: 3 } },
    ...change,
  }
}

export const aDraft = (change: Pick<Edit, 'kind' | 'group' | 'item_id' | 'register'>): Edit => ({
  ...{ key: registerKey(change), video_id: VIDEO, base: null, want: null, status: 'draft' },
  ...{ failure: null, waitsUntil: null, ...change },
})

export function anEditRow(change: Partial<EditRow> = {}): EditRow {
  return {
    account_id: 'account00001',
    video_id: VIDEO,
    key: JSON.stringify(['playback', null, 'enabled']),
    seq: 1,
    kind: 'set',
    group: 'playback',
    item_id: null,
    register: 'enabled',
    base: null,
    want: true,
    added: null,
    removed: null,
    status: 'draft',
    attempt: 0,
    rounds: 0,
    sentAt: null,
    quarantineUntil: null,
    knownIds: null,
    missedAt: null,
    theirs: null,
    failure: null,
    waitsUntil: null,
    ...change,
  }
}
