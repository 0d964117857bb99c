import { expect, it } from 'vitest'
import { namedVideos } from '../../../../src/renderer/features/videos/named-videos.ts'
import { OPTIONAL_TEXT } from '../../../../src/shared/features/videos/codec.ts'

const { names, codec } = namedVideos(
  [
    { id: 'v1', name: 'VSL' },
    { id: 'v2', name: 'Quiz' },
    { id: 'v3', name: 'VSL' },
  ],
  OPTIONAL_TEXT,
)

it('videos are offered by name, and those with the same name also with their ids', () => {
  expect(names).toEqual(['VSL (v1)', 'Quiz', 'VSL (v3)'])
})

it('an id is shown as its video’s name, and read back from it', () => {
  for (const id of ['v1', 'v2', 'v3']) {
    expect(codec.read(codec.write(id))).toEqual({ value: id })
  }
  expect(codec.write('v2')).toBe('Quiz')
})

it('every offered name is read as its video, also a padded or empty one', () => {
  const videos = [
    ...[
      { id: 'v1', name: ' Padded ' },
      { id: 'v2', name: 'VSL' },
      { id: 'v3', name: 'VSL ' },
    ],
    ...[{ id: 'v4', name: '' }],
  ]
  const padded = namedVideos(videos, OPTIONAL_TEXT)
  expect(padded.names.map((name) => padded.codec.read(name)?.value)).toEqual([
    ...['v1', 'v2', 'v3', 'v4'],
  ])
  expect(padded.codec.read(' ')).toEqual({ value: null })
})

it('an unknown id stays unchanged, and an empty text is no video', () => {
  expect(codec.write('elsewhere')).toBe('elsewhere')
  expect(codec.read(' elsewhere ')).toEqual({ value: 'elsewhere' })
  expect([codec.write(null), codec.read(' ')]).toEqual(['', { value: null }])
})
