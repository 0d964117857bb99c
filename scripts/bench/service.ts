// The sandbox for a benchmark: limits that let a whole account come in one go.
// node scripts/bench/service.ts PLAYERS

import { systemClock } from '../../src/main/clock.ts'
import { listen } from '../../src/service/server.ts'
import { makeService } from '../../src/service/service.ts'

const clock = systemClock()

const players = Number(process.argv[2])
const limits = { queriesPerMinute: 100_000 }
const service = makeService({ now: clock.now, players, plan: 'enterprise', limits })
const { base_url, api_base_url } = await listen(service, { port: 0, latencyMs: 0 })
const { analytics_key, video_token } = service
const told = { base_url, api_base_url, analytics_key, video_token }
process.stdout.write(`${JSON.stringify(told)}\n`)
