import { describe, expect, test } from 'vitest'
import type { Group } from '../../../../src/shared/api/settings/index.ts'
import {
  groupsOfFile,
  matchHeader,
  type ReadTable,
  withoutEscapes,
} from '../../../../src/shared/features/proposals/grid-file.ts'
import {
  changeCount,
  importEdits,
  isTakeable,
  matchFile,
} from '../../../../src/shared/features/proposals/match.ts'
import { fileSeconds } from '../../../../src/shared/features/proposals/typed-value.ts'
import type { Edit } from '../../../../src/shared/features/publishing/edit.ts'
import { settingName } from '../../../../src/shared/features/publishing/value-text.ts'
import { SHEET_COLUMNS, SHEET_GROUPS } from '../../../../src/shared/features/sheet/columns.ts'
import { type SheetVideo, sheetRows } from '../../../../src/shared/features/sheet/rows.ts'
import { appTexts, LANGUAGES } from '../../../../src/shared/locales/languages.ts'

const item = (id: string, content: string, start = 30) => ({
  ...{ id, base: { active: true, type: 'inside_video' }, window: { start, end: 90 } },
  action: { content, url: 'https://a.example/?x=1' },
})

const VIDEOS: SheetVideo[] = [
  {
    ...{ id: 'v1', name: 'Oferta', duration: 1200, pitch: null },
    settings: { items: [item('a', 'Comprar'), item('b', 'Ver', 60), item('c', 'Ver', 70)] },
  },
  { id: 'v2', name: 'Aula', duration: 1200, pitch: null, settings: { items: [item('d', 'Ir')] } },
  { id: 'v3', name: 'Aula', duration: 1200, pitch: null, settings: { items: [] } },
]

const table = (header: string[], ...rows: string[][]): ReadTable => ({
  ...{ kind: 'csv', encoding: 'utf-8', otherSheets: 0, header },
  lines: rows.map((cells, index) => ({ line: index + 2, cells })),
})

function matched(read: ReadTable, group: Group = 'call_actions', videos = VIDEOS) {
  const rows = sheetRows(group, videos, [])
  return matchFile(read, { group, language: 'en', videos, rows }).lines
}

const results = (read: ReadTable, group?: Group, videos?: SheetVideo[]) =>
  matched(read, group, videos).map(({ result, doubts }) => [
    result,
    ...doubts.map(({ why }) => why),
  ])

describe('the titles of a file', () => {
  test('are recognized in every language, in any order, and by their technical names', () => {
    for (const group of SHEET_GROUPS) {
      for (const language of LANGUAGES) {
        const own = SHEET_COLUMNS[group].filter(({ key, register }) => key === register)
        const { videoId, video, itemId, remove } = appTexts(language).files.grid
        const titles = own.map(({ key }) => settingName(group, key, language).toUpperCase())
        const found = matchHeader(group, [...titles.reverse(), remove, itemId, video, videoId])
        expect(found.unknown).toEqual([])
        expect(found.repeated).toEqual([])
        expect(found.settings.map(({ column }) => column.key)).toEqual(
          own.map(({ key }) => key).reverse(),
        )
        expect(Object.keys(found.places).sort()).toEqual(['itemId', 'remove', 'video', 'videoId'])
      }
    }
  })

  test('determine the tab of the file, when it is not the open one', () => {
    const filter = ['video_id', 'Países', 'Idiomas do navegador', 'token']
    expect(groupsOfFile(filter, 'call_actions')).toEqual(['traffic_filter'])
    expect(groupsOfFile(['video_id', 'window.start'], 'call_actions')).toEqual(['call_actions'])
    expect(groupsOfFile(['video_id', 'Price'], 'pixels')).toEqual(['pixels'])
  })

  test('determine the tab of the file also where the open one has some of them', () => {
    for (const group of SHEET_GROUPS) {
      const own = SHEET_COLUMNS[group].filter(({ key, register }) => key === register)
      const names = own.map(({ key }) => key)
      const titles = own.map(({ key }) => settingName(group, key, 'en'))
      for (const open of SHEET_GROUPS) {
        expect(groupsOfFile(['video_id', ...names], open)).toEqual([group])
        expect(groupsOfFile(['Video ID', ...titles], open)).toEqual([group])
      }
    }
  })

  test('that several tabs have do not determine it', () => {
    expect(groupsOfFile(['video_id', 'enabled'], 'immersive_mode')).toEqual([
      ...['traffic_filter', 'playback', 'smart_autoplay', 'immersive_mode'],
    ])
    expect(groupsOfFile(['video_id', 'playback.enabled'], 'immersive_mode')).toEqual(['playback'])
    expect(groupsOfFile(['Video ID', 'Active'], 'pixels')).toEqual(['call_actions', 'pixels'])
  })

  test('that are unknown or duplicated are reported', () => {
    const { unknown, repeated, settings } = matchHeader('call_actions', [
      ...['Vídeo', 'Price', 'window.start', 'Appears at', ''],
    ])
    expect(unknown).toEqual(['Price'])
    expect(repeated).toEqual(['Appears at'])
    expect(settings.map(({ index }) => index)).toEqual([2])
  })
})

