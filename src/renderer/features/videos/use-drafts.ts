import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { StoreApi } from 'zustand'
import type { Video } from '../../../shared/api/video.ts'
import type { Change, OpenVideo } from '../../../shared/features/publishing/edit.ts'
import { valueAt } from '../../../shared/features/publishing/lay.ts'
import { isSecret, type RegisterAt } from '../../../shared/features/publishing/register.ts'
import { sameValue } from '../../../shared/features/publishing/value.ts'
import { makePageStore } from '../../kept-in-page.ts'
import { reasonOf } from '../../query.ts'
import { useView } from '../../view.ts'
import {
  adoptedDrafts,
  changeOf,
  type Draft,
  type Drafts,
  draftKey,
  draftsOf,
  isDeleted,
  type SetChange,
  withDrafts,
  withSent,
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

/** Resolves when the changes are on the disk and `follow` was given a video that was read since. */
type Save = (changes: Change[]) => Promise<unknown>

/** The unsaved input of a video's fields. Leaving the screen saves what is valid, and keeps the rest. */
export function useDrafts(opened: OpenVideo, save: Save): DraftStore {
  const account_id = useView(({ preferences }) => preferences.place.account_id)
  const [store] = useState(() => draftStoreOf(account_id ?? '', opened.base.id))
  const kept = useSyncExternalStore(store.subscribe, store.now, store.now)
  // At once, so that a field never shows another text between two renderings.
  const drafts = useMemo(() => adoptedDrafts(kept, opened.adopted), [kept, opened.adopted])
  useEffect(() => store.follow({ opened, save }), [store, opened, save])
  useEffect(() => store.commitAll, [store])
  useWindowEvent('pagehide', store.commitAll)
  const { type, commit, discard, change } = store
  return useMemo(
    () => ({ drafts, type, commit, discard, change }),
    [drafts, type, commit, discard, change],
  )
}

/** What could not be saved, by account and video. It is lost when the window closes. */
type Kept = Pick<StoreApi<Record<string, Drafts>>, 'getState' | 'setState'>

/** The stores with unsaved input, by account and video. */
export function makeDraftStores(kept: Kept) {
  const stores = new Map<string, ReturnType<typeof makeDraftStore>>()
  return (account_id: string, video_id: string) => {
    const key = `${account_id} ${video_id}`
    const known = stores.get(key)
    if (known) return known
    const store = makeDraftStore(kept.getState()[key])
    store.subscribe(() => {
      const drafts = store.now()
      if (Object.keys(drafts).length > 0) stores.set(key, store)
      else stores.delete(key)
      kept.setState({ [key]: unsaved(drafts) })
    })
    return store
  }
}

/** The input that is not being saved, without secrets. */
const unsaved = (drafts: Drafts): Drafts =>
  Object.fromEntries(
    Object.entries(drafts).filter(([, { at, isSaving }]) => !isSaving && !isSecret(at.register)),
  )

/** The store behind `useDrafts`, with what could not be saved when the video was last left. */
export const draftStoreOf = makeDraftStores(makePageStore<Record<string, Drafts>>('drafts', {}))

/** Such a store, without React. */
export function makeDraftStore(drafts: Drafts = {}) {
  const listeners = new Set<() => void>()
  let known: { opened: OpenVideo; save: Save } | undefined
  /** The changes that the opened video may not contain yet. */
  let sent: readonly SetChange[] = []

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

  async function send({ save }: { save: Save }, change: SetChange) {
    sent = [...sent, change]
    try {
      await save([change])
    } finally {
      sent = sent.filter((other) => other !== change)
    }
  }

  function commit(key: string) {
    const draft = drafts[key]
    if (!draft?.typed || !known || draft.isSaving || isDeleted(known.opened.base, draft.at)) return
    const change = changeOf(withSent(known.opened.shown, sent), draft)
    if (!change) return discard(key)
    const saving: Draft = { ...draft, isSaving: true, failure: null }
    put(key, saving)
    // Newer input meanwhile is another draft.
    const isLatest = () => drafts[key] === saving
    send(known, change).then(
      () => isLatest() && discard(key),
      (thrown: unknown) => isLatest() && put(key, failed(known, draft, thrown)),
    )
  }

  async function change(at: RegisterAt, next: (value: unknown) => unknown, place: Place = same) {
    if (!known) return
    const [own, others] = draftsOf(at, drafts)
    const value = next(valueAt(withDrafts(withSent(known.opened.shown, sent), own), at))
    const unread = Object.values(own).flatMap((draft): [string, Draft][] => {
      const part = draft.typed ? null : place(draft.part)
      return part ? [[draftKey(at, part), { ...draft, part }]] : []
    })
    const whole: Draft = { at, part: [], text: '', typed: { value }, isSaving: true, failure: null }
    const key = draftKey(at, [])
    update({ ...others, [key]: whole, ...Object.fromEntries(unread) })
    try {
      await send(known, { kind: 'set', ...at, value: value as never })
      if (drafts[key] === whole) discard(key)
    } catch (thrown) {
      // Restores the input when saving failed.
      const typed = Object.entries(own).map(([name, draft]) => [
        name,
        { ...draft, isSaving: false },
      ])
      if (drafts[key] === whole)
        update({ ...Object.fromEntries(typed), ...draftsOf(at, drafts)[1] })
      throw thrown
    }
  }

  function commitAll() {
    for (const [key, draft] of Object.entries(drafts)) if (!isOutdated(known, draft)) commit(key)
  }

  return {
    now: () => drafts,
    subscribe(listen: () => void) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    follow(next: { opened: OpenVideo; save: Save }) {
      const isFirst = known === undefined
      known = next
      const adopted = adoptedDrafts(drafts, next.opened.adopted)
      update(isFirst ? withoutSaved(adopted, next.opened.shown) : adopted)
    },
    type(key: string, typed: Pick<Draft, 'at' | 'part' | 'text' | 'typed'>) {
      const over = typed.typed === null ? { over: shownAt(known, typed) } : {}
      put(key, { ...typed, ...over, isSaving: false, failure: null })
    },
    commit,
    commitAll,
    discard,
    change,
  }
}

const same: Place = (part) => part

type Following = { opened: OpenVideo } | undefined

const shownAt = (known: Following, { at }: Pick<Draft, 'at'>) =>
  known && valueAt(known.opened.shown, at)

const failed = (known: Following, draft: Draft, thrown: unknown): Draft => {
  return { ...draft, failure: reasonOf(thrown), over: shownAt(known, draft) }
}

/** Without what another page still saved: it would be saved again after an undo. */
const withoutSaved = (drafts: Drafts, shown: Video): Drafts =>
  Object.fromEntries(
    Object.entries(drafts).filter(([, draft]) => !draft.typed || changeOf(shown, draft)),
  )

/** What was refused does not replace a value that was set since. */
const isOutdated = (known: Following, draft: Draft) =>
  draft.failure !== null && !sameValue(draft.at, draft.over, shownAt(known, draft))
