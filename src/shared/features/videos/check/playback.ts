import { type About, type Found, found, told } from './rules.ts'
import { at, checkValues, GROUP_KINDS, isObject, secondAt } from './values.ts'

export function* checkPlayback(group: unknown, about: About): Generator<Found> {
  for (const problem of checkValues(group, GROUP_KINDS.playback)) yield inPair(problem)
  yield* checkScroll(group, about)
  const finish = at(group, 'action_after_finish')
  if (isObject(finish)) yield* checkFinish(finish, about)
}

/** The parts of the pair are no registers of their own. */
function inPair(problem: Found): Found {
  const [register, key] = (problem.register ?? '').split('.')
  if (register === undefined || key === undefined) return problem
  return { ...problem, register, details: { ...problem.details, key } }
}

function* checkScroll(group: unknown, { duration }: About): Generator<Found> {
  const register = 'scroll_to_action_in'
  const second = secondAt(group, register)
  if (second === null) return
  if (second < 0) yield found('second-negative', register, { value: second })
  if (duration !== null && second > duration) {
    yield found('scroll-beyond-duration', register, { value: second, limit: duration })
  }
}

// Video, PATCH, 6: validated as a pair, which is one register.
function* checkFinish(finish: unknown, { duration }: About): Generator<Found> {
  const register = 'action_after_finish'
  const type = at(finish, 'type')
  if (type !== 'loop') {
    yield found('finish-type-unknown', register, { value: told(type ?? '') })
  }
  const start = at(finish, 'start') ?? null
  if (start === null) {
    yield found('loop-without-start', register)
  } else if (typeof start === 'number') {
    if (start < 0) yield found('loop-start-negative', register, { value: start })
    if (duration !== null && start > duration) {
      yield found('loop-beyond-duration', register, { value: start, limit: duration })
    }
  }
}
