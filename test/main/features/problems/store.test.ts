import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeVerbs, type Verbs } from '../../../../src/main/database/verbs.ts'
import type { Video } from '../../../../src/shared/api/video.ts'
import type { ListedProblem } from '../../../../src/shared/features/problems/calls.ts'
import type { MuteEnd } from '../../../../src/shared/features/problems/mute.ts'
import type { OwnRuleFields } from '../../../../src/shared/features/problems/own-rule.ts'
import { addDays, dayEndsAt, todayIn } from '../../../../src/shared/time/period.ts'
import { testClock } from '../../../support/clock.ts'
import { aPlayer } from '../../../support/store-data.ts'
import { ACCOUNT, aFolder, anAccount, failureFrom, ZONE } from '../../../support/store-folder.ts'
import { TEXT_BUTTON } from '../../../support/wrong-videos.ts'

const account_id = ACCOUNT
/** Pitch at 10:01, as `aPlayer` has it. */
const { id: video_id } = aPlayer(1)
const ALL = { view: 'all', search: '', rules: [], video_ids: null } as const
const DAY_MS = 86_400_000

/** A video whose first call to action comes after its end, and whose second is http. */
function aVideo(change: object = {}): Video {
  const late = { ...TEXT_BUTTON, id: 'late', window: { start: 1900, end: 1950 } }
  const plain = {
    ...TEXT_BUTTON,
    ...{ id: 'plain', window: { start: 700, end: 800 } },
    action: { content: 'Plain', url: 'http://shop.example/', as_html: false },
  }
  const items = [late, plain]
  return { id: video_id, name: 'VSL', duration: 1801, call_actions: { items }, ...change }
}

let readAt = 100
const keep = (verbs: Verbs, ...videos: Video[]) => verbs.keepVideos(ACCOUNT, videos, ++readAt)

interface Desk {
  folder?: string
  /** Milliseconds that have gone by. */
  later?: number
}

async function onDesk(
  work: (verbs: Verbs) => Promise<void>,
  { folder = aFolder(), later = 0 }: Desk = {},
) {
  const verbs = makeVerbs(folder, { ...testClock, now: () => testClock.now() + later })
  if (verbs.accounts().length === 0) {
    verbs.putAccount(anAccount())
    verbs.keepAnswer(ACCOUNT, 'players', {}, [aPlayer(1)], 1, false)
    keep(verbs, aVideo())
  }
  try {
    await work(verbs)
  } finally {
    verbs.close()
  }
  return folder
}

type Asked = Parameters<Verbs['problemList']>[1]

async function found(verbs: Verbs, asked: Partial<Asked> = {}): Promise<string[]> {
  const { findings } = await verbs.problemList(ACCOUNT, { ...ALL, ...asked })
  return findings.flatMap(({ rule, problems }) =>
    problems.map(({ item_id, isNew }) => `${rule} ${item_id}${isNew ? ' new' : ''}`),
  )
}

async function problemOf(verbs: Verbs, rule: string): Promise<ListedProblem> {
  const { findings } = await verbs.problemList(ACCOUNT, ALL)
  const problem = findings.find((one) => one.rule === rule)?.problems[0]
  if (!problem) throw new Error(`nothing found by ${rule}`)
  return problem
}

const LATE = 'call-action-after-end late'
const HTTP = 'address-http plain'

test('the stored videos are checked with their edits and the pitch of the player', () =>
  onDesk(async (verbs) => {
    expect(await found(verbs)).toEqual([LATE, HTTP])
    const { fix, pitch, video } = await problemOf(verbs, 'call-action-after-end')
    expect([video, pitch]).toEqual(['VSL', 601])
    verbs.saveEdits(ACCOUNT, [{ video_id, changes: fix ?? [] }])
    expect(await found(verbs)).toEqual([HTTP])
    verbs.undoStep(ACCOUNT)
    expect(await found(verbs)).toEqual([LATE, HTTP])
  }).then(() => undefined))

test('the list has counts, can be searched, and can be limited to some videos', () =>
  onDesk(async (verbs) => {
    keep(verbs, aVideo(), { id: 'other', name: 'Webinar', duration: 9 })
    const { counts, videos, checked } = await verbs.problemList(ACCOUNT, ALL)
    expect([counts, videos, checked]).toEqual([
      { all: 2, new: 0, fixable: 2, muted: 0 },
      { error: 1, warning: 1, note: 0, own: 0 },
      2,
    ])
    expect(await found(verbs, { search: 'plain' })).toEqual([HTTP])
    expect(await found(verbs, { search: 'webinar' })).toEqual([])
    expect(await found(verbs, { search: 'end', rules: ['call-action-after-end'] })).toEqual([LATE])
    const ofOther = await verbs.problemList(ACCOUNT, { ...ALL, video_ids: ['other'] })
    expect([ofOther.findings, ofOther.counts.all, ofOther.active]).toEqual([[], 0, 1])
    expect(ofOther.longest).toBe(1801)
    expect(await found(verbs, { video_ids: [video_id] })).toEqual([LATE, HTTP])
    expect(await verbs.videosWithErrors(ACCOUNT)).toBe(1)
  }).then(() => undefined))

