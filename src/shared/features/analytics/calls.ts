import { z } from 'zod'
import { type Analytics, type AnalyticsName, analytics } from '../../api/analytics.ts'
import { accountId } from '../../model/ids.ts'
import type { Input, Operation, Output } from '../../operation.ts'
import type { Answer } from './answer.ts'

/** How a window asks a service: the row's own input, for an account. */
const asking = { account_id: accountId, refresh: z.boolean().optional() }

/** An endpoint that asks for nothing has an input of no keys, to which none could be added. */
type OwnInput<N extends AnalyticsName> =
  Input<Analytics[N]> extends Record<string, never> ? unknown : Input<Analytics[N]>

type Asked<N extends AnalyticsName> = Operation<
  z.ZodType<OwnInput<N> & { account_id: string; refresh?: boolean | undefined }>,
  z.ZodType<Answer<Output<Analytics[N]>>>
>

/** A row per endpoint: the stored answer at once when there is one, refreshed behind it. */
export const analyticsCalls = Object.fromEntries(
  Object.entries(analytics).map(([row, endpoint]) => [
    row,
    // A curve is thousands of seconds.
    { input: endpoint.input.extend(asking), output: z.unknown(), isLarge: true },
  ]),
) as unknown as { [N in AnalyticsName]: Asked<N> }
