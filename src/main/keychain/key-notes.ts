import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { KEY_NOTES } from '../database/restored.ts'
import { writeWhole } from '../disk/atomic-file.ts'

const notesSchema = z.object({
  /** Keys stored under a name without an address, and the address that each was entered for. */
  unbound: z.record(z.string(), z.string()),
  /** Names of keys that were removed while the keychain could not erase them. */
  toErase: z.array(z.string()),
})
type Notes = z.output<typeof notesSchema>

export type KeyNotes = ReturnType<typeof makeKeyNotes>

interface NotesParts {
  /** The data folder. The notes are of this computer: a restored backup keeps them. */
  folder: string
  /** The address of every key that the present accounts may have under an old name. */
  unbound: () => Promise<Record<string, string>>
}

/** What is still to do with keys in the keychain. Contains no key. */
export function makeKeyNotes({ folder, unbound }: NotesParts) {
  const file = path.join(folder, KEY_NOTES)
  let current: Promise<Notes> | null = null

  /** Without a file this is the first start that binds keys to the accounts' addresses. */
  async function first(): Promise<Notes> {
    const text = await readFile(file, 'utf8').catch(whenMissing)
    if (text !== null) return parsed(text)
    return written({ unbound: await unbound(), toErase: [] })
  }

  async function written(next: Notes): Promise<Notes> {
    const bytes = Buffer.from(JSON.stringify(next))
    await writeWhole(file, (sink) => sink.write(bytes), { access: 'private' })
    return next
  }

  function read(): Promise<Notes> {
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

  /** Changes run one after the other; durable when it resolves. */
  async function change(to: (known: Notes) => Notes) {
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
    /** Removes a name: its key was erased, bound or replaced. */
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

/** A damaged file binds nothing: keys without an address have to be entered again. */
function parsed(text: string): Notes {
  try {
    return notesSchema.parse(JSON.parse(text))
  } catch {
    return { unbound: {}, toErase: [] }
  }
}
