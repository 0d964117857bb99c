import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Video } from '../../../../src/shared/api/video.ts'
import { AppError, failureOf } from '../../../../src/shared/failure.ts'
import { pictureReference } from '../../../../src/shared/features/pictures/picture.ts'
import { gridTable } from '../../../../src/shared/features/proposals/grid-file.ts'
import { matchFile } from '../../../../src/shared/features/proposals/match.ts'
import type {
  Answer,
  ProposalDocument,
} from '../../../../src/shared/features/proposals/proposal.ts'
import {
  acceptedEdits,
  type ChangeState,
  type Decision,
  discardingEdits,
  isAcceptable,
  isDrafted,
} from '../../../../src/shared/features/proposals/review.ts'
import type { Change } from '../../../../src/shared/features/publishing/edit.ts'
import { makeCells } from '../../../../src/shared/features/sheet/cell.ts'
import { SHEET_COLUMNS } from '../../../../src/shared/features/sheet/columns.ts'
import { testClock } from '../../../support/clock.ts'
import { aVideo, VIDEO } from '../../../support/edits.ts'
import { rowsOf } from '../../../support/generated-sheet.ts'
import { pngOf } from '../../../support/picture-bytes.ts'
import { type ProposalsDesk, proposalsDesk } from '../../../support/proposals-desk.ts'
import { ACCOUNT } from '../../../support/store-folder.ts'

const aDesk = (...videos: Video[]) => proposalsDesk(videos)

const TOKEN = 'token-that-stays-here'
const HTML = '<script>track()</script>'
const NEW_ITEM = { base: { active: false }, window: { start: 5 }, action: { content: 'New' } }
const NEW_PIXEL = { base: { type: 'custom', name: 'P' }, tag: { html: HTML } }
const cta = (register: string, value: string | number): Change => ({
  ...{ kind: 'set', group: 'call_actions', item_id: 'cta1', register, value },
})

const CHANGES: Change[] = [
  cta('action.content', 'Buy now'),
  { kind: 'list', group: 'traffic_filter', register: 'countries', add: ['US'], remove: ['PT'] },
  { kind: 'set', group: 'traffic_filter', item_id: null, register: 'token', value: TOKEN },
  { kind: 'set', group: 'pixels', item_id: 'pixel1', register: 'tag.html', value: HTML },
  { kind: 'create', group: 'call_actions', item: NEW_ITEM as never },
  { kind: 'create', group: 'pixels', item: NEW_PIXEL as never },
  { kind: 'delete', group: 'call_actions', item_id: 'cta2' },
]

async function proposal(desk: ProposalsDesk, changes: readonly Change[], asked = {}) {
  desk.verbs.saveEdits(ACCOUNT, [{ video_id: VIDEO, changes: [...changes] }])
  const { edits: rows } = desk.verbs.editsOf(ACCOUNT)
  const name = await desk.handlers.save({
    ...{
      account_id: ACCOUNT,
      by: 'Ana',
      note: 'For March',
      withTokens: false,
      withPixelHtml: false,
    },
    changes: rows.map(({ key }, index) => ({ video_id: VIDEO, key, note: `why ${index}` })),
    ...asked,
  })
  return path.join(desk.folder, name ?? '')
}

async function openedProposal(desk: ProposalsDesk, place: string) {
  const file = await desk.open(place)
  if (file.is !== 'proposal') throw new Error('not a proposal')
  return file
}

const decidedAll = (
  { changes }: ProposalDocument,
  states: readonly ChangeState[],
  answer: Answer,
): Decision[] =>
  changes.map((change, index) => ({ change, answer, state: states[index] as ChangeState }))

