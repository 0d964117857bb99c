import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { failureOf } from '../../../shared/failure.ts'
import type { Change, VideoDesk } from '../../../shared/model/edit.ts'
import { CallFailed } from '../../bridge.ts'
import { changeOf, type Draft, type Drafts, stillNeeded } from './drafts.ts'

export interface DraftKeeping {
  drafts: Drafts
  /** Holds what is typed; nothing is saved by it. */
  type: (key: string, typed: Pick<Draft, 'at' | 'part' | 'text' | 'typed'>) => void
  /** Saves what is typed in a field, if it is a value and another one. */
  leave: (key: string) => void
  giveUp: (key: string) => void
}

type Save = (changes: Change[]) => Promise<unknown>

/** What is typed and not yet saved. Going away saves what can be saved. */
export function useDrafts(desk: VideoDesk, save: Save): DraftKeeping {
  const [keeper] = useState(makeKeeper)
  const drafts = useSyncExternalStore(keeper.subscribe, keeper.now)
  useEffect(() => keeper.follow({ desk, save }), [keeper, desk, save])
  useEffect(() => keeper.leaveAll, [keeper])
  useWindowEvent('pagehide', keeper.leaveAll)
  const { type, leave, giveUp } = keeper
  return useMemo(() => ({ drafts, type, leave, giveUp }), [drafts, type, leave, giveUp])
}

function makeKeeper() {
  const listeners = new Set<() => void>()
  let drafts: Drafts = {}
  let known: { desk: VideoDesk; save: Save } | undefined

  function become(next: Drafts) {
    if (next === drafts) return
    drafts = next
    for (const listen of listeners) listen()
  }

  const put = (key: string, draft: Draft) => become({ ...drafts, [key]: draft })

  function giveUp(key: string) {
    const { [key]: _given, ...rest } = drafts
    if (_given) become(rest)
  }

  async function saveDraft(key: string, draft: Draft, change: Change) {
    const sent: Draft = { ...draft, phase: 'saving', failure: null }
    put(key, sent)
    const failure = await known?.save([change]).then(
      () => null,
      (thrown: unknown) => (thrown instanceof CallFailed ? thrown.failure : failureOf(thrown)),
    )
    // What was typed meanwhile is another draft.
    if (drafts[key] !== sent) return
    put(key, { ...sent, phase: failure ? 'typed' : 'saved', failure: failure ?? null })
    if (known) become(stillNeeded(known.desk.shown, drafts))
  }

  function leave(key: string) {
    const draft = drafts[key]
    if (!draft || !known || draft.phase !== 'typed' || !draft.typed) return
    const change = changeOf(known.desk.shown, drafts, draft)
    if (change) void saveDraft(key, draft, change)
    else giveUp(key)
  }

  function leaveAll() {
    for (const key of Object.keys(drafts)) leave(key)
  }

  return {
    now: () => drafts,
    subscribe(listen: () => void) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    follow(next: { desk: VideoDesk; save: Save }) {
      const isNewer = known !== undefined && known.desk !== next.desk
      known = next
      if (isNewer) become(stillNeeded(next.desk.shown, drafts))
    },
    type: (key: string, typed: Pick<Draft, 'at' | 'part' | 'text' | 'typed'>) =>
      put(key, { ...typed, phase: 'typed', failure: null }),
    leave,
    leaveAll,
    giveUp,
  }
}
