import type { z } from 'zod'
import type { Player } from '../../shared/api/player.ts'
import type { Bridge, Noun } from '../../shared/bridge.ts'
import type { Clock } from '../../shared/clock.ts'
import type { StoredAccount } from '../../shared/features/accounts/account.ts'
import type { UserRecord } from '../../shared/features/backup/recovery.ts'
import type { Input, Operation, Output } from '../../shared/operation.ts'
import type { AdoptedIds } from '../features/publishing/adopted-ids.ts'
import type { Journal } from '../features/publishing/journal.ts'
import type { Database } from './database.ts'

export interface DeskTable {
  /**
   * Where its rows come from when desk.db is damaged: `copy`, the second copy, because only this
   * computer has them; `journal`, the journal of edits; `service`, from which they are read again;
   * `none`.
   */
  alsoIn: 'copy' | 'journal' | 'service' | 'none'
  /** How the user knows these rows; rows without a name are restored or lost along with others. */
  part?: UserRecord
  /** The schema that each row of a backup must fit, by column. One that takes long to load is imported here. */
  row: () => z.ZodType | Promise<z.ZodType>
}

/** What the functions of a feature's store work with. */
export interface StoreContext {
  desk: Database
  answers: Database
  journal: Pick<Journal, 'append'>
  clock: Clock
  /** For what a window says of a created item before it knows the id that the service gave it. */
  adoptedIds: AdoptedIds
  /** Deletes rows from the copies of desk.db that were made before migrations too, by their ids. */
  eraseFromCopies: (table: 'accounts' | 'reports', ids: readonly string[]) => void
  /** The stored list of the account's players; empty when there is none. */
  listedPlayers: (account_id: string) => readonly Player[]
  /**
   * Commits all of `work` or nothing. Throws `not-found` without the account: work that was running
   * when it was removed must not bring any of it back.
   */
  write: <T>(account_id: string, work: (account: StoredAccount) => T) => T
}

/** What a feature stores in desk.db. */
export interface Stored<Verbs> {
  /** By name. A table comes after those that its rows refer to. */
  tables: Readonly<Record<string, DeskTable>>
  /** SQL by the version of desk.db that it makes. A released text is never edited. */
  migrations: Readonly<Record<number, string>>
  /** Each verb is one transaction; the calls that say `isStored` are under their noun. */
  verbs: (context: StoreContext) => Verbs
}

type StoredVerb<Calls> = {
  [V in keyof Calls]: Calls[V] extends { isStored: true } ? V : never
}[keyof Calls]

type StoredNoun = { [N in Noun]: StoredVerb<Bridge[N]> extends never ? never : N }[Noun]

/** The calls of the bridge that say `isStored`, by noun, as functions of the store. */
export type StoredCalls = {
  [N in StoredNoun]: {
    [V in StoredVerb<Bridge[N]>]: Bridge[N][V] extends Operation
      ? (input: Input<Bridge[N][V]>) => Output<Bridge[N][V]>
      : never
  }
}
