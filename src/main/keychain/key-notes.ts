import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { KEY_NOTES } from '../database/restored.ts'
import { writeWhole } from '../disk/atomic-file.ts'

const kept = z.object({
  /** Keys that were stored under a name without an address: for which address each was given. */
  unbound: z.record(z.string(), z.string()),
  /** The names of keys that were forgotten while the keychain could not erase them. */
  toErase: z.array(z.string()),
})
type Kept = z.output<typeof kept>

export type KeyNotes = ReturnType<typeof makeKeyNotes>

interface NotesParts {
  /** Of the desk; what is noted is of this computer's keychain, so a restored desk keeps it. */
  folder: string
  /** The old name of each key of the accounts that are here, and its address. */
  unbound: () => Promise<Record<string, string>>
}

/** What is to be done with keys in the keychain, and what must not be done: no key itself. */
export function makeKeyNotes({ folder, unbound }: NotesParts) {
  const file = path.join(folder, KEY_NOTES)
  let current: Promise<Kept> | null = null

  /** Without the file this is the first start that binds keys: it binds those that are here now. */
  async function first(): Promise<Kept> {
    const text = await readFile(file, 'utf8').catch(whenMissing)
    if (text !== null) return parsed(text)
    return written({ unbound: await unbound(), toErase: [] })
  }

  async function written(next: Kept): Promise<Kept> {
    const bytes = Buffer.from(JSON.stringify(next))
    await writeWhole(file, (sink) => sink.write(bytes), { access: 'private' })
    return next
  }

  function read(): Promise<Kept> {
    if (current === null) {
      const reading = first()
      current = reading
      // The disk may be back at the next try.
      reading.catch(() => {
        if (current === reading) current = null
      })
    }
    return current
  }

  /** One after the other; on the disk when it resolves. */
  async function change(to: (known: Kept) => Kept) {
    const before = read()
    const next = before.then((known) => {
      const changed = to(known)
      return JSON.stringify(changed) === JSON.stringify(known) ? known : written(changed)
    })
    current = next.catch(() => before)
    await next
  }

  return {
    read,
    erase: (names: readonly string[]) =>
      change((known) => ({ ...known, toErase: [...new Set([...known.toErase, ...names])] })),
    /** Nothing is left to be done with what this name had: it is erased, bound, or another key. */
    done: (name: string) =>
      change(({ unbound, toErase }) => {
        const others = Object.entries(unbound).filter(([one]) => one !== name)
        return {
          unbound: Object.fromEntries(others),
          toErase: toErase.filter((one) => one !== name),
        }
      }),
  }
}

function whenMissing(thrown: unknown): null {
  if ((thrown as { code?: unknown }).code === 'ENOENT') return null
  throw thrown
}

/** A damaged one binds nothing: keys without an address are asked for again. */
function parsed(text: string): Kept {
  try {
    return kept.parse(JSON.parse(text))
  } catch {
    return { unbound: {}, toErase: [] }
  }
}