test('a file for spreadsheets is recognized as one, also where a title is a name too', () => {
  const [countries, devices] = ['countries', 'devices'].map((key) =>
    settingName('traffic_filter', key, 'en'),
  )
  expect(matchHeader('traffic_filter', [countries ?? '', devices ?? '']).isMachine).toBe(false)
  const settings = { query_params: ['other'], countries: ['BR'] }
  const videos = [{ id: 'v1', name: 'Oferta', duration: 1200, pitch: null, settings }]
  const params = settingName('traffic_filter', 'query_params', 'en')
  const read = table(['Video ID', countries ?? '', params], ['v1', 'BR', "'=x"])
  const [line] = matched(read, 'traffic_filter', videos)
  expect(line?.changes.map(({ after }) => after)).toEqual([['=x']])
})

test('a list with an overlay that was built by hand is in doubt, and not replaced', () => {
  const variants = [{ html: '<b>' }]
  const videos = [{ id: 'v1', name: 'O', duration: 9, pitch: null, settings: { variants } }]
  const typed = JSON.stringify([{ template_name: 'modern', template_position: 'top-left' }])
  const lines = matched(table(['video_id', 'variants'], ['v1', typed]), 'smart_autoplay', videos)
  expect(lines.map(({ doubts }) => doubts.map(({ why }) => why))).toEqual([['hand-built']])
  expect(importEdits('smart_autoplay', lines)).toEqual([])
})

test('emptying overlays that a video does not have changes nothing', () => {
  const videos = [{ id: 'v1', name: 'Oferta', duration: 1200, pitch: null, settings: {} }]
  const read = table(['video_id', 'variants'], ['v1', '[]'])
  expect(results(read, 'smart_autoplay', videos)).toEqual([['same']])
})

