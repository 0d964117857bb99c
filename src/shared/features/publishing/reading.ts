import { GROUPS, type Group, isCollection } from '../../api/settings/index.ts'
import type { Video } from '../../api/video.ts'
import { fieldsOf } from '../../plain.ts'
import type { HistoryEntry } from './edit.ts'
import { itemsOf, valueAt } from './lay.ts'
import { type EditPlace, GROUP_REGISTERS, isSecret } from './register.ts'
import { registersOf, sameValue } from './value.ts'
import { itemName } from './value-text.ts'

/** A difference between two reads: one setting, or a whole item. */
export interface Differing extends EditPlace {
  /** Name of its item; empty when there is none or it has no name. */
  item: string
  became: 'changed' | 'made' | 'deleted'
}

/** Compares the settings only; other properties of a video are ignored. */
export function differingIn({ before, after }: Pick<HistoryEntry, 'before' | 'after'>) {
  const [was, is] = [fieldsOf(before) as unknown as Video, fieldsOf(after) as unknown as Video]
  return GROUPS.filter((group) => group in was || group in is).flatMap((group): Differing[] => {
    // A backup may lack a secret; unknown is not empty.
    const isKnown = (register: string) =>
      !isSecret(register) || [was, is].every((video) => register in fieldsOf(video[group]))
    const own = Object.keys(GROUP_REGISTERS[group])
      .filter(isKnown)
      .map((register) => {
        return { group, item_id: null, register, item: '', became: 'changed' as const }
      })
    const changed = own.filter((at) => !sameValue(at, valueAt(was, at), valueAt(is, at)))
    return isCollection(group) ? [...changed, ...inItems(group, was, is)] : changed
  })
}

function inItems(group: Group, was: Video, is: Video): Differing[] {
  const before = new Map(itemsOf(was, group).map((item) => [item.id, item]))
  const after = new Map(itemsOf(is, group).map((item) => [item.id, item]))
  const ids = [...new Set([...before.keys(), ...after.keys()])]
  return ids.flatMap((item_id): Differing[] => {
    const [old, now] = [before.get(item_id), after.get(item_id)]
    const item = itemName(now ?? old)
    const whole = { group, item_id, register: null, item }
    if (!old) return [{ ...whole, became: 'made' }]
    if (!now) return [{ ...whole, became: 'deleted' }]
    return registersOf(group)
      .map((register) => ({ ...whole, register, became: 'changed' as const }))
      .filter((at) => !sameValue(at, valueAt(was, at), valueAt(is, at)))
  })
}
