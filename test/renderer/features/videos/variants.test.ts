import { expect, test } from 'vitest'
import {
  changedVariant,
  withoutVariant,
} from '../../../../src/renderer/features/videos/variants.ts'

test('another template gives up the picture and its scale, which belong to pictures alone', () => {
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

test('a picture begins at its whole size, and keeps what else the service said of it', () => {
  const variant = { template_name: 'default', template_position: 'top-left', label: 'A' }
  expect(changedVariant(variant, { template_name: 'image' })).toEqual({
    template_name: 'image',
    template_position: 'top-left',
    label: 'A',
    scale: 1,
  })
})

test('one of two equal overlays is taken away, not both', () => {
  const one = { template_name: 'default' }
  const [next] = withoutVariant(0)
  expect(next([one, one])).toEqual([one])
})
