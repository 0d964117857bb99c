import { createContext, type ReactNode, useContext, useDeferredValue, useMemo } from 'react'
import type { Change, Edit, OpenVideo, Problem } from '../../../shared/features/publishing/edit.ts'
import {
  type EditPlace,
  type RegisterAt,
  registerKey,
} from '../../../shared/features/publishing/register.ts'
import { checkVideo } from '../../../shared/features/videos/check/check-video.ts'
import { type Drafts, withDrafts } from './drafts.ts'
import { type DraftStore, useDrafts } from './use-drafts.ts'

interface Editing extends DraftStore {
  opened: OpenVideo
  drafts: Drafts
  /** In seconds; null when the service did not return it. */
  duration: number | null
  editAt: (at: RegisterAt) => Edit | undefined
  problemsAt: (at: EditPlace) => Problem[]
  problems: Problem[]
  /** The highest severity of an item's problems. */
  worstOf: (item_id: string) => Problem['severity'] | undefined
  /** Saves one undo step; resolves to the ids of created items. */
  save: (changes: Change[]) => Promise<string[]>
}

const EditingContext = createContext<Editing | null>(null)

/** The context shared by the editors of a video. Throws outside of a video. */
export function useEditing(): Editing {
  const editing = useContext(EditingContext)
  if (!editing) throw new Error('an editor outside of a video')
  return editing
}

interface EditingProviderProps {
  opened: OpenVideo
  save: Editing['save']
  children: ReactNode
}

export function EditingProvider({ opened, save, children }: EditingProviderProps) {
  const keeping = useDrafts(opened, save)
  const { drafts } = keeping
  // Deferred, so that typing is responsive in a video with thousands of items.
  const typed = useDeferredValue(drafts)
  const problems = useMemo(
    () => checkVideo(withDrafts(opened.shown, typed), { base: opened.base }),
    [opened, typed],
  )
  const lookups = useLookups(opened, problems)
  const duration = opened.shown.duration ?? null
  const editing = { ...keeping, ...lookups, opened, problems, save, duration }
  return <EditingContext.Provider value={editing}>{children}</EditingContext.Provider>
}

function useLookups({ edits }: OpenVideo, problems: readonly Problem[]) {
  return useMemo(() => {
    const editOf = new Map(
      edits.filter((edit) => edit.register !== null).map((edit) => [registerKey(edit), edit]),
    )
    const worst = new Map<string, Problem['severity']>()
    const problemsOf = new Map<string, Problem[]>()
    for (const problem of problems) {
      const key = registerKey(problem)
      problemsOf.set(key, [...(problemsOf.get(key) ?? []), problem])
      const { item_id, severity } = problem
      if (item_id !== null && worst.get(item_id) !== 'error') worst.set(item_id, severity)
    }
    return {
      worstOf: (item_id: string) => worst.get(item_id),
      editAt: (at: RegisterAt) => editOf.get(registerKey(at)),
      problemsAt: (at: EditPlace) => problemsOf.get(registerKey(at)) ?? [],
    }
  }, [edits, problems])
}