const mute = async (verbs: Verbs, until: MuteEnd) => {
  const { group, item_id, rule } = await problemOf(verbs, 'call-action-after-end')
  const place = { video_id, group, item_id, rule }
  verbs.problems.mute({ account_id, mute: { ...place, note: 'By hand', until } })
  return place
}

test('a mute with its note holds after a restart, until it is taken back', async () => {
  const folder = await onDesk(async (verbs) => {
    await mute(verbs, { kind: 'always' })
  })
  await onDesk(
    async (verbs) => {
      expect([await found(verbs), await found(verbs, { view: 'muted' })]).toEqual([[HTTP], [LATE]])
      expect(await verbs.videosWithErrors(ACCOUNT)).toBe(0)
      const { findings } = await verbs.problemList(ACCOUNT, { ...ALL, view: 'muted' })
      expect(findings[0]?.problems[0]).toMatchObject({ mute: { note: 'By hand' } })
      const place = { video_id, group: 'call_actions', item_id: 'late' } as const
      verbs.problems.unmute({ account_id, place: { ...place, rule: 'call-action-after-end' } })
      expect(await found(verbs)).toEqual([LATE, HTTP])
    },
    { folder },
  )
})

test('a mute until it changes ends with any change of its item, and not with one of another', () =>
  onDesk(async (verbs) => {
    await mute(verbs, { kind: 'changes' })
    const set = (item_id: string, value: string) =>
      verbs.saveEdits(ACCOUNT, [
        {
          video_id,
          changes: [
            { kind: 'set', group: 'call_actions', item_id, register: 'action.content', value },
          ],
        },
      ])
    set('plain', 'Another text')
    expect(await found(verbs)).toEqual([HTTP])
    set('late', 'Another text')
    expect(await found(verbs)).toEqual([LATE, HTTP])
    verbs.undoStep(ACCOUNT)
    expect(await found(verbs)).toEqual([HTTP])
  }).then(() => undefined))

test('a mute until it changes holds when keys change that the document does not name', () =>
  onDesk(async (verbs) => {
    await mute(verbs, { kind: 'changes' })
    const [late, ...others] = aVideo().call_actions?.items ?? []
    const read = (item: object) =>
      keep(verbs, aVideo({ call_actions: { items: [{ ...late, ...item }, ...others] } }))
    read({ views_today: 5, image_as_button: null })
    expect(await found(verbs)).toEqual([HTTP])
    read({ views_today: 6, window: { start: 1901, end: 1950 } })
    expect(await found(verbs)).toEqual([LATE, HTTP])
  }).then(() => undefined))

const { id: _, ...BUTTON } = TEXT_BUTTON
const DRAFT = {
  ...BUTTON,
  window: { start: 900, end: 950 },
  action: { content: 'Draft', url: 'http://shop.example/', as_html: false },
}

/** Posts the created item, which the service stores with an id and a value of its own. */
function postCreated(verbs: Verbs, item_id: string) {
  const item = { ...DRAFT, id: item_id, filled_in: 'by the service' }
  const { call_actions } = aVideo()
  const video = aVideo({ call_actions: { items: [...(call_actions?.items ?? []), item] } })
  const [draft] = verbs.editRows(ACCOUNT, video_id)
  if (!draft) throw new Error('nothing is to be posted')
  verbs.commitEdits(ACCOUNT, video_id, { put: [{ ...draft, status: 'sending' }] })
  const [row = draft] = verbs.editRows(ACCOUNT, video_id)
  const { key } = row
  verbs.commitEdits(ACCOUNT, video_id, {
    ...{ base: { video, fetchedAt: ++readAt }, remove: [row], published: [key] },
    adopted: [{ row, item, duplicates: [] }],
  })
}

