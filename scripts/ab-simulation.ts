import { DEFAULT_GUARDRAILS, type Share } from '../src/shared/features/ab-tests/ab-test.ts'
import { makeRandom } from '../src/shared/features/ab-tests/revenue-table.ts'
import { verdictOf } from '../src/shared/features/ab-tests/verdict.ts'
import { count, tell } from '../test/support/scale.ts'

// How often the verdicts on A/B tests mislead, and how often they find a real difference, when a
// test is checked daily.

const TESTS = count('tests of each kind', { usual: 1000, full: 10_000 })
const DAYS = 28
const VISITORS = 3000
const LIFT = 0.2

interface Story {
  /** Share of an arm's visitors that buy. */
  rate: number
  lift: number
  seed: number
}

/** A sample of the binomial distribution, by the gaps between two buyers (geometric). */
function buyers(random: () => number, of: number, rate: number): number {
  let bought = 0
  let at = 0
  for (;;) {
    at += 1 + Math.floor(Math.log(1 - random()) / Math.log(1 - rate))
    if (at > of) return bought
    bought++
  }
}

/** Checks a test every day, and ends it on the first day on which an arm is better. */
function firstDecided({ rate, lift, seed }: Story): { day: number; ahead: 'a' | 'b' } | null {
  const random = makeRandom(seed)
  const [a, b]: [Share, Share] = [
    { part: 0, whole: 0 },
    { part: 0, whole: 0 },
  ]
  for (let day = 1; day <= DAYS; day++) {
    for (const arm of [a, b]) {
      arm.whole += VISITORS
      arm.part += buyers(random, VISITORS, arm === b ? rate * (1 + lift) : rate)
    }
    const conversions = { a: a.part, b: b.part }
    const pair = { a, b, conversions, days: day, invalid: null, pairs: 1 }
    const verdict = verdictOf(pair, DEFAULT_GUARDRAILS)
    if (verdict.state === 'decided') return { day, ahead: verdict.ahead }
  }
  return null
}

function run(rate: number, lift: number) {
  const found = Array.from({ length: TESTS }, (_, test) =>
    firstDecided({
      rate,
      lift,
      seed: test * 7919 + Math.round(rate * 1e5) + Math.round(lift * 100),
    }),
  ).filter((one) => one !== null)
  const days = found.map(({ day }) => day).sort((one, other) => one - other)
  return {
    decided: found.length,
    wrong: found.filter(({ ahead }) => ahead === 'a').length,
    median: days[Math.floor(days.length / 2)] ?? null,
  }
}

const percent = (tests: number) => `${((tests / TESTS) * 100).toFixed(1)} %`

console.log(
  `${TESTS} tests each, ${VISITORS} visitors a day per arm, looked at daily for ${DAYS} days`,
)
let isAsPromised = true
for (const rate of [0.01, 0.02, 0.05]) {
  const none = run(rate, 0)
  const real = run(rate, LIFT)
  tell(`at ${rate * 100} %: ${percent(none.decided)} wrong, ${percent(real.decided)} found`)
  isAsPromised &&= none.decided <= 0.05 * TESTS && real.decided >= 0.8 * TESTS
  console.log(
    [
      `rate ${rate * 100} %:`,
      `no difference, says "better" in ${percent(none.decided)} (promised: at most 5 %);`,
      `lift of 20 %, decides in ${percent(real.decided)} (promised: at least 80 %),`,
      `half of them by day ${real.median}, for the wrong arm in ${percent(real.wrong)}`,
    ].join(' '),
  )
}
if (!isAsPromised) process.exitCode = 1
