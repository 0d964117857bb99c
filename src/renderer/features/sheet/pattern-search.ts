import type { Splice } from '../../../shared/features/sheet/splice.ts'
import type { TextReplacement } from '../../../shared/features/sheet/text-matches.ts'
import { clock } from '../../clock.ts'
import type { PatternAnswer, PatternSearch } from './pattern-worker.ts'

/** How long a pattern may take for a few texts, and for all of a search. */
const LONGEST_MS = 1000
const LONGEST_SEARCH_MS = 5000

export class PatternTooSlow extends Error {}

interface PatternThread {
  /**
   * The replacements of the pattern in each text. Rejects with `PatternTooSlow` after ending the
   * thread.
   */
  find: (replacement: TextReplacement, texts: readonly string[]) => Promise<Splice[][]>
  end: () => void
}

/**
 * Finds patterns in a thread: for a text of thirty letters some take longer than anyone can wait,
 * and only ending the thread stops them.
 */
export function startPatternThread(): PatternThread {
  const worker = new Worker(new URL('./pattern-worker.ts', import.meta.url), { type: 'module' })
  // The time to load the script does not count for the pattern.
  const loaded = nextMessage(worker)
  let left = LONGEST_SEARCH_MS
  async function find(replacement: TextReplacement, texts: readonly string[]) {
    await loaded
    const answer = nextMessage(worker)
    const from = clock.monotonic()
    worker.postMessage({ replacement, texts } satisfies PatternSearch)
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => {
          worker.terminate()
          reject(new PatternTooSlow())
        },
        Math.min(LONGEST_MS, left),
      )
    })
    try {
      return (await Promise.race([answer, late])) as PatternAnswer
    } finally {
      clearTimeout(timer)
      left -= clock.monotonic() - from
    }
  }
  return { find, end: () => worker.terminate() }
}

const nextMessage = (worker: Worker) =>
  new Promise<unknown>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(data), {
      once: true,
    })
    worker.addEventListener('error', () => reject(new Error('the worker failed')), { once: true })
  })