describe('a line', () => {
  const titles = (language: 'pt-BR') => [
    'video_id',
    'item_id',
    settingName('call_actions', 'window.start', language),
    settingName('call_actions', 'action.content', language),
    settingName('call_actions', 'base.active', language),
    'Remover',
  ]

  test('changes the values that differ; blank cells change nothing, and [] clears a list', () => {
    const [first, second] = matched(
      table(titles('pt-BR'), ['v1', 'a', '1:00', '', 'não', ''], ['v1', 'b', '', '[]', '', '']),
    )
    expect(first?.result).toBe('changed')
    expect(first?.changes.map(({ column, before, after }) => [column.key, before, after])).toEqual([
      ['window.start', 30, 60],
      ['base.active', true, false],
    ])
    expect(second?.changes).toMatchObject([{ before: 'Ver', after: null }])
  })

  test('is unchanged, changed, added, removed or in doubt', () => {
    const lines = [
      ['v1', 'a', '0:30', 'Comprar', 'sim', ''],
      ['v1', '', '0:45', 'Novo', '', ''],
      ['v1', 'b', '', '', '', 'sim'],
      ['v1', 'zzz', '0:30', '', '', ''],
      ['v1', 'd', '0:30', '', '', ''],
      ['v9', 'a', '0:30', '', '', ''],
      ['v1', 'c', 'soon', '', 'maybe', ''],
      ['v1', 'a', '5:00', '', '', ''],
      ['v1', '', '', '', '', ''],
      ['v1', 'c', '', '', '', 'perhaps'],
    ]
    expect(results(table(titles('pt-BR'), ...lines))).toEqual([
      ['same'],
      ['added'],
      ['removed'],
      ['doubt', 'unknown-item'],
      ['doubt', 'item-elsewhere'],
      ['doubt', 'unknown-video'],
      ['doubt', 'time', 'flag'],
      ['doubt', 'twice'],
      ['doubt', 'nothing-to-add'],
      ['doubt', 'remove-flag'],
    ])
  })

  test.each([
    ['above', [1, 0]],
    ['below', [0, 1]],
  ])(
    'with a doubt does not count when one without is about the same item, %s it',
    (_place, order) => {
      const written = [
        ['v1', 'a', 'Second', '0:40'],
        ['v1', 'a', 'First', 'not a time'],
      ]
      const lines = matched(
        table(
          ['video_id', 'item_id', 'action.content', 'window.start'],
          ...order.map((index) => written[index] ?? []),
        ),
      )
      expect(lines.filter(isTakeable).map(({ value }) => value['action'])).toMatchObject([
        { content: 'Second' },
      ])
      expect(lines[order.indexOf(1)]?.doubts.map(({ why }) => why)).toEqual(['time', 'twice'])
    },
  )

  test('counts once when several with a doubt are about the same item', () => {
    const lines = matched(
      table(
        ['video_id', 'item_id', 'action.content', 'window.start'],
        ['v1', 'a', '', 'soon'],
        ['v1', 'a', 'First', 'soon'],
        ['v1', 'a', 'Second', 'soon'],
      ),
    )
    expect(lines.map(isTakeable)).toEqual([false, true, false])
    expect(lines.map(({ doubts }) => doubts.at(-1)?.why)).toEqual(['time', 'time', 'twice'])
  })

  test('is matched by name when it has no id, and in doubt when several items have the name', () => {
    const names = ['Video', 'action.content', 'window.start']
    const lines = [
      ['oferta', 'comprar', '0:40'],
      ['Oferta', 'Ver', '0:40'],
      ['Aula', 'Ir', '1:00'],
    ]
    expect(results(table(names, ...lines, ['Oferta', 'Outro', '0:50']))).toEqual([
      ['changed'],
      ['doubt', 'several-items-named'],
      ['doubt', 'several-videos-named'],
      ['added'],
    ])
  })

  test('in doubt lists the values that could be read of a choice, video or list', () => {
    const filter = ['video_id', 'fallback_video_id', 'countries', 'query_params']
    const videos = VIDEOS.map((video) => ({ ...video, settings: {} }))
    const [first, second] = matched(
      table(
        filter,
        ['v1', 'Aula', 'Atlantis', '["a,b","c"]'],
        ['v2', 'Oferta', 'Brasil, us', 'x; y'],
      ),
      ...(['traffic_filter', videos] as const),
    )
    expect(first?.doubts.map(({ why }) => why)).toEqual(['several-videos', 'codes'])
    expect(first?.changes.map(({ after }) => after)).toEqual([['a,b', 'c']])
    expect(second?.result).toBe('doubt')
    const [third] = matched(
      table(filter, ['v2', 'Oferta', 'BR, us', 'x; y']),
      ...(['traffic_filter', videos] as const),
    )
    expect(third?.changes.map(({ after }) => after)).toEqual(['v1', ['BR', 'US'], ['x', 'y']])
    const [choice] = matched(table(['video_id', 'item_id', 'base.type'], ['v1', 'a', 'Above']))
    expect(choice?.doubts).toMatchObject([
      { why: 'choice', valid: ['inside_video', 'outside_video'] },
    ])
  })

  test('in doubt can be accepted with its readable values, if there are any', () => {
    const [partly, nothing] = matched(
      table(
        ['video_id', 'item_id', 'window.start', 'base.active'],
        ['v1', 'a', '1:00', '?'],
        ['v1', 'b', 'x', '?'],
      ),
    )
    expect([partly, nothing].map((line) => line && isTakeable(line))).toEqual([true, false])
  })
})

