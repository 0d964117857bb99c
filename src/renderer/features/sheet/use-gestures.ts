import { useCallback, useEffect, useRef, useState } from 'react'
import type { Group } from '../../../shared/api/settings/index.ts'
import type { EditsList } from '../../../shared/features/publishing/edit.ts'
import {
  type CellValue,
  type SheetEdits,
  valueEditSteps,
} from '../../../shared/features/sheet/gestures.ts'
import { rowsByKey, type SheetRow } from '../../../shared/features/sheet/rows.ts'
import { call } from '../../bridge.ts'
import { clock } from '../../clock.ts'
import { useMutation } from '../../mutation.ts'
import { sharedEdits } from '../../ui/edits/undo.tsx'
import { sliced } from './use-steps.ts'

/** Sets values that are computed from the current state of some rows. Resolves to whether they are on disk. */
export type SetValues = (
  rows: readonly SheetRow[],
  valuesOf: (rows: readonly SheetRow[]) => CellValue[],
) => Promise<boolean>

/** The changes of a user action, computed from the current rows. */
type EditsOf = (rows: readonly SheetRow[]) => SheetEdits | Promise<SheetEdits>

export interface Gestures {
  /** Saves the changes of one user action. Resolves to whether they are on disk. */
  save: (edits: SheetEdits) => Promise<boolean>
  /**
   * The same for changes that depend on values: `editsOf` gets the given rows as all earlier
   * actions left them, which may not be shown yet.
   */
  edit: (rows: readonly SheetRow[], editsOf: EditsOf) => Promise<boolean>
  setValues: SetValues
  saving: Pick<ReturnType<typeof useMutation>, 'failure' | 'isPending'>
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
  const { mutate, failure, isPending } = useMutation()
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  /** The list when the last change was saved, which does not have that change yet. */
  const outdated = useRef<EditsList | undefined | null>(null)
  const current = useCurrent(account_id, rows, list)
  const edit = useCallback(
    (given: readonly SheetRow[], editsOf: EditsOf) => {
      const saved = last.current.then(async () => {
        let isSaved = false
        await mutate(async () => {
          const before = outdated.current
          outdated.current = null
          const edits = await editsOf(await current(given, before))
          if (edits.length > 0) {
            await call.edits.save({ account_id, edits })
            outdated.current = sharedEdits(account_id).now().value
            setSavedAt(clock.now())
          }
          isSaved = true
        })
        return isSaved
      })
      last.current = saved
      return saved
    },
    [account_id, current, mutate],
  )
  const save = useCallback((edits: SheetEdits) => edit([], () => edits), [edit])
  const setValues: SetValues = useCallback(
    (given, valuesOf) => edit(given, (now) => sliced(valueEditSteps(group, valuesOf(now)))),
    [edit, group],
  )
  return { save, edit, setValues, saving: { failure, isPending }, savedAt }
}

/** Returns rows as they are once every saved change is in them. */
function useCurrent(
  account_id: string,
  rows: readonly SheetRow[],
  list: EditsList | undefined | null,
) {
  const shown = useRef({ rows, list, isHere: true })
  const waiting = useRef(new Set<() => void>())
  useEffect(() => {
    shown.current = { rows, list, isHere: true }
    release(waiting.current)
  }, [rows, list])
  useEffect(() => {
    const all = waiting.current
    return () => {
      shown.current.isHere = false
      release(all)
    }
  }, [])
  return useCallback(
    async (given: readonly SheetRow[], outdated: EditsList | undefined | null) => {
      if (given.length === 0) return given
      const query = sharedEdits(account_id)
      if (outdated && query.now().value === outdated) {
        query.now().refetch()
        await query.answered()
      }
      while (shown.current.isHere && shown.current.list !== query.now().value) {
        await new Promise<void>((resolve) => waiting.current.add(resolve))
      }
      const known = rowsByKey(shown.current.rows)
      return given.map((row) => known.get(row.key) ?? row)
    },
    [account_id],
  )
}

function release(waiting: Set<() => void>) {
  for (const resolve of waiting) resolve()
  waiting.clear()
}
