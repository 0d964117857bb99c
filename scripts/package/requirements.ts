// Checks requirements of the installed program: one line each.

/** `onFailure` is called with the number of failures so far. */
export function makeRequirements(onFailure: (failed: number) => void) {
  let failed = 0
  return {
    failed: () => failed,
    async row(name: string, act: () => unknown) {
      try {
        const result = await act()
        console.log(`passed  ${name}${typeof result === 'string' ? `: ${result}` : ''}`)
      } catch (thrown) {
        failed += 1
        onFailure(failed)
        console.log(`FAILED  ${name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
      }
    },
  }
}

export function expect(isTrue: boolean, what: string): asserts isTrue {
  if (!isTrue) throw new Error(what)
}

export async function until<T>(what: string, ask: () => T | Promise<T>, ms = 60_000): Promise<T> {
  for (let waited = 0; ; waited += 250) {
    const answer = await ask()
    if (answer) return answer
    expect(waited < ms, `${what} within ${ms / 1000} s`)
    await pause(250)
  }
}

export const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