test('a pixel’s threshold is read by the mode of its own line', () => {
  const pixels = { id: 'p', base: { type: 'custom' }, dispatch: { mode: 'percent', threshold: 50 } }
  const videos = [{ ...(VIDEOS[0] as SheetVideo), settings: { items: [pixels] } }]
  const header = ['video_id', 'item_id', 'dispatch.threshold', 'dispatch.mode']
  const lines = [
    ['v1', 'p', '1:30', 'time'],
    ['v1', 'p', '75,0 %', ''],
    ['v1', 'p', '0:10', ''],
  ]
  const [timed, percent, wrong] = lines.map(
    (line) => matched(table(header, line), 'pixels', videos)[0],
  )
  expect(timed?.changes.map(({ after }) => after)).toEqual(['time', 90])
  expect(percent?.changes.map(({ after }) => after)).toEqual([75])
  expect(wrong?.doubts.map(({ why }) => why)).toEqual(['percent'])
})

test('a pixel’s threshold is in doubt where the mode of its line is', () => {
  const pixels = { id: 'p', base: { type: 'custom' }, dispatch: { mode: 'time', threshold: 50 } }
  const videos = [{ ...(VIDEOS[0] as SheetVideo), settings: { items: [pixels] } }]
  const header = ['video_id', 'item_id', 'dispatch.threshold', 'dispatch.mode', 'base.name']
  const read = (threshold: string) =>
    matched(table(header, ['v1', 'p', threshold, 'percente', 'Half']), 'pixels', videos)[0]
  expect(read('25')?.doubts.map(({ why }) => why)).toEqual(['choice', 'no-unit'])
  expect(read('25')?.changes.map(({ after }) => after)).toEqual(['Half'])
  expect(read('')?.doubts.map(({ why }) => why)).toEqual(['choice'])
})

describe('minutes and seconds that a spreadsheet converted to a time of day', () => {
  test.each([
    ['5:30', 1200, null, 330],
    ['330', 1200, null, 330],
    ['330,00', 1200, null, 330],
    ['05:30:00', 1200, null, 330],
    ['25:00:00', 1800, null, 1500],
    ['12:30:00 AM', 600, null, 30],
    ['5:30:00 PM', 30_000, null, 1050],
    ['1:05:00', 7200, null, 3900],
    ['00:30:00', 7200, 30, 30],
    ['00:30:00', 7200, null, 'time-of-day'],
    ['soon', 7200, null, null],
    ['5,5', 7200, null, null],
    ['1.000', 7200, null, null],
    ['3,000', 7200, 1000, null],
    ['1,000', 7200, 1000, 1000],
    ['1.020', 7200, 1020, 1020],
    ['1000', 7200, null, 1000],
    ['330.0', 7200, null, 330],
  ] as const)('%s in a video of %s s', (typed, duration, known, seconds) => {
    expect(fileSeconds(typed, { duration, known })).toBe(seconds)
  })
})