describe('a proposal', () => {
  test('has the drafts with their base values and notes, and neither secrets nor pixel HTML', async () => {
    const desk = aDesk(aVideo())
    const place = await proposal(desk, CHANGES)
    const text = fs.readFileSync(place, 'utf8')
    expect(path.extname(place)).toBe('.cuepoint-proposal')
    expect(text).not.toContain(TOKEN)
    expect(text).not.toContain('track()')
    const { value } = await openedProposal(desk, place)
    expect(value.about).toMatchObject({
      ...{ account: 'Lançamentos', by: 'Ana', note: 'For March', answeredAt: null },
      leftOut: { tokens: 1, pixelHtml: 2 },
    })
    expect(value.changes.map(({ kind, item, base, note }) => [kind, item, base, note])).toEqual([
      ['set', 'Buy', 'Buy', 'why 0'],
      ['list', '', ['BR', 'PT'], 'why 1'],
      ['create', 'New', null, 'why 4'],
      ['create', 'P', null, 'why 5'],
      ['delete', '', aVideo().call_actions?.items?.[1], 'why 6'],
    ])
  })

  test('has the token and the HTML when they are included on request', async () => {
    const desk = aDesk(aVideo())
    const place = await proposal(desk, CHANGES, { withTokens: true, withPixelHtml: true })
    const text = fs.readFileSync(place, 'utf8')
    expect(text).toContain(TOKEN)
    expect(text).toContain('track()')
    const { value } = await openedProposal(desk, place)
    expect(value.about.leftOut).toEqual({ tokens: 0, pixelHtml: 0 })
    expect(value.changes).toHaveLength(7)
  })

  test('counts no HTML as left out for a pixel that has none', async () => {
    const desk = aDesk(aVideo())
    const item = { base: { type: 'facebook', name: 'P' }, tag: {} }
    const place = await proposal(desk, [{ kind: 'create', group: 'pixels', item: item as never }])
    const { value } = await openedProposal(desk, place)
    expect(value.about.leftOut).toEqual({ tokens: 0, pixelHtml: 0 })
  })

  test('names an HTML call to action by its label', async () => {
    const desk = aDesk(aVideo())
    const action = { as_html: true, content: '<b>Buy</b>' }
    const item = { base: { name: 'Label' }, action } as never
    const place = await proposal(desk, [{ kind: 'create', group: 'call_actions', item }])
    const { value } = await openedProposal(desk, place)
    expect(value.changes.map((change) => change.item)).toEqual(['Label'])
  })

  test('has the unit that a pixel’s threshold had and was to have, also when its mode is not proposed', async () => {
    const pixel = { kind: 'set', group: 'pixels', item_id: 'pixel1' } as const
    const threshold: Change = { ...pixel, register: 'dispatch.threshold', value: 60 }
    const mode: Change = { ...pixel, register: 'dispatch.mode', value: 'percent' }
    const name: Change = { ...pixel, register: 'base.name', value: 'Two' }
    const besides = async (changes: Change[], chosen = changes.length) => {
      const desk = aDesk(aVideo())
      desk.verbs.saveEdits(ACCOUNT, [{ video_id: VIDEO, changes }])
      const { edits } = desk.verbs.editsOf(ACCOUNT)
      const asked = edits.slice(0, chosen).map(({ key }) => ({ video_id: VIDEO, key, note: '' }))
      const { value } = await openedProposal(desk, await proposal(desk, [], { changes: asked }))
      return value.changes.map(({ beside }) => beside)
    }
    expect(await besides([threshold, name])).toEqual([{ base: 'time', want: 'time' }, undefined])
    const ofBoth = { base: 'time', want: 'percent' }
    expect(await besides([threshold, mode], 1)).toEqual([ofBoth])
    expect(await besides([threshold, mode])).toEqual([ofBoth, { base: 5, want: 60 }])
  })

  test('of a video with a very long name can be opened again', async () => {
    const desk = aDesk(aVideo({ name: 'x'.repeat(3000) }))
    const place = await proposal(desk, CHANGES.slice(0, 1))
    const { value } = await openedProposal(desk, place)
    expect(value.changes.map(({ video }) => video)).toEqual(['x'.repeat(2000)])
  })

  test('that could not be opened again is not written', async () => {
    const desk = aDesk(aVideo())
    const { value } = await openedProposal(desk, await proposal(desk, CHANGES.slice(0, 1)))
    const files = fs.readdirSync(desk.folder)
    const refusals = [
      // Too large, and too many values.
      { item: 'x'.repeat(2000), count: 12_000 },
      { want: Array.from({ length: 100 }, () => 1), count: 12_000 },
    ].map(({ count, ...own }) => {
      const [first] = value.changes
      const changes = Array.from({ length: count }, () => ({ ...first, ...own }) as typeof first)
      const document = { ...value, changes: changes as typeof value.changes }
      return Promise.resolve(desk.handlers.answer({ document, by: '', answers: [] })).catch(
        failureOf,
      )
    })
    const refused = { kind: 'too-long', what: 'proposal' }
    expect(await Promise.all(refusals)).toMatchObject([refused, refused])
    expect(fs.readdirSync(desk.folder)).toEqual(files)
  })

  test('is accepted on another desk as one step of undo', async () => {
    const [mine, theirs] = [aDesk(aVideo()), aDesk(aVideo())]
    const { value, states } = await openedProposal(theirs, await proposal(mine, CHANGES))
    expect(states.map(({ is }) => is)).toEqual(value.changes.map(() => 'as-made'))
    const decisions = decidedAll(value, states, { verdict: 'accepted', note: '' })
    theirs.verbs.saveEdits(ACCOUNT, acceptedEdits(decisions))
    const shape = (desk: ProposalsDesk) =>
      desk.verbs
        .editRows(ACCOUNT, VIDEO)
        .filter(({ group, register }) => register !== 'token' && group !== 'pixels')
        .map(({ kind, base, want, added, removed }) => ({ kind, base, want, added, removed }))
    expect(shape(theirs)).toEqual(shape(mine))
    theirs.verbs.undoStep(ACCOUNT)
    expect(theirs.verbs.editRows(ACCOUNT, VIDEO)).toEqual([])
  })

  test('whose list was edited leaves the typed list, where other texts were added here since', async () => {
    const place = await proposal(aDesk(aVideo()), CHANGES.slice(1, 2))
    const theirs = aDesk(aVideo({ traffic_filter: { countries: ['BR', 'MX'] } }))
    const own = { kind: 'list', group: 'traffic_filter', register: 'countries' } as const
    const saved = { ...own, add: ['AR'], remove: ['BR'] }
    theirs.verbs.saveEdits(ACCOUNT, [{ video_id: VIDEO, changes: [saved] }])
    const { value, states } = await openedProposal(theirs, place)
    const want = ['BR', 'PT']
    const decisions = decidedAll(value, states, { verdict: 'edited', want, note: '' })
    theirs.verbs.saveEdits(ACCOUNT, acceptedEdits(decisions))
    const { edits } = theirs.verbs.editsOf(ACCOUNT)
    expect(edits.map((edit) => edit.want)).toEqual([want])
  })

  test('that is accepted a second time makes no new item again, nor does the own one', async () => {
    const [mine, theirs] = [aDesk(aVideo()), aDesk(aVideo())]
    const creations = CHANGES.filter(({ kind }) => kind === 'create')
    const place = await proposal(mine, creations)
    for (const desk of [mine, theirs, theirs]) {
      const { value, states } = await openedProposal(desk, place)
      const decisions = decidedAll(value, states, { verdict: 'accepted', note: '' }).filter(
        ({ state }) => isAcceptable(state),
      )
      desk.verbs.saveEdits(ACCOUNT, acceptedEdits(decisions))
      expect(desk.verbs.editRows(ACCOUNT, VIDEO)).toHaveLength(creations.length)
    }
  })

  test('marks what has changed on the other desk since', async () => {
    const place = await proposal(
      aDesk(aVideo()),
      CHANGES.filter(({ kind }) => kind !== 'create'),
    )
    const { call_actions } = aVideo()
    const [first] = call_actions?.items ?? []
    const renamed = { ...first, id: 'cta1', action: { content: 'Order' } }
    const changed = aVideo({
      call_actions: { items: [renamed, { id: 'cta2', base: { active: true } }] },
      traffic_filter: { countries: ['US'] },
    })
    const elsewhere = aDesk(changed)
    elsewhere.verbs.saveEdits(ACCOUNT, [
      { video_id: VIDEO, changes: [cta('action.content', 'My own')] },
    ])
    const { states } = await openedProposal(elsewhere, place)
    expect(states).toEqual([
      { is: 'different', theirs: 'Order', own: [{ register: 'action.content', want: 'My own' }] },
      { is: 'done', theirs: ['US'], own: [] },
      { is: 'different', theirs: { id: 'cta2', base: { active: true } }, own: [] },
    ])
    const none = await openedProposal(aDesk(aVideo({ call_actions: { items: [] } })), place)
    expect(none.states.map(({ is }) => is)).toEqual(['no-item', 'as-made', 'done'])
    const other = await openedProposal(aDesk(aVideo({ id: 'another' })), place)
    expect(other.states.map(({ is }) => is)).toEqual(['no-video', 'no-video', 'no-video'])
  })

  test('is compared again with what is read after it was opened', async () => {
    const theirs = aDesk(aVideo())
    const place = await proposal(aDesk(aVideo()), CHANGES.slice(0, 2))
    const { value, states } = await openedProposal(theirs, place)
    expect(states.map(({ is }) => is)).toEqual(['as-made', 'as-made'])
    const [first, ...items] = aVideo().call_actions?.items ?? []
    const renamed = { ...first, id: 'cta1', action: { content: 'Order' } }
    const traffic_filter = { countries: ['BR', 'US'] }
    const read = aVideo({ call_actions: { items: [renamed, ...items] }, traffic_filter })
    theirs.verbs.keepVideos(ACCOUNT, [read], testClock.now() + 1000)
    const now = await theirs.handlers.states({ account_id: ACCOUNT, changes: value.changes })
    expect(now).toEqual([
      { is: 'different', theirs: 'Order', own: [] },
      { is: 'done', theirs: ['BR', 'US'], own: [] },
    ])
  })

  test('is sent back with the decisions', async () => {
    const [mine, theirs] = [aDesk(aVideo()), aDesk(aVideo())]
    const { value } = await openedProposal(theirs, await proposal(mine, CHANGES.slice(0, 2)))
    const [first, second] = value.changes
    const name = await theirs.handlers.answer({
      ...{ document: value, by: 'Bruno' },
      answers: [
        { id: first?.id ?? '', verdict: 'edited', want: 'Buy today', note: 'shorter' },
        { id: second?.id ?? '', verdict: 'refused', note: 'not now' },
      ],
    })
    const back = await openedProposal(mine, path.join(theirs.folder, name ?? ''))
    expect(back.value.about.answeredBy).toBe('Bruno')
    expect(back.value.changes.map(({ answer }) => answer)).toEqual([
      { verdict: 'edited', want: 'Buy today', note: 'shorter' },
      { verdict: 'refused', note: 'not now' },
    ])
    const kept = { id: second?.id ?? '', verdict: 'refused' as const, note: 'not now' }
    const again = await theirs.handlers.answer({ document: back.value, by: '', answers: [kept] })
    const withdrawn = await openedProposal(mine, path.join(theirs.folder, again ?? ''))
    expect(withdrawn.value.changes.map(({ answer }) => answer?.note ?? null)).toEqual([
      null,
      'not now',
    ])
  })

  test('whose reply refuses all leaves no draft once these are discarded, as one step of undo', async () => {
    const [mine, theirs] = [aDesk(aVideo()), aDesk(aVideo())]
    const { value } = await openedProposal(theirs, await proposal(mine, CHANGES))
    const answers = value.changes.map(({ id }) => ({ id, verdict: 'refused' as const, note: '' }))
    const name = await theirs.handlers.answer({ document: value, by: 'Bruno', answers })
    const back = await openedProposal(mine, path.join(theirs.folder, name ?? ''))
    const refused = back.value.changes.filter((change, index) => {
      const state = back.states[index]
      return state && isDrafted(change, state)
    })
    expect(refused).toEqual(back.value.changes)
    const before = mine.verbs.editRows(ACCOUNT, VIDEO)
    mine.verbs.saveEdits(ACCOUNT, discardingEdits(refused))
    // What the proposal leaves out was not refused.
    const left = mine.verbs.editRows(ACCOUNT, VIDEO).map(({ register }) => register)
    expect(new Set(left)).toEqual(new Set(['tag.html', 'token']))
    mine.verbs.undoStep(ACCOUNT)
    expect(mine.verbs.editRows(ACCOUNT, VIDEO)).toHaveLength(before.length)
  })

  describe('of an overlay with a picture', () => {
    const without = aVideo({ smart_autoplay: { variants: [] } })
    const image = (file_id: string) => ({
      ...{ template_name: 'image', template_position: 'top-left', file_id, scale: 0.5 },
    })
    const overlay = (hash: string): Change => ({
      ...{ kind: 'set', group: 'smart_autoplay', item_id: null, register: 'variants' },
      value: [image(pictureReference(hash))] as never,
    })

    test('names its file once the picture is uploaded, and is the own change when it comes back', async () => {
      const [mine, theirs] = [aDesk(without), aDesk(without)]
      const { hash } = await mine.choosePicture(pngOf(30, 20))
      const before = await proposal(mine, [overlay(hash)])
      const file_id = await mine.pictures.upload(ACCOUNT, hash)
      const after = await proposal(mine, [overlay(hash)])
      const { value, states } = await openedProposal(theirs, after)
      expect(value.changes.map(({ want }) => want)).toEqual([[image(file_id)]])
      expect(states.map(({ is }) => is)).toEqual(['as-made'])
      for (const place of [before, after]) {
        const back = await openedProposal(mine, place)
        expect(back.states.map(({ own }) => own)).toEqual([
          [{ register: 'variants', want: [image(file_id)] }],
        ])
        expect(back.value.changes.map(({ want }) => want)).toEqual([[image(file_id)]])
      }
    })

    test('is only acceptable where its picture is when that is not uploaded', async () => {
      const [mine, theirs] = [aDesk(without), aDesk(without)]
      const { hash } = await mine.choosePicture(pngOf(30, 20))
      const place = await proposal(mine, [overlay(hash)])
      const stateOn = async (desk: ProposalsDesk) =>
        (await openedProposal(desk, place)).states.map(({ is }) => is)
      expect(await stateOn(mine)).toEqual(['as-made'])
      expect(await stateOn(theirs)).toEqual(['no-picture'])
      await theirs.choosePicture(pngOf(30, 20))
      expect(await stateOn(theirs)).toEqual(['as-made'])
    })
  })

  test('cannot be sent back with an invalid value', async () => {
    const desk = aDesk(aVideo())
    const { value } = await openedProposal(desk, await proposal(desk, CHANGES.slice(0, 1)))
    const answering = async () =>
      desk.handlers.answer({
        ...{ document: value, by: '' },
        answers: [{ id: '1', verdict: 'edited', want: { not: 'a text' }, note: '' }],
      })
    await expect(answering()).rejects.toBeInstanceOf(AppError)
  })
})

