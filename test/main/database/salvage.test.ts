import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { DESK } from '../../../src/main/database/stored-features.ts'
import { makeVerbs, type Verbs } from '../../../src/main/database/verbs.ts'
import { prepareDesk } from '../../../src/main/features/backup/store.ts'
import { testClock } from '../../support/clock.ts'
import { save, setLabel, storeIn } from '../../support/edited-store.ts'
import { aVideo, VIDEO } from '../../support/edits.ts'
import { keptRows, lostUntold, makeOlderDesk } from '../../support/older-desk.ts'
import { count, isProof } from '../../support/scale.ts'
import { ACCOUNT, aFolder, anAccount } from '../../support/store-folder.ts'

const ROWS = 200
const PAGE_BYTES = 4096
const PAGES = count('pages zeroed in each version', { usual: 4, full: 200 })
const VERSIONS = DESK.map((_, index) => index + 1)
/** Of the damages: in each run of the tests the first, middle and last version, in a proof all. */
const DAMAGED = isProof ? VERSIONS : [1, Math.ceil(DESK.length / 2), DESK.length]

const made = new Map<number, { bytes: Buffer; before: ReturnType<typeof keptRows> }>()

/** A desk.db as a version made it, as bytes, and what is in it. */
function aDesk(version: number) {
  const known = made.get(version)
  if (known) return known
  const file = makeOlderDesk(aFolder(), version, ROWS)
  const bytes = readFileSync(file)
  const desk = { bytes, before: keptRows(file, version) }
  made.set(version, desk)
  return desk
}

/** Damages a desk.db of a version, opens it, and gives what was in it, what is, and what was said. */
function opened(version: number, damage: (bytes: Buffer) => Buffer) {
  const folder = aFolder()
  const file = join(folder, 'desk.db')
  const { bytes, before } = aDesk(version)
  const damaged = damage(Buffer.from(bytes))
  writeFileSync(file, damaged)
  writeFileSync(join(folder, 'answers.db'), '')
  const verbs = makeVerbs(folder, testClock)
  const recovery = verbs.recovery()
  const { desk } = verbs.integrity()
  verbs.close()
  expect(desk).toBe('ok')
  const kept = recovery?.keptAs ?? ''
  expect(existsSync(kept) && readFileSync(kept).equals(damaged)).toBe(recovery !== null)
  return { before, after: keptRows(file, version), recovery }
}

const numbered = (bytes: Buffer, version: number) => {
  bytes.writeInt32BE(version, 60)
  return bytes
}

const HEADERS: [name: string, damage: (bytes: Buffer, version: number) => Buffer][] = [
  ['without its header', (bytes) => bytes.fill(0, 0, 100)],
  ['with garbage for a header', (bytes) => bytes.fill(0xa5, 0, 100)],
  ['with another page size', (bytes) => bytes.fill(0x20, 16, 17)],
  ['with no page size', (bytes) => bytes.fill(0, 16, 18)],
  ['of version 0', (bytes) => numbered(bytes, 0)],
  ['of a version before it', (bytes, version) => numbered(bytes, version - 1)],
  ['of a version after it', (bytes, version) => numbered(bytes, (version % DESK.length) + 1)],
  ['of a version below 0', (bytes) => numbered(bytes, -5)],
  ['of a version that cannot be', (bytes) => numbered(bytes, 1_000_000)],
]

test.for(
  DAMAGED.flatMap((version) => HEADERS.map(([name, damage]) => ({ version, name, damage }))),
)(
  'a desk of version $version $name is recovered completely',
  { timeout: 60_000 },
  ({ version, damage }) => {
    const { before, after, recovery } = opened(version, (bytes) => damage(bytes, version))
    expect(recovery).toMatchObject({ kind: 'desk-recovered', cause: 'damaged', lost: {} })
    expect(after).toEqual(before)
  },
)

test.for(DAMAGED)(
  'the recovery of a truncated desk of version %s reports every missing row',
  { timeout: 60_000 },
  (version) => {
    for (const share of isProof ? [0.3, 0.6, 0.9] : [0.6]) {
      const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length * share)
      const { before, after, recovery } = opened(version, cut)
      expect(lostUntold(before, after, recovery)).toEqual([])
    }
  },
)

test.for(DAMAGED)(
  'the recovery of a desk of version %s with a zeroed page reports every missing row',
  (version) => {
    const pages = aDesk(version).bytes.length / PAGE_BYTES
    let whole = 0
    let all = 0
    const step = Math.max(1, Math.floor(pages / PAGES))
    for (let page = 0; page < pages; page += step) {
      const { before, after, recovery } = opened(version, (bytes) =>
        bytes.fill(0, page * PAGE_BYTES, (page + 1) * PAGE_BYTES),
      )
      expect(lostUntold(before, after, recovery)).toEqual([])
      const [had, has] = [before, after].map((rows) => [...rows.values()].flat().length)
      whole += has ?? 0
      all += had ?? 0
    }
    // One page is a small part of a desk: most of what is in the others comes back.
    expect(whole).toBeGreaterThan(all * 0.6)
  },
)

const LABEL = 'action.content'
const OTHER = 'account00002'

/**
 * A desk with one queued edit of each of two accounts, after more work with it; and its folder, in
 * which desk.db is again as before that work, while the journal was rewritten after it.
 */
