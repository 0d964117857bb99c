import { expect, test } from 'vitest'
import type { Verbs } from '../../../../src/main/database/verbs.ts'
import { save, withVideos } from '../../../support/edited-store.ts'
import { aVideo, VIDEO } from '../../../support/edits.ts'
import { ACCOUNT, failureFrom } from '../../../support/store-folder.ts'

const NAME = { kind: 'set', group: 'pixels', register: 'base.name', value: 'Purchase' } as const

/** Creates a pixel and posts it; returns its id until then. */
function posted(verbs: Verbs): string {
  const item = { base: { name: 'New' } }
  const { created } = save(verbs, { kind: 'create', group: 'pixels', item })
  const [local = ''] = created
  const row = verbs.editRows(ACCOUNT, VIDEO).find(({ item_id }) => item_id === local)
  if (!row) throw new Error('nothing waits')
  const sending = { ...row, status: 'sending' as const }
  verbs.commitEdits(ACCOUNT, VIDEO, { put: [sending] })
  const pixel = { id: 'pixel9', ...item }
  const video = aVideo({ pixels: { enabled: true, items: [pixel] } })
  const adopted = [{ row: sending, item: pixel, duplicates: [] }]
  verbs.commitEdits(ACCOUNT, VIDEO, {
    base: { video, fetchedAt: 200 },
    remove: [sending],
    adopted,
  })
  return local
}

test('the video and the list of edits say which id a created item was given', () => {
  withVideos((verbs) => {
    const local = posted(verbs)
    expect(verbs.editedVideo(ACCOUNT, VIDEO).adopted).toEqual({ [local]: 'pixel9' })
    expect(verbs.editedVideo(ACCOUNT, 'video0002').adopted).toEqual({})
    expect(verbs.editsOf(ACCOUNT).adopted).toEqual({ [local]: 'pixel9' })
  })
})

test('a change made before the window knew the id of a created item is saved on that item', () => {
  withVideos((verbs) => {
    save(verbs, { ...NAME, item_id: posted(verbs) })
    expect(verbs.editRows(ACCOUNT, VIDEO)).toMatchObject([{ item_id: 'pixel9', want: 'Purchase' }])
  })
})

test('a template is linked to the item that a window still knows by its first id', () => {
  withVideos((verbs) => {
    const account_id = ACCOUNT
    const fields = { name: 'Pixel', note: '', group: 'pixels', values: { 'base.type': 'google' } }
    const [template_id = ''] = verbs.templates.save({ templates: [{ id: null, fields }] } as never)
    const place = { video_id: VIDEO, group: 'pixels' as const }
    const places = [{ ...place, item_id: posted(verbs) }]
    const linked = [{ ...place, item_id: 'pixel9', template_id }]
    verbs.templates.link({ account_id, template_id, places })
    expect(verbs.templates.links({ account_id })).toEqual(linked)
    verbs.templates.link({ account_id, template_id: null, places })
    expect(verbs.templates.links({ account_id })).toEqual([])
    const changes = [{ ...NAME, item_id: places[0]?.item_id ?? '' }]
    const template = { template_id, places }
    verbs.saveEdits(ACCOUNT, [{ video_id: VIDEO, changes }], { template })
    expect(verbs.templates.links({ account_id })).toEqual(linked)
  })
})

test('a change of a created item that no longer exists is refused', () => {
  withVideos((verbs) => {
    const { created } = save(verbs, { kind: 'create', group: 'pixels', item: {} })
    const [item_id = ''] = created
    save(verbs, { kind: 'delete', group: 'pixels', item_id })
    expect(failureFrom(() => save(verbs, { ...NAME, item_id }))?.kind).toBe('invalid')
  })
})