/** The columns of a CSV's header; null for a workbook. */
const columnsOf = (place: string, separator: string | null) =>
  separator && fs.readFileSync(place, 'utf8').split('\r\n')[0]?.split(separator).length

describe('a table of settings', () => {
  test.each([
    ['spreadsheet', '.', ','],
    ['spreadsheet', ',', ';'],
    ['machine', ',', ','],
    ['xlsx', ',', null],
  ] as const)(
    'is written as %s where the decimal mark is “%s”, and read back in a thread as the same changes',
    async (flavour, decimal, separator) => {
      const desk = proposalsDesk([aVideo()], 'Lançamentos', decimal)
      const { name, duration, call_actions } = aVideo()
      const settings = { ...call_actions }
      const videos = [
        { id: VIDEO, name: name ?? '', duration: duration ?? null, pitch: null, settings },
      ]
      const rows = rowsOf('call_actions', videos)
      const cells = makeCells({ group: 'call_actions', language: 'pt-BR', videos })
      const of = flavour === 'machine' ? 'machine' : 'spreadsheet'
      const table = gridTable(rows, SHEET_COLUMNS.call_actions, {
        ...{ group: 'call_actions', flavour: of, language: 'pt-BR', cells },
      })
      const job = await desk.handlers.saveTable({
        ...{ name: 'Chamadas para ação', flavour, language: 'pt-BR', ...table },
      })
      await desk.exports.ended(job?.id ?? 0)
      const [state] = desk.exports.list()
      expect(state).toMatchObject({ status: 'done', written: 2, table: 'grid' })
      const place = path.join(desk.folder, state?.name ?? '')
      expect(columnsOf(place, separator)).toBe(separator && table.titles.length)
      const file = await desk.open(place)
      if (file.is !== 'table') throw new Error('not a table')
      const { lines, header } = matchFile(file.value, {
        ...{ group: 'call_actions', language: 'en', videos, rows },
      })
      expect(header.unknown).toEqual([])
      expect(lines.map(({ result }) => result)).toEqual(['same', 'same'])
    },
  )

  test('says how many texts a workbook’s cells could not hold in full', async () => {
    const desk = aDesk(aVideo())
    const table = { titles: ['video_id', 'action.html'], rows: [[VIDEO, 'x'.repeat(32_768)]] }
    const cutTexts: number[] = []
    for (const flavour of ['xlsx', 'machine'] as const) {
      const job = await desk.handlers.saveTable({ name: 'CTAs', flavour, language: 'en', ...table })
      await desk.exports.ended(job?.id ?? 0)
      cutTexts.push(desk.exports.list().find(({ id }) => id === job?.id)?.cutTexts ?? -1)
    }
    expect(cutTexts).toEqual([1, 0])
  })

  test('that is dropped keeps its file name, also when it is refused', async () => {
    const desk = aDesk(aVideo())
    const take = (bytes: Buffer) =>
      desk.handlers.take({
        account_id: ACCOUNT,
        file: { name: 'março.csv', bytes: bytes.toString('base64') },
      })
    expect(await take(Buffer.from('video_id\nx\n'))).toMatchObject({
      name: 'março.csv',
      is: 'table',
    })
    await expect(take(Buffer.from(' \n \n'))).rejects.toMatchObject({
      failure: { kind: 'import-file', reason: 'empty', name: 'março.csv' },
    })
  })
})
