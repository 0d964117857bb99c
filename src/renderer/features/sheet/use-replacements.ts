import { useEffect, useMemo, useState } from 'react'
import type { Group } from '../../../shared/api/settings/index.ts'
import type { Cells } from '../../../shared/features/sheet/cell.ts'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import {
  addressChanges,
  countHosts,
  type HostInUse,
  hostsInUse,
  isAddressMode,
  nameOfRow,
  type Proposed,
  proposedChange,
  type Replacement,
  type SearchedCell,
  searchedCells,
} from '../../../shared/features/sheet/find-replace.ts'
import type { SheetRow } from '../../../shared/features/sheet/rows.ts'
import type { Splice } from '../../../shared/features/sheet/splice.ts'
import { type TextReplacement, textSplices } from '../../../shared/features/sheet/text-matches.ts'
import { getOrCreate } from '../../../shared/maps.ts'
import { folded } from '../../../shared/tables/table.ts'
import { clock } from '../../clock.ts'
import { PatternTooSlow, startPatternThread } from './pattern-search.ts'

interface Searched {
  rows: readonly SheetRow[]
  columns: readonly SheetColumn[]
  cells: Cells
}

export interface Search extends Searched {
  group: Group
  /** Null while it is not complete. */
  replacement: Replacement | null
  includesOff: boolean
}

export type Trouble =
  /** The pattern is invalid; the reason is the engine's. */
  { kind: 'invalid'; reason: string } | { kind: 'slow' } | { kind: 'failed' }

export interface Preview {
  proposed: readonly Proposed[]
  trouble: Trouble | null
  /** Whether the result shown is of an earlier search. */
  isPending: boolean
}

type Found = Omit<Preview, 'isPending'>

const NOTHING: Found = { proposed: [], trouble: null }

/**
 * The changes of a search, whose identity is constant while it is equal. Computed in pieces, so
 * that keys never have to wait.
 */
export function useReplacements(search: Search): Preview {
  const [found, setFound] = useState<{ of: Search | null; result: Found }>({
    of: null,
    result: NOTHING,
  })
  useEffect(() => {
    const run = { isCancelled: false, cancel: () => {} }
    void propose(search, run).then((result) => {
      if (result) setFound({ of: search, result })
    })
    return () => {
      run.isCancelled = true
      run.cancel()
    }
  }, [search])
  const isPending = found.of !== search
  return useMemo(() => ({ ...found.result, isPending }), [found, isPending])
}

interface Run {
  isCancelled: boolean
  /** Stops work that cannot check for cancellation itself. */
  cancel: () => void
}

type Find = (batch: readonly SearchedCell[]) => Splice[][] | Promise<Splice[][]>

/** Null when it was cancelled. */
async function propose(search: Search, run: Run): Promise<Found | null> {
  const { replacement } = search
  if (!replacement) return NOTHING
  // Yields to the event loop, so that the next key is handled.
  await pause(AFTER_KEY_MS)
  if (run.isCancelled) return null
  try {
    return await proposeIn(search, finder(replacement, run), run)
  } catch (thrown) {
    if (run.isCancelled) return null
    return { proposed: [], trouble: troubleOf(thrown) }
  } finally {
    run.cancel()
  }
}

async function proposeIn(search: Search, find: Find, run: Run): Promise<Found | null> {
  const proposed: Proposed[] = []
  for await (const batch of batchesOf(search)) {
    if (run.isCancelled) return null
    const splices = await find(batch)
    if (run.isCancelled) return null
    for (const [index, one] of batch.entries()) {
      const change = proposedChange(one, splices[index] ?? [], search)
      if (!change) continue
      searchedText(change)
      proposed.push(change)
    }
  }
  return { proposed, trouble: null }
}

function finder(replacement: Replacement, run: Run): Find {
  if (isText(replacement)) {
    // Throws when the pattern is invalid, which is found without the thread.
    const splices = textSplices(replacement)
    if (replacement.mode !== 'regex') return (batch) => batch.map(({ text }) => splices(text))
    const thread = startPatternThread()
    run.cancel = thread.end
    return (batch) =>
      thread.find(
        replacement,
        batch.map(({ text }) => text),
      )
  }
  const changes = addressChanges(replacement)
  return (batch) => batch.map(changes)
}

const isText = (replacement: Replacement): replacement is TextReplacement =>
  !isAddressMode(replacement.mode)

function troubleOf(thrown: unknown): Trouble {
  if (thrown instanceof PatternTooSlow) return { kind: 'slow' }
  if (thrown instanceof SyntaxError) return { kind: 'invalid', reason: thrown.message }
  return { kind: 'failed' }
}

const AFTER_KEY_MS = 120
/** Small enough to take a few milliseconds on a slow computer. */
const BATCH_ROWS = 40
const BATCH_CHARACTERS = 40_000
/** Maximum time for which the window is blocked, apart from one batch. */
const LONGEST_TURN_MS = 10

/** The cells with a text, in batches between which the window handles keys and renders. */
async function* batchesOf({ rows, columns, cells }: Searched): AsyncGenerator<SearchedCell[]> {
  let turnFrom = clock.monotonic()
  for (const batch of allBatches({ rows, columns, cells })) {
    yield batch
    if (clock.monotonic() - turnFrom < LONGEST_TURN_MS) continue
    await pause(0)
    turnFrom = clock.monotonic()
  }
}

function* allBatches({ rows, columns, cells }: Searched): Generator<SearchedCell[]> {
  for (let at = 0; at < rows.length; at += BATCH_ROWS) {
    let batch: SearchedCell[] = []
    let size = 0
    for (const one of searchedCells(rows.slice(at, at + BATCH_ROWS), columns, cells)) {
      if (batch.length > 0 && size + one.text.length > BATCH_CHARACTERS) {
        yield batch
        batch = []
        size = 0
      }
      batch.push(one)
      size += one.text.length
    }
    yield batch
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const searched = new WeakMap<Proposed, string>()
/** Longer texts, such as pages of HTML, are searched at their beginning only. */
const MOST_SEARCHED = 300

/** The texts in which the preview's search looks, computed once per change. */
export function searchedText(change: Proposed): string {
  return getOrCreate(searched, change, () => {
    const { row, before, after } = change
    const texts = [before.slice(0, MOST_SEARCHED), after.slice(0, MOST_SEARCHED)]
    return folded([row.video.name, nameOfRow(row), ...texts].join('\n'))
  })
}

const NO_HOSTS: readonly HostInUse[] = []

/** The hosts in use, the most frequent first. `searched` keeps its identity while equal. */
export function useHosts(searched: Searched): readonly HostInUse[] {
  const [hosts, setHosts] = useState(NO_HOSTS)
  useEffect(() => {
    let isCurrent = true
    const count = async () => {
      const counts = new Map<string, number>()
      for await (const batch of batchesOf(searched)) {
        if (!isCurrent) return
        countHosts(batch, counts)
      }
      if (isCurrent) setHosts(hostsInUse(counts))
    }
    void count()
    return () => {
      isCurrent = false
    }
  }, [searched])
  return hosts
}
