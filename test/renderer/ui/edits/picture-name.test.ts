import { expect, test } from 'vitest'
import { pictureName } from '../../../../src/renderer/ui/edits/picture-name.ts'
import type {
  PicturesList,
  StoredPicture,
} from '../../../../src/shared/features/pictures/picture.ts'

const hashOf = (digit: string) => digit.repeat(64)
const kept = (digit: string, name: string, file_ids: string[]): StoredPicture => ({
  ...{ hash: hashOf(digit), name, file_ids },
  ...{ type: 'image/png', size: 1, width: 1, height: 1, chosenAt: 0 },
})
const list: PicturesList = {
  pictures: [
    kept('a', 'cover.png', ['25e180903d4f58aa']),
    kept('b', 'same.png', ['f2']),
    kept('c', 'same.png', []),
  ],
  orphans: [{ file_id: 'f9', name: 'of-another-day.png', at: 0 }],
}

test('a picture is shown by its name, before and after its upload, and also when unused', () => {
  const names = ['25e180903d4f58aa', `local:${hashOf('a')}`, 'f9'].map((id) =>
    pictureName(list, id),
  )
  expect(names).toEqual(['cover.png', 'cover.png', 'of-another-day.png'])
})

test('pictures with the same name are distinguished', () => {
  expect(pictureName(list, 'f2')).toBe('same.png (bbbbbbbb)')
  expect(pictureName(list, `local:${hashOf('c')}`)).toBe('same.png (cccccccc)')
})

test('a picture that was never on this computer is shown by the start of its id', () => {
  expect(pictureName(list, '0123456789abcdef')).toBe('0123456789abcd…')
  expect(pictureName(undefined, 'short')).toBe('short')
})