test('the second of a loop is read from a file as any other time', () => {
  const videos = [{ ...(VIDEOS[0] as SheetVideo), settings: {} }]
  const read = (typed: string) =>
    matched(table(['video_id', 'action_after_finish'], ['v1', typed]), 'playback', videos)[0]
  expect(read('05:30:00')?.changes).toMatchObject([{ after: { type: 'loop', start: 330 } }])
  expect(read('330,00')?.changes).toMatchObject([{ after: { type: 'loop', start: 330 } }])
  expect(read('{"type":"loop","start":5}')?.changes).toMatchObject([{ after: { start: 5 } }])
  expect(read('00:05:00')?.doubts).toMatchObject([{ why: 'time-of-day' }])
  expect(read('soon')?.doubts).toMatchObject([{ why: 'loop' }])
})

test('a number that could be thousands or decimals, and a failed formula, are in doubt', () => {
  const header = ['video_id', 'item_id', 'window.start', 'action.content']
  const lines = [
    ['v1', 'a', '3.000', 'Buy'],
    ['v1', 'b', '3,000', '#N/A'],
    ['v1', 'c', '#¡REF!', '#NOME?'],
    ['v2', 'd', 'Err:502', '#1 offer!'],
  ]
  const doubts = matched(table(header, ...lines)).map((line) => [
    line.changes.map(({ after }) => after),
    line.doubts.map(({ why }) => why),
  ])
  expect(doubts).toEqual([
    [['Buy'], ['time']],
    [[], ['time', 'formula-error']],
    [[], ['formula-error', 'formula-error']],
    [['#1 offer!'], ['formula-error']],
  ])
})

test('a failed formula of any name is no text', () => {
  const errors = ['#CALC!', '#FIELD!', '#GETTING_DATA', '#¡CALC!', '#DESPEJAR!', '#NÚM!', '#DIV/0!']
  const texts = ['#1!', '#Sale!', '#SALE', '#SALE!', '#BLACKFRIDAY!', 'SALE!', '#BUY NOW!']
  const header = ['video_id', 'item_id', 'action.content']
  const doubtsOf = (text: string) =>
    matched(table(header, ['v1', 'a', text])).flatMap(({ doubts }) => doubts.map(({ why }) => why))
  expect(errors.map(doubtsOf)).toEqual(errors.map(() => ['formula-error']))
  expect(texts.map(doubtsOf)).toEqual(texts.map(() => []))
})

test('a long number that a spreadsheet shortened is unchanged, and in doubt where it is another one', () => {
  const settings = {
    items: [{ id: 'p', base: { name: '123456789012345', type: 'facebook' } }],
  }
  const videos = [{ ...(VIDEOS[0] as SheetVideo), settings }]
  const resultsOf = (text: string, item_id = 'p') =>
    results(table(['video_id', 'item_id', 'base.name'], ['v1', item_id, text]), 'pixels', videos)[0]
  const same = ['1.23457E+14', '1,23457E+14', '1.23456789012345e+014', '1.2E+14']
  expect(same.map((text) => resultsOf(text))).toEqual(same.map(() => ['same']))
  expect(resultsOf('1.23458E+14')).toEqual(['doubt', 'shortened-number'])
  expect(resultsOf('1.23457E+15')).toEqual(['doubt', 'shortened-number'])
  expect(resultsOf('5.512E+12', '')).toEqual(['doubt', 'shortened-number'])
  expect(resultsOf('E+14')).toEqual(['changed'])
})

test('ids and names that a spreadsheet would convert are found, with their apostrophes and without', () => {
  const items = [item('000000000007', 'mar 24'), item('12e5', '=1+1')]
  const videos: SheetVideo[] = [
    { id: '123456789012', name: '2026-03', duration: 1200, pitch: null, settings: { items } },
  ]
  const { videoId, video, itemId } = appTexts('en').files.grid
  const content = settingName('call_actions', 'action.content', 'en')
  const ids = ["'123456789012", "'2026-03"]
  const withIds = table(
    [videoId, video, itemId, content],
    [...ids, "'000000000007", "'mar 24"],
    [...ids, "'12e5", "'=1+1"],
  )
  expect(results(withIds, 'call_actions', videos)).toEqual([['same'], ['same']])
  const byName = table([video, content], ["'2026-03", "'mar 24"], ['2026-03', "'=1+1"])
  expect(results(byName, 'call_actions', videos)).toEqual([['same'], ['same']])
})

