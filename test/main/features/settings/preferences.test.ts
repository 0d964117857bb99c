import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openPreferences } from '../../../../src/main/features/settings/preferences.ts'
import {
  canBeMoved,
  placeWithin,
  readStartupAppearance,
  sizeWithin,
} from '../../../../src/main/shell/startup-appearance.ts'
import {
  DEFAULT_PREFERENCES,
  type Preferences,
} from '../../../../src/shared/features/settings/preferences.ts'
import { openDesk } from '../../../support/desk.ts'
import { newFolder } from '../../../support/folder.ts'

const PLACE = { x: -20, y: 10, width: 800, height: 600, isMaximized: true }
const DEFAULT_PLACE = { width: 1440, height: 900, isMaximized: false }

const fileIn = (folder: string) => path.join(folder, 'preferences.json')

function withFile(content: unknown) {
  const folder = newFolder()
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  fs.writeFileSync(fileIn(folder), text)
  return { folder, ...openPreferences(folder) }
}

test('preferences and the window’s place are kept at the next start', async () => {
  const folder = newFolder()
  const first = openPreferences(folder)
  expect([first.preferences(), first.window()]).toEqual([DEFAULT_PREFERENCES, DEFAULT_PLACE])
  const place = {
    screen: 'player',
    account_id: 'account00001',
    player_id: 'a'.repeat(24),
    video_id: null,
  } as const
  const said = first.prefer({ theme: 'dark', language: 'pt-BR', place })
  expect(said).toEqual({ ...DEFAULT_PREFERENCES, theme: 'dark', language: 'pt-BR', place })
  first.place(PLACE)
  await first.settled()
  const second = openPreferences(folder)
  expect([second.preferences(), second.window()]).toEqual([said, PLACE])
})

test('the file is readable by its owner only, and no other file is left beside it', async () => {
  const folder = newFolder()
  const { prefer, settled } = openPreferences(folder)
  for (let round = 0; round < 20; round++) prefer({ theme: round % 2 ? 'dark' : 'light' })
  await settled()
  expect(fs.readdirSync(folder)).toEqual(['preferences.json'])
  expect(fs.statSync(fileIn(folder)).mode & 0o777).toBe(0o600)
  expect(openPreferences(folder).preferences().theme).toBe('dark')
})

test('an undefined preference leaves the stored one', async () => {
  const { prefer, settled } = withFile({ preferences: { theme: 'dark' } })
  expect(prefer({ theme: undefined, fileKind: 'xlsx' })).toMatchObject({
    theme: 'dark',
    fileKind: 'xlsx',
  })
  await settled()
})

test('the default export format is the spreadsheet CSV, also with the file of an earlier version', () => {
  const kindOf = (known: object) => withFile({ preferences: known }).preferences().fileKind
  expect(DEFAULT_PREFERENCES.fileKind).toBe('spreadsheet')
  expect(kindOf({ flavour: 'machine' })).toBe('spreadsheet')
  expect(kindOf({ flavour: 'xlsx' })).toBe('xlsx')
  expect(kindOf({ fileKind: 'machine', flavour: 'xlsx' })).toBe('machine')
})

test('a file that cannot be read is put aside, and the app works offline, as it may have said', async () => {
  for (const content of ['', '{', 'null', '"text"', '7', '\u0000\u0001']) {
    const { folder, preferences, window, recovery, prefer, settled } = withFile(content)
    const unknown = { ...DEFAULT_PREFERENCES, isOffline: true }
    expect([content, preferences(), window()]).toEqual([content, unknown, DEFAULT_PLACE])
    const keptAs = path.join(folder, 'preferences-damaged.json')
    expect(recovery).toEqual({ kind: 'preferences-rebuilt', keptAs })
    await settled()
    expect(openPreferences(folder).preferences().isOffline).toBe(true)
    prefer({ theme: 'dark' })
    await settled()
    expect(fs.readFileSync(keptAs, 'utf8')).toBe(content)
    // As if the first start had ended before it wrote a new file.
    fs.rmSync(fileIn(folder))
    expect(openPreferences(folder).preferences().isOffline).toBe(true)
  }
})

