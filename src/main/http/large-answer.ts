import { z } from 'zod'
import type { Period } from '../../shared/time/period.ts'
import { type LargeJson, shared } from '../threads/large-json.ts'
import { checkAnswer, decodeBody, withoutOtherDays } from './check-answer.ts'
import { makeListSplitter } from './list-splitter.ts'

/** Checks a large body about these days as it arrives. Only a few items of a list are parsed at a time. */
export function makeLargeAnswer(output: z.ZodType, days: Period) {
  const isList = output instanceof z.ZodArray && (output.def.checks ?? []).length === 0
  let reader: Reader | null = null
  return {
    add(bytes: Uint8Array) {
      reader ??=
        isList && /^\s*\[/.test(Buffer.from(bytes.subarray(0, 1024)).toString('latin1'))
          ? readList(output, days)
          : readWhole(output)
      reader.add(bytes)
    },
    /** The checked value as JSON bytes. Throws `malformed`, as `add` does. */
    end: (): LargeJson => (reader ?? readWhole(output)).end(),
  }
}

interface Reader {
  add: (bytes: Uint8Array) => void
  end: () => LargeJson
}

function readWhole(output: z.ZodType): Reader {
  const parts: Uint8Array[] = []
  return {
    add: (bytes) => parts.push(bytes),
    end() {
      const value = checkAnswer(output, decodeBody(Buffer.concat(parts.splice(0))))
      return shared(Buffer.from(JSON.stringify(value) ?? 'null'))
    },
  }
}

function readList(output: z.ZodType, days: Period): Reader {
  const json = makeSharedText()
  let count = 0
  let isEmpty = true
  const splitter = makeListSplitter((items) => {
    const all = checkAnswer(output, `[${decodeBody(items)}]`, count) as unknown[]
    count += all.length
    const rows = withoutOtherDays(all, days) as unknown[]
    if (rows.length === 0) return
    json.add(`${isEmpty ? '[' : ','}${JSON.stringify(rows).slice(1, -1)}`)
    isEmpty = false
  })
  return {
    add: splitter.add,
    end() {
      splitter.end()
      json.add(isEmpty ? '[]' : ']')
      return json.end()
    },
  }
}

/** The checked value is about as long as the body, which is at most 64 MB: twice that is enough. */
const MOST_SHARED_BYTES = 160 * 1024 * 1024

/** A text that grows in a SharedArrayBuffer, so that threads share it without a copy. */
function makeSharedText() {
  const buffer = new SharedArrayBuffer(0, { maxByteLength: MOST_SHARED_BYTES })
  return {
    add(text: string) {
      const at = buffer.byteLength
      const bytes = Buffer.from(text)
      buffer.grow(at + bytes.byteLength)
      new Uint8Array(buffer, at).set(bytes)
    },
    end: (): LargeJson => ({ largeJson: new Uint8Array(buffer, 0, buffer.byteLength) }),
  }
}
