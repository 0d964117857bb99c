import { expect, test } from 'vitest'
import { isSeen, shortcutOf } from '../../../../src/renderer/features/problems/list-keys.ts'

const pressed = (changes: Partial<Parameters<typeof shortcutOf>[0]>) =>
  shortcutOf({
    ...{ key: 'f', repeat: false, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
    ...changes,
  })

test.each(['ctrlKey', 'metaKey', 'altKey', 'shiftKey'])('a press with %s is no shortcut', (key) => {
  expect([pressed({}), pressed({ [key]: true })]).toEqual(['f', null])
})

test('a held key goes on through the rules, but fixes and mutes only once', () => {
  const held = ['j', 'k', 'f', 'm', 'F'].map((key) => pressed({ key, repeat: true }))
  expect(held).toEqual(['j', 'k', null, null, null])
})

test('a rule that was selected by itself is fixed only once it was seen for a second', () => {
  expect(isSeen({ isChosen: false, shownMs: 200 })).toBe(false)
  expect(isSeen({ isChosen: false, shownMs: 1000 })).toBe(true)
  expect(isSeen({ isChosen: true, shownMs: 0 })).toBe(true)
})