test('a file with other values than preferences gives the defaults', () => {
  for (const content of ['[]', '{"preferences":7}']) {
    const { preferences, window, recovery } = withFile(content)
    expect([content, preferences(), window()]).toEqual([
      content,
      DEFAULT_PREFERENCES,
      DEFAULT_PLACE,
    ])
    expect(recovery).toBeNull()
  }
})

test('a window whose title bar no display shows cannot be moved', () => {
  const area = { x: 0, y: 0, width: 1920, height: 1080 }
  const isMovable = (x: number, y: number) => canBeMoved({ x, y, width: 1440 }, [area])
  expect([isMovable(0, 0), isMovable(-1300, 500), isMovable(1800, 1000)]).toEqual([
    true,
    true,
    true,
  ])
  // On a display above that was unplugged, all but its title bar would still be on this one.
  expect([isMovable(0, -900), isMovable(0, 1070), isMovable(-1400, 0)]).toEqual([
    false,
    false,
    false,
  ])
})

test('a window that was never moved is no larger than the display', () => {
  const first = { width: 1440, height: 900 }
  expect(sizeWithin(first, { width: 1366, height: 728 })).toEqual({ width: 1366, height: 728 })
  expect(sizeWithin(first, { width: 2560, height: 1400 })).toEqual(first)
})

test('a window that was larger than the display is fitted into it', () => {
  const laptop = { x: 0, y: 0, width: 1366, height: 728 }
  const beside = { x: 1366, y: 0, width: 1920, height: 1080 }
  const opened = (x: number, y: number, width: number, height: number, areas = [laptop]) =>
    Object.values(placeWithin({ x, y, width, height }, areas))
  expect(opened(200, 100, 2400, 1300)).toEqual([0, 0, 1366, 728])
  expect(opened(700, 300, 1000, 600)).toEqual([366, 128, 1000, 600])
  expect(opened(1500, 900, 1800, 1000, [laptop, beside])).toEqual([1486, 80, 1800, 1000])
  const above = { x: 0, y: -1080, width: 1920, height: 1050 }
  expect(opened(200, 300, 1500, 800, [above, laptop])).toEqual([0, 0, 1366, 728])
})

test('a window that the displays show whole is opened where it was', () => {
  const area = { x: 0, y: 25, width: 1920, height: 1055 }
  const left = { x: -1280, y: 0, width: 1280, height: 1080 }
  const places = [
    { x: 300, y: 40, width: 1440, height: 900 },
    { x: 0, y: 25, width: 1920, height: 1055 },
    // Aligned by Windows, with its unseen border.
    { x: -8, y: 25, width: 976, height: 1063 },
    { x: -900, y: 100, width: 2400, height: 900 },
  ]
  for (const place of places) expect(placeWithin(place, [area, left])).toEqual(place)
})

test('a damaged part falls back to its default, and the rest stays', () => {
  const kept = { ...DEFAULT_PREFERENCES, theme: 'dark', fileKind: 'xlsx', isOffline: true }
  for (const name of Object.keys(DEFAULT_PREFERENCES) as (keyof Preferences)[]) {
    for (const damage of [null, -7, 'nonsense', [], {}, { screen: 'nowhere' }]) {
      const { preferences } = withFile({ preferences: { ...kept, [name]: damage }, window: PLACE })
      expect([name, preferences()]).toEqual([name, { ...kept, [name]: DEFAULT_PREFERENCES[name] }])
    }
  }
})

test('an invalid window, or one too small to use, gets the default size', () => {
  const damaged = [
    null,
    {},
    { ...PLACE, width: 10 },
    { ...PLACE, height: 10 },
    { ...PLACE, width: 'wide' },
  ]
  for (const window of damaged) {
    const opened = withFile({ preferences: { theme: 'dark' }, window })
    expect([window, opened.window()]).toEqual([window, DEFAULT_PLACE])
    expect(opened.preferences().theme).toBe('dark')
  }
})