test('apostrophes before formula characters are removed, and others stay', () => {
  expect(["'=1+1", "a,'=b", "it's", "'quoted'", "'"].map(withoutEscapes)).toEqual([
    ...['=1+1', 'a,=b', "it's", "'quoted'", "'"],
  ])
})

describe('a file that is opened again', () => {
  const header = ['video_id', 'item_id', 'window.start', 'action.content']
  const file = table(header, ['v3', '', '0:10', 'New'], ['v3', '', '0:10', 'New'])
  const others = VIDEOS.slice(0, 2)
  const posted = (...items: object[]): SheetVideo[] => [
    ...others,
    { ...(VIDEOS[2] as SheetVideo), settings: { items } },
  ]
  const made = { base: { active: true }, window: { start: 10 }, action: { content: 'New' } }
  const filled = { ...made, action: { ...made.action, open_in_new_tab: false } }

  test('adds no item again that a draft makes', () => {
    const draft: Edit = {
      ...{ key: 'k', video_id: 'v3', kind: 'create', group: 'call_actions', item_id: 'local:1' },
      ...{ register: null, base: null, want: made, status: 'draft' },
      ...{ failure: null, waitsUntil: null },
    }
    const rows = sheetRows('call_actions', VIDEOS, [draft])
    const { lines } = matchFile(file, {
      ...{ group: 'call_actions', language: 'en', videos: VIDEOS, rows },
    })
    expect(lines.map(({ result }) => result)).toEqual(['same', 'added'])
    expect(importEdits('call_actions', lines)).toHaveLength(1)
  })

  test('adds no item again that was published, each for one line', () => {
    const one = posted({ id: 'x', ...filled })
    expect(results(file, 'call_actions', one)).toEqual([['same'], ['added']])
    const both = posted({ id: 'x', ...filled }, { id: 'y', ...filled })
    expect(results(file, 'call_actions', both)).toEqual([['same'], ['same']])
  })

  test('adds an item that equals one with a line of its own', () => {
    const copied = table(header, ['v3', '', '0:10', 'New'], ['v3', 'x', '', ''])
    const one = posted({ id: 'x', ...made })
    expect(results(copied, 'call_actions', one)).toEqual([['added'], ['same']])
  })
})

test('the chosen lines are one list of edits: values set, items added and removed', () => {
  const lines = matched(
    table(
      ['video_id', 'item_id', 'window.start', 'action.content', 'Remove'],
      ['v1', 'a', '1:00', 'Buy', ''],
      ['v1', '', '0:10', 'New', ''],
      ['v1', 'b', '', '', 'yes'],
      ['v2', 'd', '0:31', '', ''],
    ),
  )
  expect(changeCount(lines)).toBe(5)
  expect(importEdits('call_actions', lines)).toEqual([
    {
      video_id: 'v1',
      changes: [
        { kind: 'set', group: 'call_actions', item_id: 'a', register: 'window.start', value: 60 },
        {
          kind: 'set',
          group: 'call_actions',
          item_id: 'a',
          register: 'action.content',
          value: 'Buy',
        },
        { kind: 'delete', group: 'call_actions', item_id: 'b' },
        {
          kind: 'create',
          group: 'call_actions',
          item: { base: { active: false }, window: { start: 10 }, action: { content: 'New' } },
        },
      ],
    },
    {
      video_id: 'v2',
      changes: [
        { kind: 'set', group: 'call_actions', item_id: 'd', register: 'window.start', value: 31 },
      ],
    },
  ])
})
