import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { AppError, noAccount } from '../../../shared/failure.ts'
import { type Mute, mute } from '../../../shared/features/problems/mute.ts'
import {
  isUsable,
  MOST_RULES,
  type OwnRule,
  ownRule,
} from '../../../shared/features/problems/own-rule.ts'
import {
  type AccountProblem,
  itemKeyStart,
  ownRuleName,
  type ProblemPlace,
  problemKey,
} from '../../../shared/features/problems/problem.ts'
import { accountId } from '../../../shared/model/ids.ts'
import { instant } from '../../../shared/time/time.ts'
import type { Database } from '../../database/database.ts'
import { json } from '../../database/rows.ts'
import { jsonRows, replace } from '../../database/statements.ts'
import type { StoreContext, Stored, StoredCalls } from '../../database/stored.ts'
import type { Adopted } from '../publishing/edit-row.ts'
import { type Found, itemHash, makeProblemFinder } from './finder.ts'
import { type AccountCheck, type ListOptions, problemList, problemsByMute } from './list.ts'
import { makeSightings, newSince } from './sightings.ts'

const key = z.string().min(1).max(1000)

/** The user's own rules, what is muted, and when each problem was first seen. */
export const problemsStored = {
  tables: {
    problem_rules: {
      alsoIn: 'copy',
      part: 'problems',
      row: () => z.object({ account_id: accountId, id: ownRule.shape.id, rule: json(ownRule) }),
    },
    problem_mutes: {
      alsoIn: 'copy',
      part: 'problems',
      row: () => z.object({ account_id: accountId, key, mute: json(mute) }),
    },
    // Without these rows, everything found next counts as seen before.
    problem_sightings: {
      alsoIn: 'none',
      row: () =>
        z.object({
          account_id: accountId,
          key: z.string().max(1000),
          seen_at: instant,
          gone_at: instant.nullable(),
        }),
    },
  },
  migrations: {
    11: `
  CREATE TABLE problem_rules (
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    id TEXT NOT NULL,
    rule TEXT NOT NULL CHECK (json_valid(rule)),
    UNIQUE (account_id, id)
  ) STRICT;
  -- One for a rule at a place of a video.
  CREATE TABLE problem_mutes (
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    key TEXT NOT NULL,
    mute TEXT NOT NULL CHECK (json_valid(mute)),
    UNIQUE (account_id, key)
  ) STRICT;
  -- The row without a key says that the account was looked at before.
  CREATE TABLE problem_sightings (
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    key TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    gone_at INTEGER,
    UNIQUE (account_id, key)
  ) STRICT;
  `,
  },
  verbs: (context) => {
    const rules = rulesIn(context)
    const finder = makeProblemFinder({ ...context, rules })
    return {
      problems: { ...ruleVerbs(context, rules), ...muteVerbs(context, finder) },
      ...findingVerbs(context, { rules, finder }),
    }
  },
} satisfies Stored<Pick<StoredCalls, 'problems'>>

type Finder = ReturnType<typeof makeProblemFinder>
type Rules = ReturnType<typeof rulesIn>

const rulesIn =
  ({ desk }: StoreContext) =>
  (account_id: string): OwnRule[] =>
    jsonRows<OwnRule>(
      desk,
      'SELECT rule FROM problem_rules WHERE account_id = ? ORDER BY id',
      account_id,
    )

function ruleVerbs({ desk, write }: StoreContext, rules: Rules) {
  return {
    saveRule({ account_id, id: known, fields }) {
      if (!isUsable(fields)) throw refused('This setting cannot be compared in this way.')
      const id = known ?? randomBytes(9).toString('hex')
      write(account_id, () => {
        if (known === null && rules(account_id).length >= MOST_RULES) {
          throw new AppError({ kind: 'too-many', limit: MOST_RULES })
        }
        const rule = JSON.stringify({ ...fields, id } satisfies OwnRule)
        replace(desk, 'problem_rules', { account_id, id, rule })
      })
      return id
    },
    removeRule({ account_id, id }) {
      write(account_id, () => {
        const of = [account_id, id]
        desk.run('DELETE FROM problem_rules WHERE account_id = ? AND id = ?', ...of)
        const sql = `DELETE FROM problem_mutes WHERE account_id = ? AND mute ->> '$.rule' = ?`
        desk.run(sql, account_id, ownRuleName(id))
        makeSightings(desk).forget(account_id, ownRuleName(id))
      })
    },
  } satisfies Partial<StoredCalls['problems']>
}

