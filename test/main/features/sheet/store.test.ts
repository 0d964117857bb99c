import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../../src/main/database/database.ts'
import { DESK } from '../../../../src/main/database/stored-features.ts'
import { makeVerbs, type Verbs } from '../../../../src/main/database/verbs.ts'
import {
  MOST_VIEWS,
  type SheetView,
  sheetView,
} from '../../../../src/shared/features/sheet/sheet-calls.ts'
import { testClock } from '../../../support/clock.ts'
import { aVideo } from '../../../support/edits.ts'
import { ACCOUNT, aFolder, anAccount, failureFrom } from '../../../support/store-folder.ts'

function onDesk(work: (verbs: Verbs) => void, folder = aFolder()) {
  const verbs = makeVerbs(folder, testClock)
  if (verbs.accounts().length === 0) verbs.putAccount(anAccount())
  try {
    work(verbs)
  } finally {
    verbs.close()
  }
  return folder
}

const view = (name: string, change: Partial<SheetView> = {}): SheetView => ({
  ...{ group: 'call_actions', name, columns: ['action.url'], filters: [], sort: null, frozen: 0 },
  ...change,
})

function pagesOf(verbs: Verbs, group: SheetView['group']) {
  const pages = []
  let after: string | null = null
  do {
    const page: ReturnType<Verbs['sheet']['page']> = verbs.sheet.page({
      ...{ account_id: ACCOUNT, group, after },
    })
    pages.push(page.videos)
    after = page.next
  } while (after !== null)
  return pages
}

test('every video is on exactly one page, with the one group that was asked for', () => {
  onDesk((verbs) => {
    const ids = Array.from({ length: 61 }, (_, index) => `video${String(index).padStart(4, '0')}`)
    const videos = ids.map((id) => aVideo({ id }))
    verbs.keepVideos(ACCOUNT, videos, testClock.now())
    const pages = pagesOf(verbs, 'call_actions')
    expect(pages.map((page) => page.length)).toEqual([60, 1])
    expect(pages.flat().map(({ id }) => id)).toEqual(ids)
    expect(pages[0]?.[0]).toEqual({
      ...{ id: 'video0000', name: 'A video', duration: 1800, pitch: null },
      settings: aVideo().call_actions,
    })
  })
})

test('a page that is as known comes without its videos, and after a change of one video with them', () => {
  onDesk((verbs) => {
    const videos = Array.from({ length: 61 }, (_, index) =>
      aVideo({ id: `video${String(index).padStart(4, '0')}` }),
    )
    verbs.keepVideos(ACCOUNT, videos, testClock.now())
    const page = (after: string | null, known?: string) =>
      verbs.sheet.page({ account_id: ACCOUNT, group: 'call_actions', after, known })
    const first = page(null)
    const last = page(first.next)
    expect(first.isAsKnown).toBe(false)
    const { version, next } = first
    expect(page(null, version)).toEqual({ videos: [], version, isAsKnown: true, next })
    const renamed = videos.with(60, { ...aVideo({ id: 'video0060' }), name: 'New' })
    verbs.keepVideos(ACCOUNT, renamed, testClock.now() + 1)
    expect(page(null, version).isAsKnown).toBe(true)
    const changed = page(next, last.version)
    expect(changed).toMatchObject({ isAsKnown: false, videos: [{ name: 'New' }], next: null })
    expect(changed.version).not.toBe(last.version)
  })
})

test('a video without the group has none, and waiting edits are not in it', () => {
  onDesk((verbs) => {
    verbs.keepVideos(ACCOUNT, [aVideo()], testClock.now())
    const enabled = {
      kind: 'set',
      group: 'immersive_mode',
      item_id: null,
      register: 'enabled',
      value: true,
    } as const
    verbs.saveEdits(ACCOUNT, [{ video_id: aVideo().id, changes: [enabled] }])
    expect(
      pagesOf(verbs, 'immersive_mode')
        .flat()
        .map(({ settings }) => settings),
    ).toEqual([null])
  })
})

test('views are there after a restart, each name of a tab once', () => {
  const folder = onDesk((verbs) => {
    verbs.sheet.saveView({ account_id: ACCOUNT, view: view('Checkout') })
    verbs.sheet.saveView({ account_id: ACCOUNT, view: view('Checkout', { columns: [] }) })
    verbs.sheet.saveView({ account_id: ACCOUNT, view: view('Checkout', { group: 'pixels' }) })
  })
  onDesk((verbs) => {
    expect(verbs.sheet.views({ account_id: ACCOUNT })).toEqual([
      view('Checkout', { columns: [] }),
      view('Checkout', { group: 'pixels' }),
    ])
    verbs.sheet.removeView({ account_id: ACCOUNT, group: 'pixels', name: 'Checkout' })
    expect(verbs.sheet.views({ account_id: ACCOUNT })).toHaveLength(1)
  }, folder)
})

test('a view keeps how many columns are frozen, and one of before that has none frozen', () => {
  const folder = onDesk((verbs) => {
    verbs.sheet.saveView({ account_id: ACCOUNT, view: view('Frozen', { frozen: 2 }) })
  })
  const { frozen: _, ...before } = view('Of before')
  const desk = openDatabase({
    file: join(folder, 'desk.db'),
    synchronous: 'FULL',
    migrations: DESK,
  })
  desk.run(
    'INSERT INTO sheet_views (account_id, tab, name, view) VALUES (?, ?, ?, ?)',
    ...[ACCOUNT, before.group, before.name, JSON.stringify(before)],
  )
  desk.close()
  expect(sheetView.parse(before)).toEqual(view('Of before'))
  onDesk((verbs) => {
    expect(verbs.sheet.views({ account_id: ACCOUNT })).toEqual([
      view('Frozen', { frozen: 2 }),
      view('Of before'),
    ])
  }, folder)
})

test('a view beyond the most is refused, and one that is there can still be changed', () => {
  onDesk((verbs) => {
    for (let index = 0; index < MOST_VIEWS; index++) {
      verbs.sheet.saveView({ account_id: ACCOUNT, view: view(`View ${index}`) })
    }
    const save = (name: string) => () =>
      verbs.sheet.saveView({ account_id: ACCOUNT, view: view(name) })
    expect(failureFrom(save('One more'))).toEqual({ kind: 'too-many', limit: MOST_VIEWS })
    expect(save('View 0')).not.toThrow()
  })
})
