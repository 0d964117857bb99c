import { expect, test } from 'vitest'
import {
  changedVariant,
  withoutVariant,
} from '../../../../src/renderer/features/videos/variants.ts'

test('choosing another template removes the picture and its scale', () => {
  const picture = {
    template_name: 'image',
    template_position: 'top-left',
    file_id: 'f',
    scale: 0.5,
  }
  expect(changedVariant(picture, { template_name: 'modern' })).toEqual({
    template_name: 'modern',
    template_position: 'top-left',
  })
})

test('a picture starts at its full size, and keeps unknown fields of the service', () => {
  const variant = { template_name: 'default', template_position: 'top-left', label: 'A' }
  expect(changedVariant(variant, { template_name: 'image' })).toEqual({
    template_name: 'image',
    template_position: 'top-left',
    label: 'A',
    scale: 1,
  })
})

test('deleting one of two equal overlays keeps the other', () => {
  const one = { template_name: 'default' }
  const [next] = withoutVariant(0)
  expect(next([one, one])).toEqual([one])
})