test.each<MuteEnd>([{ kind: 'always' }, { kind: 'changes' }])(
  'a mute ($kind) and the first sighting of a problem stay when its new item is posted',
  async (until) => {
    const folder = await onDesk(async (verbs) => {
      verbs.saveEdits(ACCOUNT, [
        { video_id, changes: [{ kind: 'create', group: 'call_actions', item: DRAFT as never }] },
      ])
      const { findings } = await verbs.problemList(ACCOUNT, ALL)
      const http = findings.find(({ rule }) => rule === 'address-http')?.problems
      const created = http?.find(({ item_id }) => item_id !== 'plain')
      const place = { video_id, group: 'call_actions', rule: 'address-http' } as const
      const item_id = created?.item_id ?? ''
      verbs.problems.mute({ account_id, mute: { ...place, item_id, note: 'By hand', until } })
      postCreated(verbs, 'posted')
      expect(await found(verbs)).toEqual([LATE, HTTP])
      expect(await found(verbs, { view: 'muted' })).toEqual(['address-http posted'])
      expect((await verbs.problemList(ACCOUNT, ALL)).gone).toBe(0)
      const text = { register: 'action.content', value: 'Another text' }
      const at = { kind: 'set', group: 'call_actions', item_id: 'posted' } as const
      verbs.saveEdits(ACCOUNT, [{ video_id, changes: [{ ...at, ...text }] }])
      const shown = until.kind === 'always' ? [LATE, HTTP] : [LATE, HTTP, 'address-http posted']
      expect(await found(verbs)).toEqual(shown)
    })
    await onDesk(
      async (verbs) => expect((await verbs.problemList(ACCOUNT, ALL)).counts.new).toBe(0),
      { folder },
    )
  },
)

test('a problem of a new item is muted, and no longer, by the id that it had before it was posted', () =>
  onDesk(async (verbs) => {
    const changes = [{ kind: 'create', group: 'call_actions', item: DRAFT as never } as const]
    const [item_id = ''] = verbs.saveEdits(ACCOUNT, [{ video_id, changes }]).created
    postCreated(verbs, 'posted')
    const place = { video_id, group: 'call_actions', item_id, rule: 'address-http' } as const
    const until = { kind: 'changes' } as const
    verbs.problems.mute({ account_id, mute: { ...place, note: '', until } })
    expect(await found(verbs, { view: 'muted' })).toEqual(['address-http posted'])
    verbs.problems.unmute({ account_id, place })
    expect(await found(verbs, { view: 'muted' })).toEqual([])
  }).then(() => undefined))

test('a mute until a day ends with that day in the zone of the account', async () => {
  const today = todayIn(ZONE, testClock.now())
  const folder = await onDesk(async (verbs) => {
    await mute(verbs, { kind: 'day', day: today })
    expect(await found(verbs)).toEqual([HTTP])
  })
  const left = dayEndsAt(today, ZONE) - testClock.now()
  await onDesk(async (verbs) => expect(await found(verbs)).toEqual([LATE, HTTP]), {
    ...{ folder, later: left },
  })
})

test('problems after the first check are new until the day after tomorrow, and counted when they disappear', async () => {
  const more = { name: 'VSL', playback: { action_after_finish: { type: 'loop', start: 9999 } } }
  const LOOP = 'loop-beyond-duration null'
  const folder = await onDesk(async (verbs) => {
    expect(await found(verbs)).toEqual([LATE, HTTP])
    keep(verbs, aVideo(more))
    expect(await found(verbs)).toEqual([LATE, `${LOOP} new`, HTTP])
    expect(await found(verbs, { view: 'new' })).toEqual([`${LOOP} new`])
    keep(verbs, aVideo())
    expect(await verbs.problemList(ACCOUNT, ALL)).toMatchObject({ gone: 1, counts: { new: 0 } })
    const ofOthers = await verbs.problemList(ACCOUNT, { ...ALL, video_ids: [] })
    expect(ofOthers.gone).toBe(0)
    keep(verbs, aVideo(more))
    expect(await verbs.problemList(ACCOUNT, ALL)).toMatchObject({ gone: 0, counts: { new: 1 } })
  })
  await onDesk(async (verbs) => expect(await found(verbs)).toContain(`${LOOP} new`), {
    ...{ folder, later: DAY_MS },
  })
  const twoDays = dayEndsAt(addDays(todayIn(ZONE, testClock.now()), 1), ZONE) - testClock.now()
  await onDesk(async (verbs) => expect(await found(verbs)).toContain(LOOP), {
    ...{ folder, later: twoDays },
  })
})

const FIELDS: OwnRuleFields = {
  ...{ name: 'No price', group: 'call_actions', register: 'action.content', tag: null },
  ...{ comparison: 'hasNot', value: 'R$', severity: 'note' },
}

