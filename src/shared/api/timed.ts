import { z } from 'zod'
import { cents } from '../model/money.ts'

const count = z.int().nonnegative()
const timed = z.int().nonnegative()

export const clicksOfSecond = z.looseObject({ timed, total_users: count })

export const conversionsOfSecond = z.looseObject({
  timed,
  timed_conversions: count,
  cumulative_conversions: count,
  timed_amount_usd: cents,
  cumulative_amount_usd: cents,
  timed_amount_brl: cents,
  cumulative_amount_brl: cents,
  timed_amount_eur: cents,
  cumulative_amount_eur: cents,
})