function fallenBack(work: (verbs: Verbs) => unknown) {
  const folder = aFolder()
  const [file, journal] = [join(folder, 'desk.db'), join(folder, 'outbox.log')]
  const before = storeIn(folder)
  before.putAccount(anAccount({ id: OTHER }))
  for (const id of [ACCOUNT, OTHER]) {
    before.keepVideos(id, [aVideo()], 1)
    before.saveEdits(id, [{ video_id: VIDEO, changes: [setLabel('Queued')] }])
    before.queueEdits(id, null)
  }
  before.close()
  copyFileSync(file, `${file}.older`)
  const later = makeVerbs(folder, testClock)
  work(later)
  later.close()
  // The next start makes it anew, from the edits that wait then.
  rmSync(journal)
  makeVerbs(folder, testClock).close()
  copyFileSync(`${file}.older`, file)
  return { folder, journal, opened: () => makeVerbs(folder, testClock) }
}

const ENABLED = { kind: 'set', group: 'playback', item_id: null, register: 'enabled' } as const

/** Publishes the queued edit, and makes another one. */
function publish(verbs: Verbs) {
  const [row] = verbs.editRows(ACCOUNT, VIDEO)
  if (!row) throw new Error('no edit waits')
  verbs.commitEdits(ACCOUNT, VIDEO, { remove: [row], published: [row.key] })
  save(verbs, { ...ENABLED, value: true })
}

const placesIn = (verbs: Verbs, account_id = ACCOUNT) =>
  verbs.editRows(account_id, null).map(({ register, status }) => `${register} ${status}`)

test('an edit that was published since does not come back with an older desk.db', () => {
  const { opened } = fallenBack(publish)
  const verbs = opened()
  expect(verbs.recovery()).toMatchObject({ kind: 'desk-recovered', cause: 'behind', lost: {} })
  expect(placesIn(verbs)).toEqual(['enabled draft'])
  verbs.close()
})

test('what was queued when desk.db was lost is a draft, and its publish has ended', () => {
  const { opened } = fallenBack(publish)
  const verbs = opened()
  expect(placesIn(verbs, OTHER)).toEqual([`${LABEL} draft`])
  const publishes = [ACCOUNT, OTHER].map((id) => verbs.publishes.last({ account_id: id }))
  expect(publishes.map((one) => one?.endedAt)).toEqual([expect.any(Number), expect.any(Number)])
  expect(publishes.map((one) => one?.videos[0]?.state)).toEqual(['published', 'left'])
  verbs.close()
})

test.each([
  ['between two lines', (text: string) => `${text.split('\n')[0]}\n`],
  ['within a line', (text: string) => text.slice(0, -10)],
])('a journal that is cut off %s removes no edit of an older desk.db', (_, cut) => {
  const { journal, opened } = fallenBack((verbs) => save(verbs, { ...ENABLED, value: true }))
  writeFileSync(journal, cut(readFileSync(journal, 'utf8')))
  const verbs = opened()
  expect(verbs.recovery()).toMatchObject({ cause: 'behind', lost: { edits: null } })
  expect(placesIn(verbs, OTHER)).toEqual([`${LABEL} draft`])
  verbs.close()
})

test('a journal that is older than a damaged desk.db replaces none of its edits', () => {
  const folder = aFolder()
  const [file, journal] = [join(folder, 'desk.db'), join(folder, 'outbox.log')]
  const verbs = storeIn(folder)
  verbs.keepVideos(ACCOUNT, [aVideo()], 1)
  save(verbs, setLabel('Older'))
  const text = readFileSync(journal)
  save(verbs, setLabel('Newer'), { ...ENABLED, value: true })
  verbs.close()
  writeFileSync(journal, text)
  zeroRoot(file, 'markers')
  const again = makeVerbs(folder, testClock)
  expect(again.recovery()).toMatchObject({ cause: 'damaged', lost: { edits: null } })
  expect(again.editRows(ACCOUNT, null).map(({ want }) => want)).toEqual(['Newer', true])
  again.close()
})

test('a desk whose accounts are lost can be backed up and restored', async () => {
  const folder = aFolder()
  const verbs = storeIn(folder)
  verbs.keepVideos(ACCOUNT, [aVideo()], 1)
  save(verbs, setLabel('Unpublished'))
  verbs.close()
  zeroRoot(join(folder, 'desk.db'), 'accounts')
  for (const name of ['desk-copy.db', 'outbox.log']) rmSync(join(folder, name))
  const again = makeVerbs(folder, testClock)
  expect(again.accounts()).toMatchObject([{ id: ACCOUNT, base_url: '' }])
  const backup = aFolder()
  await again.copyDesk(backup, { withFigures: false, withTokens: true })
  const prepared = await prepareDesk(backup, again.accounts())
  expect(prepared.counts).toMatchObject({ accounts: 1, edits: 1 })
  again.close()
})

/** Makes one table unreadable. */
function zeroRoot(file: string, table: string) {
  const database = new DatabaseSync(file)
  const sql = 'SELECT rootpage FROM sqlite_schema WHERE name = ?'
  const { rootpage } = database.prepare(sql).get(table) as { rootpage: number }
  database.close()
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(0, (rootpage - 1) * PAGE_BYTES, rootpage * PAGE_BYTES))
}
