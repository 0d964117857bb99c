import { expect, test } from 'vitest'
import { shownFields } from '../../../../src/renderer/features/videos/call-action-fields.ts'
import type { ItemRow } from '../../../../src/renderer/features/videos/items.ts'
import type { Video } from '../../../../src/shared/api/video.ts'
import { checkVideo } from '../../../../src/shared/features/videos/check/check-video.ts'
import { isObject, objectsAt } from '../../../../src/shared/features/videos/check/values.ts'
import { TEXT_BUTTON, WRONG_VIDEOS } from '../../../support/wrong-videos.ts'

const broken = 'a\uD83D'
const strange = {
  ...TEXT_BUTTON,
  base: { ...TEXT_BUTTON.base, name: broken },
  action: { content: broken, url: broken, html: broken, open_in_new_tab: 'yes' },
  design: { typography: { family: broken }, styles: { shadow: broken } },
}
const KINDS = [{ as_html: false }, { as_html: true }, { as_html: false, image_as_button: true }]

test('whatever the check finds in a call to action, of any kind, has a field to correct it', () => {
  const wrong = WRONG_VIDEOS.flatMap(([, { call_actions }]) => objectsAt(call_actions, 'items'))
  for (const one of [strange, ...wrong]) {
    for (const kind of KINDS) {
      const action = { ...(isObject(one.action) ? one.action : {}), ...kind }
      const item = { ...one, action } as ItemRow['item']
      const problems = checkVideo({ id: 'v', call_actions: { items: [item] } } as Video)
      const isShown = shownFields(item)
      const hidden = problems.filter(({ register }) => !isShown(register ?? ''))
      expect(hidden).toEqual([])
    }
  }
})

const shownOf = (action: object) => {
  const isShown = shownFields({ ...TEXT_BUTTON, action } as ItemRow['item'])
  return ['action.content', 'action.url', 'action.html', 'base.name'].filter(isShown)
}

test('a call to action offers the settings of its kind, and those that it must lose', () => {
  const { action } = TEXT_BUTTON
  expect(shownOf(action)).toEqual(['action.content', 'action.url'])
  expect(shownOf({ ...action, html: '<b>' })).toEqual([
    'action.content',
    'action.url',
    'action.html',
  ])
  expect(shownOf({ as_html: true, html: '<b>' })).toEqual(['action.html', 'base.name'])
  expect(shownOf({ as_html: true, content: '<b>' })).toEqual([
    'action.content',
    'action.html',
    'base.name',
  ])
})