test('a window with an invalid place keeps its size', () => {
  const { x: _, y: __, ...size } = PLACE
  expect(withFile({ window: { ...PLACE, x: 1.5 } }).window()).toEqual(size)
  expect(withFile({ window: { ...PLACE, y: 'low' } }).window()).toEqual(size)
  const unsure = withFile({ window: { ...PLACE, isMaximized: 1 } }).window()
  expect(unsure).toEqual({ ...PLACE, isMaximized: false })
})

test('the first paint follows the preferences, or the defaults where they are damaged', () => {
  const look = (content: unknown) => readStartupAppearance(withFile(content).folder)
  const preferred = { theme: 'dark', language: 'pt-BR' }
  expect(look({ preferences: preferred, window: PLACE })).toEqual({ ...preferred, place: PLACE })
  const usual = { theme: 'system', language: 'system', place: DEFAULT_PLACE }
  for (const content of [
    '{',
    [],
    { preferences: 7 },
    { preferences: { theme: 'x', language: 1 } },
  ]) {
    expect([content, look(content)]).toEqual([content, usual])
  }
})

test('whatever the file contains, the preferences are complete and can be changed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (preferences, window) => {
      const opened = withFile({ preferences, window })
      expect(Object.keys(opened.preferences()).sort()).toEqual(
        Object.keys(DEFAULT_PREFERENCES).sort(),
      )
      expect(opened.prefer({ theme: 'light' }).theme).toBe('light')
      await opened.settled()
      expect(openPreferences(opened.folder).preferences()).toEqual(opened.preferences())
    }),
    { numRuns: 50 },
  )
})

test('preferences work without being stored when their folder cannot be written', async () => {
  const folder = path.join(newFolder(), 'gone')
  const { prefer, preferences, settled } = openPreferences(folder)
  prefer({ theme: 'dark' })
  await settled()
  expect(preferences().theme).toBe('dark')
  expect(fs.existsSync(folder)).toBe(false)
})

test('preferences that could not be written are written when the app closes', async () => {
  const folder = path.join(newFolder(), 'gone')
  const { prefer, settled } = openPreferences(folder)
  prefer({ isOffline: true })
  await settled()
  fs.mkdirSync(folder)
  await settled()
  expect(openPreferences(folder).preferences().isOffline).toBe(true)
})

test('while the disk has the choice to work offline, another choice that is not stored does not fail', async () => {
  const folder = path.join(newFolder(), 'there')
  fs.mkdirSync(folder)
  const preferences = openPreferences(folder)
  const { handlers } = openDesk(undefined, { preferences })
  await handlers.app.prefer({ isOffline: true })
  // As a full disk: nothing more can be written beside what is there.
  fs.renameSync(folder, `${folder} before`)
  expect(await handlers.app.prefer({ language: 'pt-BR' })).toMatchObject({ language: 'pt-BR' })
  fs.renameSync(`${folder} before`, folder)
  await handlers.app.prefer({ isOffline: false })
  await preferences.settled()
  fs.rmSync(folder, { recursive: true })
  await expect(handlers.app.prefer({ isOffline: true })).rejects.toMatchObject({
    failure: { kind: 'storage' },
  })
})

test('the choice to work offline applies, and fails until it is stored', async () => {
  const folder = path.join(newFolder(), 'gone')
  const { handlers } = openDesk(undefined, { preferences: openPreferences(folder) })
  const notStored = { failure: { kind: 'storage', path: fileIn(folder) } }
  await expect(handlers.app.prefer({ isOffline: true })).rejects.toMatchObject(notStored)
  expect(await handlers.app.connection(undefined)).toMatchObject({ pause: 'chosen' })
  await expect(handlers.app.prefer({ theme: 'dark' })).rejects.toMatchObject(notStored)
  fs.mkdirSync(folder)
  expect(await handlers.app.prefer({ theme: 'light' })).toMatchObject({ isOffline: true })
  expect(openPreferences(folder).preferences().isOffline).toBe(true)
})
