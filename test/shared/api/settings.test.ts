import { expect, test } from 'vitest'
import { type FieldSet, placesIn } from '../../../src/shared/api/settings/field.ts'
import { GROUPS, SETTINGS } from '../../../src/shared/api/settings/index.ts'
import { videos } from '../../../src/shared/api/video.ts'
import { withValue } from '../../../src/shared/features/publishing/lay.ts'

/** Every key of the settings by its path, also of the objects in lists, which are at `0`. */
const pathsIn = (fields: FieldSet, above: readonly string[]): string[][] =>
  placesIn(fields).flatMap(([place, { fields: inner = {}, kind, register }]) => {
    const path = [...above, ...place.split('.')]
    if (kind === 'list') return [path, ...pathsIn(inner, [...path, '0'])]
    return [path, ...(register === 'whole' ? pathsIn(inner, path) : [])]
  })

const PATHS = GROUPS.flatMap((group) => [[group], ...pathsIn(SETTINGS[group], [group])])

/** A value with null at a path. */
function nullAt([key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return null
  if (key === '0') return [{ id: 'item', ...(nullAt(rest) as object) }]
  return { [key]: nullAt(rest) }
}

test.each(PATHS.map((path) => [path.join('.'), path] as const))(
  'a null %s leaves the list of videos readable',
  (_, path) => {
    const video = { id: 'one', ...(nullAt(path) as object) }
    expect(videos.list.output.safeParse({ data: [video, { id: 'two' }] }).error).toBeUndefined()
  },
)

test('a group, a part or a list that is null is read as absent', () => {
  const video = withValue(
    { id: 'one', traffic_filter: null, pixels: { items: null } },
    'call_actions.items',
    [{ id: 'item', base: null, design: { styles: null } }],
  )
  const { data } = videos.list.output.parse({ data: [video] })
  expect(data?.map((one) => one.video)).toEqual([
    {
      id: 'one',
      pixels: {},
      call_actions: { items: [{ id: 'item', design: { styles: null } }] },
    },
  ])
})
