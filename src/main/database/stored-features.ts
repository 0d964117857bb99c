import { z } from 'zod'
import { abTestsStored } from '../features/ab-tests/store.ts'
import { accountsStored } from '../features/accounts/store.ts'
import { annotationsStored } from '../features/annotations/store.ts'
import { downloadsStored } from '../features/downloads/store.ts'
import { linksStored } from '../features/links/store.ts'
import { markersStored } from '../features/markers/store.ts'
import { picturesStored } from '../features/pictures/store.ts'
import { curvesStored } from '../features/player/store.ts'
import { playersStored } from '../features/player-marks/store.ts'
import { problemsStored } from '../features/problems/store.ts'
import { publishingStored } from '../features/publishing/store.ts'
import { schedulesStored } from '../features/reports/schedule-store.ts'
import { reportsStored } from '../features/reports/store.ts'
import { sheetStored } from '../features/sheet/store.ts'
import { templatesStored } from '../features/templates/store.ts'
import { trafficStored } from '../features/traffic/store.ts'
import { videosStored } from '../features/videos/store.ts'
import type { Migrations } from './database.ts'
import type { Rows } from './rows.ts'
import type { DeskTable, StoreContext, Stored } from './stored.ts'

/** How the files were when they were last closed. */
const sealsStored = {
  tables: {
    seals: { alsoIn: 'none', row: () => z.object({ file: z.string(), mark: z.string() }) },
  },
  migrations: {
    1: `
  -- How a file was when it was last closed well: one that is still so needs no check at the start.
  CREATE TABLE seals (file TEXT PRIMARY KEY, mark TEXT NOT NULL) STRICT;
  `,
  },
  verbs: () => ({}),
} satisfies Stored<unknown>

/**
 * Every feature that keeps something in desk.db. The store's verbs, the migrations, the second copy,
 * the salvage and what it counts, and the check of a backup's rows are made from this list.
 */
const STORED = [
  accountsStored,
  downloadsStored,
  sealsStored,
  videosStored,
  publishingStored,
  sheetStored,
  linksStored,
  problemsStored,
  picturesStored,
  abTestsStored,
  trafficStored,
  playersStored,
  annotationsStored,
  markersStored,
  curvesStored,
  reportsStored,
  schedulesStored,
  templatesStored,
] as const

export const DESK_TABLES: Readonly<Record<string, DeskTable>> = Object.assign(
  {},
  ...STORED.map(({ tables }) => tables),
)

/** The tables whose rows also exist in one of these places. */
export const tablesIn = (...places: DeskTable['alsoIn'][]): string[] =>
  Object.keys(DESK_TABLES).filter((table) => places.includes(DESK_TABLES[table]?.alsoIn ?? 'none'))

/** Schemas for the rows of desk.db, by the table's name. */
export async function deskRows(): Promise<Rows> {
  const tables = Object.entries(DESK_TABLES)
  return Object.fromEntries(
    await Promise.all(tables.map(async ([table, { row }]) => [table, await row()] as const)),
  )
}

export const DESK: Migrations = inOrder(STORED.map(({ migrations }) => migrations))

/** The SQL of each version, from 1, as the features have it. */
function inOrder(migrations: readonly Stored<unknown>['migrations'][]): string[] {
  const versions = migrations.flatMap((own) => Object.keys(own).map(Number))
  return Array.from({ length: Math.max(...versions) }, (_, index) =>
    migrations.flatMap((own) => own[index + 1] ?? []).join('\n'),
  )
}

type VerbsOf<F> = F extends { verbs: (context: StoreContext) => infer Verbs } ? Verbs : never
type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer Together,
) => void
  ? Together
  : never

type StoredVerbs = All<VerbsOf<(typeof STORED)[number]>>

export const storedVerbs = (context: StoreContext): StoredVerbs =>
  Object.assign({}, ...STORED.map(({ verbs }) => verbs(context)))