const refused = (text: string) => new AppError({ kind: 'refused', reason: 'not-comparable', text })

function muteVerbs({ desk, write, clock, adoptedIds }: StoreContext, finder: Finder) {
  const known = (account_id: string, place: ProblemPlace) =>
    adoptedIds.resolve({ account_id, video_id: place.video_id }, place)
  return {
    mute({ account_id, mute: { note, until, ...named } }) {
      const place = known(account_id, named)
      const made: Mute = {
        ...{ ...place, note, until, madeAt: clock.now() },
        valueHash: until.kind === 'changes' ? finder.valueHash(account_id, place) : null,
      }
      write(account_id, () => putMute(desk, account_id, made))
    },
    unmute({ account_id, place }) {
      write(account_id, () => removeMute(desk, account_id, known(account_id, place)))
    },
  } satisfies Partial<StoredCalls['problems']>
}

function putMute(desk: Database, account_id: string, made: Mute) {
  const mute = JSON.stringify(made)
  replace(desk, 'problem_mutes', { account_id, key: problemKey(made), mute })
}

function removeMute(desk: Database, account_id: string, place: ProblemPlace) {
  const sql = 'DELETE FROM problem_mutes WHERE account_id = ? AND key = ?'
  desk.run(sql, account_id, problemKey(place))
}

/**
 * Moves the mutes and sightings of a created item from its local id to the id that the service
 * assigned.
 */
export function moveItemProblems(desk: Database, { row, item }: Adopted) {
  const { account_id, group, want } = row
  const from = itemKeyStart(row)
  const sql = 'SELECT mute FROM problem_mutes WHERE account_id = ? AND instr(key, ?) = 1'
  const hashBefore = itemHash(group, want)
  for (const known of jsonRows<Mute>(desk, sql, account_id, from)) {
    // A value that changed since it was muted stays a changed one.
    const valueHash = known.valueHash === hashBefore ? itemHash(group, item) : known.valueHash
    removeMute(desk, account_id, known)
    putMute(desk, account_id, { ...known, item_id: item.id, valueHash })
  }
  makeSightings(desk).move(account_id, from, itemKeyStart({ ...row, item_id: item.id }))
}

/** Functions that check all videos, in slices. */
function findingVerbs(context: StoreContext, { rules, finder }: { rules: Rules; finder: Finder }) {
  const { desk, clock, write } = context
  const sightings = makeSightings(desk)

  /** Stores which problems were seen, so that later checks can tell the new ones. */
  function keepSeen(account_id: string, { problems, isComplete }: Found, since: number) {
    if (!isComplete) return
    const changes = sightings.changesAt(account_id, problems, clock.now())
    if (changes.length > 0) write(account_id, () => sightings.keep(account_id, changes, since))
  }

  async function check(account_id: string): Promise<AccountCheck> {
    const found = await finder.find(account_id)
    const now = clock.now()
    const zone = zoneOf(context, account_id)
    const since = newSince(zone, now)
    keepSeen(account_id, found, since)
    const sql = 'SELECT mute FROM problem_mutes WHERE account_id = ?'
    const mutes = jsonRows<Mute>(desk, sql, account_id)
    const valueHashOf = (problem: AccountProblem) => finder.foundHash(account_id, problem)
    return { found, mutes, now, zone, since, valueHashOf, rules: rules(account_id) }
  }

  return {
    async problemList(account_id: string, options: ListOptions) {
      return problemList(await check(account_id), sightings.seenOf(account_id), options)
    },
    async videosWithErrors(account_id: string): Promise<number> {
      const { open } = problemsByMute(await check(account_id))
      const errors = open.filter(({ severity }) => severity === 'error')
      return new Set(errors.map(({ video_id }) => video_id)).size
    },
    /** The problems of these videos that are not muted. */
    async accountProblems(account_id: string, video_ids: readonly string[]) {
      const wanted = new Set(video_ids)
      const { open } = problemsByMute(await check(account_id))
      return open.filter(({ video_id }) => wanted.has(video_id))
    },
  }
}

function zoneOf({ desk }: StoreContext, account_id: string): string {
  const row = desk.first<[string]>('SELECT timezone FROM accounts WHERE id = ?', account_id)
  if (row) return row[0]
  throw noAccount()
}
