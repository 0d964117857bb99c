import { z } from 'zod'
import { type Analytics, type AnalyticsName, analytics } from '../../api/analytics.ts'
import { accountId } from '../../model/ids.ts'
import type { Input, Operation, Output } from '../../operation.ts'
import type { Answer } from './answer.ts'

/** What every analytics call of the window has besides the endpoint's own input. */
const asking = { account_id: accountId, refresh: z.boolean().optional() }

/** The input of an endpoint without parameters is `Record<string, never>`, which cannot be extended. */
type OwnInput<N extends AnalyticsName> =
  Input<Analytics[N]> extends Record<string, never> ? unknown : Input<Analytics[N]>

type OperationOf<N extends AnalyticsName> = Operation<
  z.ZodType<OwnInput<N> & { account_id: string; refresh?: boolean | undefined }>,
  z.ZodType<Answer<Output<Analytics[N]>>>
>

/**
 * One call per endpoint: returns the stored answer at once when there is one, and refreshes it in the
 * background.
 */
export const analyticsCalls = Object.fromEntries(
  Object.entries(analytics).map(([row, endpoint]) => [
    row,
    // `isLarge`: a curve has thousands of seconds.
    { input: endpoint.input.extend(asking), output: z.unknown(), isLarge: true },
  ]),
) as unknown as { [N in AnalyticsName]: OperationOf<N> }
