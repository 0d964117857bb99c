import { z } from 'zod'

const list = z.array(z.string()).nullish()

// Video, traffic_filter. A viewer must pass every configured list.
export const trafficFilter = z.looseObject({
  enabled: z.boolean().nullish(),
  fallback_video_id: z.string().nullish(),
  token: z.string().nullish(),
  languages: list,
  countries: list,
  devices: list,
  query_params: list,
  block_proxy: z.boolean().nullish(),
})
export type TrafficFilter = z.output<typeof trafficFilter>
