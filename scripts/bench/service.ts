// The sandbox for the stall benchmark: limits that let a whole account come in one go.
import { listen } from '../../src/service/server.ts'
import { makeService } from '../../src/service/service.ts'

const limits = { queriesPerMinute: 100_000 }
const service = makeService({ players: 48, plan: 'enterprise', limits })
const { base_url } = await listen(service, { port: 0, latencyMs: 0 })
process.stdout.write(`${JSON.stringify({ base_url, analytics_key: service.analytics_key })}\n`)
