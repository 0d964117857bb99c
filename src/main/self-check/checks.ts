import { setTimeout as wait } from 'node:timers/promises'
import { type Failure, failureOf } from '../../shared/failure.ts'

export interface Check {
  name: string
  /** Resolves with what was found; throws the reason when it does not work. */
  run: () => Promise<string>
}

interface Running {
  say: (line: string) => void
  longestMs: number
}

export interface Outcome {
  /** Number of checks that failed or did not end in time. */
  failed: number
  /** Whether every check ended, so that none is still running. */
  isSettled: boolean
}

/** Runs checks in parallel, with a line for each as it ends; fails those after `longestMs`. */
export async function runChecks(
  checks: readonly Check[],
  { say, longestMs }: Running,
): Promise<Outcome> {
  const left = new Set(checks)
  let failed = 0
  let isOver = false
  const end = (check: Check, verdict: string, seen: string) => {
    if (isOver) return
    left.delete(check)
    say(line(verdict, check.name, seen))
  }
  const all = checks.map(async (check) => {
    try {
      end(check, GOOD, await check.run())
    } catch (thrown) {
      failed += 1
      end(check, BAD, reasonOf(thrown))
    }
  })
  const stop = new AbortController()
  await Promise.race([
    Promise.all(all),
    wait(longestMs, undefined, { signal: stop.signal }).catch(() => undefined),
  ])
  stop.abort()
  isOver = true
  for (const { name } of left) say(line(BAD, name, `no answer within ${longestMs / 1000} s`))
  return { failed: failed + left.size, isSettled: left.size === 0 }
}

const GOOD = 'ok'
const BAD = 'FAILED'

const line = (verdict: string, name: string, seen: string) =>
  `${verdict.padEnd(BAD.length)}  ${name}: ${seen.replaceAll(/\s+/g, ' ')}`

function reasonOf(thrown: unknown): string {
  const failure: Failure = failureOf(thrown)
  return failure.kind === 'unexpected' ? String(thrown) : JSON.stringify(failure)
}
