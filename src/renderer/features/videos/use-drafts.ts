import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { failureOf } from '../../../shared/failure.ts'
import type { Change, OpenVideo } from '../../../shared/features/publishing/edit.ts'
import { type RegisterAt, registerKey } from '../../../shared/features/publishing/register.ts'
import { CallFailed } from '../../bridge.ts'
import { valueAt } from '../../ui/edits/values.ts'
import {
  changeOf,
  type Draft,
  type Drafts,
  draftsOf,
  unconfirmedDrafts,
  withDrafts,
} from './drafts.ts'

export interface DraftStore {
  drafts: Drafts
  /** Stores the input without saving it. */
  type: (key: string, typed: Pick<Draft, 'at' | 'part' | 'text' | 'typed'>) => void
  /** Saves the input of a field, if it is valid and different. */
  commit: (key: string) => void
  discard: (key: string) => void
  /**
   * Sets a register as a whole. `next` gets its value with all valid input; invalid input moves to where
   * `place` says. Rejects when saving fails.
   */
  change: (at: RegisterAt, next: (value: unknown) => unknown, place?: Place) => Promise<void>
}

/** The new path of a part of a register after a change; null when it no longer exists. */
type Place = (part: readonly string[]) => readonly string[] | null

type Save = (changes: Change[]) => Promise<unknown>

/** The unsaved input of a video's fields. Leaving the screen saves what is valid. */
export function useDrafts(opened: OpenVideo, save: Save): DraftStore {
  const [store] = useState(makeDraftStore)
  const drafts = useSyncExternalStore(store.subscribe, store.now)
  useEffect(() => store.follow({ opened, save }), [store, opened, save])
  useEffect(() => store.commitAll, [store])
  useWindowEvent('pagehide', store.commitAll)
  const { type, commit, discard, change } = store
  return useMemo(
    () => ({ drafts, type, commit, discard, change }),
    [drafts, type, commit, discard, change],
  )
}

/** The store behind `useDrafts`, without React. */
export function makeDraftStore() {
  const listeners = new Set<() => void>()
  let drafts: Drafts = {}
  let known: { opened: OpenVideo; save: Save } | undefined

  function update(next: Drafts) {
    if (next === drafts) return
    drafts = next
    for (const listen of listeners) listen()
  }

  const put = (key: string, draft: Draft) => update({ ...drafts, [key]: draft })

  function discard(key: string) {
    const { [key]: removed, ...rest } = drafts
    if (removed) update(rest)
  }

  async function saveDraft(key: string, draft: Draft, change: Change) {
    const sent: Draft = { ...draft, phase: 'saving', failure: null }
    put(key, sent)
    const failure = await known?.save([change]).then(
      () => null,
      (thrown: unknown) => (thrown instanceof CallFailed ? thrown.failure : failureOf(thrown)),
    )
    // Newer input meanwhile is another draft.
    if (drafts[key] !== sent) return
    put(key, { ...sent, phase: failure ? 'typed' : 'saved', failure: failure ?? null })
    if (known) update(unconfirmedDrafts(known.opened.shown, drafts))
  }

  function commit(key: string) {
    const draft = drafts[key]
    if (!draft || !known || draft.phase !== 'typed' || !draft.typed) return
    const change = changeOf(known.opened.shown, drafts, draft)
    if (change) void saveDraft(key, draft, change)
    else discard(key)
  }

  async function change(at: RegisterAt, next: (value: unknown) => unknown, place: Place = same) {
    if (!known) return
    const [own, others] = draftsOf(at, drafts)
    const value = next(valueAt(withDrafts(known.opened.shown, own), at))
    const unread = Object.values(own).flatMap((draft): [string, Draft][] => {
      const part = draft.typed ? null : place(draft.part)
      return part ? [[draftKey(at, part), { ...draft, part }]] : []
    })
    const whole: Draft = {
      at,
      part: [],
      text: '',
      typed: { value },
      phase: 'saving',
      failure: null,
    }
    const key = draftKey(at, [])
    update({ ...others, [key]: whole, ...Object.fromEntries(unread) })
    try {
      await known.save([{ kind: 'set', ...at, value: value as never }])
      if (drafts[key] === whole) put(key, { ...whole, phase: 'saved' })
      update(unconfirmedDrafts(known.opened.shown, drafts))
    } catch (thrown) {
      // Restores the input when saving failed.
      const typed = Object.entries(own).map(([name, draft]) => [name, { ...draft, phase: 'typed' }])
      if (drafts[key] === whole)
        update({ ...Object.fromEntries(typed), ...draftsOf(at, drafts)[1] })
      throw thrown
    }
  }

  function commitAll() {
    for (const key of Object.keys(drafts)) commit(key)
  }

  return {
    now: () => drafts,
    subscribe(listen: () => void) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    follow(next: { opened: OpenVideo; save: Save }) {
      const isNewer = known !== undefined && known.opened !== next.opened
      known = next
      if (isNewer) update(unconfirmedDrafts(next.opened.shown, drafts))
    },
    type: (key: string, typed: Pick<Draft, 'at' | 'part' | 'text' | 'typed'>) =>
      put(key, { ...typed, phase: 'typed', failure: null }),
    commit,
    commitAll,
    discard,
    change,
  }
}

const same: Place = (part) => part

export const draftKey = (at: RegisterAt, part: readonly string[]) =>
  `${registerKey(at)}${part.join('.')}`