test('a custom rule finds items, can be changed, and is removed together with its mutes', () =>
  onDesk(async (verbs) => {
    const id = verbs.problems.saveRule({ account_id, id: null, fields: FIELDS })
    expect(await found(verbs)).toEqual([LATE, HTTP, `own:${id} late`, `own:${id} plain`])
    verbs.problems.saveRule({ account_id, id, fields: { ...FIELDS, value: 'Plain' } })
    expect(await found(verbs)).toEqual([LATE, HTTP, `own:${id} late`])
    const place = { video_id, group: 'call_actions', item_id: 'late', rule: `own:${id}` } as const
    const until = { kind: 'always' } as const
    verbs.problems.mute({ account_id, mute: { ...place, note: '', until } })
    expect((await verbs.problemList(ACCOUNT, ALL)).counts.muted).toBe(1)
    verbs.problems.removeRule({ account_id, id })
    expect(await verbs.problemList(ACCOUNT, ALL)).toMatchObject({
      counts: { all: 2, muted: 0 },
      rules: [],
    })
  }).then(() => undefined))

test('a custom rule with a tag applies to the players that have it', () =>
  onDesk(async (verbs) => {
    const id = verbs.problems.saveRule({
      ...{ account_id, id: null, fields: { ...FIELDS, tag: 'Black Friday' } },
    })
    expect(await found(verbs)).toEqual([LATE, HTTP])
    verbs.players.tag({ account_id, player_ids: [video_id], add: ['black friday'], remove: [] })
    expect(await found(verbs)).toContain(`own:${id} late new`)
  }).then(() => undefined))

test('a rule that could find nothing is refused', () =>
  onDesk(async (verbs) => {
    const fields = {
      ...FIELDS,
      register: 'window.start',
      comparison: 'less',
      value: 'soon',
    } as const
    const save = () => verbs.problems.saveRule({ account_id, id: null, fields })
    expect(failureFrom(save)?.kind).toBe('refused')
  }).then(() => undefined))

test('the rules and mutes survive the recovery of a damaged desk.db', async () => {
  const folder = await onDesk(async (verbs) => {
    verbs.problems.saveRule({ account_id, id: null, fields: FIELDS })
    await mute(verbs, { kind: 'always' })
  })
  const file = join(folder, 'desk.db')
  writeFileSync(file, readFileSync(file).fill(0xa5, 0, 100))
  await onDesk(
    async (verbs) => {
      expect(verbs.recovery()?.kind).toBe('desk-recovered')
      keep(verbs, aVideo())
      const { rules, counts } = await verbs.problemList(ACCOUNT, ALL)
      expect([rules.map(({ name }) => name), counts.muted]).toEqual([['No price'], 1])
    },
    { folder },
  )
})

test('a call during a running check returns a result that includes everything stored meanwhile', () =>
  onDesk(async (verbs) => {
    keep(verbs, ...Array.from({ length: 300 }, (_, at) => ({ ...aVideo(), id: `v${at}` })))
    const first = verbs.problemList(ACCOUNT, ALL)
    await new Promise((next) => setImmediate(next))
    for (const _ of ['missed', 'gone']) {
      readAt += 15_000
      keep(verbs, { id: 'v0', name: 'Only one' })
    }
    const second = await verbs.problemList(ACCOUNT, ALL)
    expect([second.checked, second.counts.all]).toEqual([1, 0])
    expect((await first).checked).toBeGreaterThan(1)
  }).then(() => undefined))

test('a fallback video that is listed but cannot be read is not unknown, also after a restart', async () => {
  const traffic_filter = { enabled: true, fallback_video_id: 'odd', countries: ['BR'] }
  const video = aVideo({ call_actions: { items: [] }, traffic_filter })
  const folder = await onDesk(async (verbs) => {
    keep(verbs, video)
    expect(await found(verbs)).toContain('fallback-unknown null')
    verbs.keepVideos(ACCOUNT, [video], ++readAt, { unread_ids: ['odd'] })
  })
  await onDesk(
    async (verbs) => {
      expect(await found(verbs)).not.toContain('fallback-unknown null')
      expect(verbs.editedVideos(ACCOUNT).listed).toEqual([video_id, 'odd'])
      keep(verbs, video)
      expect(await found(verbs)).toContain('fallback-unknown null')
    },
    { folder },
  )
})

test('what an own rule found is not told as gone once the rule is removed', () =>
  onDesk(async (verbs) => {
    const fields: OwnRuleFields = {
      ...{ name: 'Says more', group: 'call_actions', register: 'action.content', tag: null },
      ...{ comparison: 'hasNot', value: 'more', severity: 'note' },
    }
    const id = verbs.problems.saveRule({ account_id, id: null, fields })
    expect(await found(verbs)).toHaveLength(4)
    verbs.problems.removeRule({ account_id, id })
    expect(await found(verbs)).toEqual([LATE, HTTP])
    expect((await verbs.problemList(ACCOUNT, ALL)).gone).toBe(0)
    keep(verbs, aVideo({ duration: 2000 }))
    expect((await verbs.problemList(ACCOUNT, ALL)).gone).toBe(1)
  }))
