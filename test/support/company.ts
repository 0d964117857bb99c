import { refusalOf } from '../../src/main/http/refusal.ts'
import { makeQuota, type Plan } from '../../src/service/quota.ts'
import { Refusal } from '../../src/service/refusal.ts'
import type { QuotaUsage } from '../../src/shared/api/quota.ts'
import { AppError } from '../../src/shared/failure.ts'
import type { VirtualClock } from './clock.ts'

interface Request {
  at: number
  what: string
  status: number
}

interface CompanyParts {
  clock: VirtualClock
  plan: Plan
  costs?: Record<string, number>
  latencyMs?: number
  /** How far the service's clock is ahead of this computer's. */
  aheadMs?: number
}

/** A company's quota as the sandbox counts it, behind a slow network, on a virtual clock. */
export function companyOf({ clock, plan, costs = {}, latencyMs = 200, aheadMs = 0 }: CompanyParts) {
  const quota = makeQuota(plan)
  const requests: Request[] = []

  /** The service's Date header: whole seconds. */
  const dateHeader = () => new Date(clock.now() + aheadMs).toUTCString()

  async function ask(what: string, signal?: AbortSignal): Promise<string> {
    await clock.wait(latencyMs / 2, signal)
    const request = { at: clock.monotonic(), what, status: 200 }
    requests.push(request)
    const date = dateHeader()
    try {
      quota.spend(costs[what] ?? 1, clock.now() + aheadMs)
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown
      request.status = thrown.status
      await clock.wait(latencyMs / 2, signal)
      const text = JSON.stringify(thrown.body)
      throw new AppError(refusalOf({ status: 429, headers: { date }, text }, clock.now()))
    }
    await clock.wait(latencyMs / 2, signal)
    return date
  }

  async function usage(signal?: AbortSignal): Promise<{ usage: QuotaUsage; serverNow: number }> {
    const date = await ask('quotaUsage', signal)
    return { usage: quota.usage(clock.now() + aheadMs), serverNow: Date.parse(date) }
  }

  return { ask, usage, requests, refusals: () => requests.filter(({ status }) => status === 429) }
}
