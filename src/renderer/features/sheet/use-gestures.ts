import { useCallback, useEffect, useRef, useState } from 'react'
import type { Group } from '../../../shared/api/settings/index.ts'
import type { EditsList } from '../../../shared/features/publishing/edit.ts'
import {
  type CellValue,
  type SheetEdits,
  valueEditSteps,
} from '../../../shared/features/sheet/gestures.ts'
import { rowsByKey, type SheetRow } from '../../../shared/features/sheet/rows.ts'
import { clock } from '../../clock.ts'
import { reasonOf, useWhenShown } from '../../query.ts'
import { saveEdits } from '../../ui/edits/save-edits.tsx'
import { sharedEdits } from '../../ui/edits/use-edits.ts'
import { afterSave, type Refused, useRefused } from './refused.ts'
import type { EditedCell } from './selection.ts'
import { sliced } from './use-steps.ts'

/** What became of a user action. */
export interface Outcome {
  /** Whether its changes are on disk. */
  isSaved: boolean
  /** The changes left out, because earlier ones of the same cells are being sent. */
  inFlight: number
}

/** Sets values that are computed from the current state of some rows, for a cell with its typed text. */
export type SetValues<R = Outcome> = (
  rows: readonly SheetRow[],
  valuesOf: (rows: readonly SheetRow[]) => CellValue[],
  typed?: EditedCell,
) => Promise<R>

/** The changes of a user action, computed from the current rows. */
type EditsOf = (rows: readonly SheetRow[]) => SheetEdits | Promise<SheetEdits>

export interface Gestures {
  /**
   * Saves the changes of one user action. Of several, those whose places are being sent are left
   * out; a single one is refused.
   */
  save: (edits: SheetEdits) => Promise<Outcome>
  /**
   * The same for changes that depend on values: `editsOf` gets the given rows as all earlier
   * actions left them, which may not be shown yet.
   */
  edit: (rows: readonly SheetRow[], editsOf: EditsOf, typed?: EditedCell) => Promise<Outcome>
  setValues: SetValues
  /** Runs another change of the edits, such as an undo, after all earlier actions. */
  inTurn: <T>(change: () => Promise<T>) => Promise<T>
  /** The given rows as all earlier actions left them, which may not be shown yet. */
  latest: (rows: readonly SheetRow[]) => Promise<readonly SheetRow[]>
  isSaving: boolean
  refused: readonly Refused[]
  dismiss: (one: Refused) => void
  /** Epoch milliseconds of the last change that is on disk. */
  savedAt: number | null
}

/**
 * Saves user actions one after the other. `list` is the answer of which `rows` are computed; null
 * while newer ones are being computed.
 */
export function useGestures(
  { account_id, group }: { account_id: string; group: Group },
  rows: readonly SheetRow[],
  list: EditsList | undefined | null,
): Gestures {
  const [isSaving, setIsSaving] = useState(false)
  const [refused, setRefused] = useRefused(account_id, group)
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  /** The list when the last change was saved, which does not have that change yet. */
  const outdated = useRef<EditsList | undefined | null>(null)
  const current = useCurrent(account_id, rows, list)
  const inTurn = useCallback(
    <T>(change: () => Promise<T>) => {
      const done = last.current.then(async () => {
        const result = await change()
        outdated.current = sharedEdits(account_id).now().value
        return result
      })
      // What follows does not depend on it.
      last.current = done.catch(() => undefined)
      return done
    },
    [account_id],
  )
  const edit = useCallback(
    (given: readonly SheetRow[], editsOf: EditsOf, typed?: EditedCell) => {
      const run = async () => {
        const before = outdated.current
        outdated.current = null
        const edits = await editsOf(await current(given, before))
        if (edits.length === 0) return 0
        const leftOut = await saveEdits({ account_id, edits })
        outdated.current = sharedEdits(account_id).now().value
        setSavedAt(clock.now())
        return leftOut
      }
      const saved = last.current.then(async () => {
        setIsSaving(true)
        const { failure, inFlight } = await run().then(
          (leftOut) => ({ failure: null, inFlight: leftOut }),
          (thrown: unknown) => ({ failure: reasonOf(thrown), inFlight: 0 }),
        )
        setIsSaving(false)
        setRefused((known) => afterSave(known, typed ?? null, failure))
        return { isSaved: failure === null, inFlight }
      })
      last.current = saved
      return saved
    },
    [account_id, current, setRefused],
  )
  const latest = useCallback(
    (given: readonly SheetRow[]) => last.current.then(() => current(given, outdated.current)),
    [current],
  )
  const save = useCallback((edits: SheetEdits) => edit([], () => edits), [edit])
  const setValues: SetValues = useCallback(
    (given, valuesOf, typed) =>
      edit(given, (now) => sliced(valueEditSteps(group, valuesOf(now))), typed),
    [edit, group],
  )
  const dismiss = useCallback(
    (one: Refused) => setRefused((known) => known.filter((other) => other !== one)),
    [setRefused],
  )
  return { save, edit, setValues, inTurn, latest, isSaving, refused, dismiss, savedAt }
}

/** Returns rows as they are once every saved change is in them. */
function useCurrent(
  account_id: string,
  rows: readonly SheetRow[],
  list: EditsList | undefined | null,
) {
  const shown = useRef(rows)
  useEffect(() => {
    shown.current = rows
  }, [rows])
  const whenShown = useWhenShown(list)
  return useCallback(
    async (given: readonly SheetRow[], outdated: EditsList | undefined | null) => {
      if (given.length === 0) return given
      const query = sharedEdits(account_id)
      if (outdated && query.now().value === outdated) {
        query.now().refetch()
        await query.answered()
      }
      // Not the newest: while edits are published, another arrives before that is shown.
      const newest = query.orderOf(query.now().value)
      await whenShown((list) => query.orderOf(list) >= newest)
      const known = rowsByKey(shown.current)
      return given.map((row) => known.get(row.key) ?? row)
    },
    [account_id, whenShown],
  )
}
