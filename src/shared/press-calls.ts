import { z } from 'zod'
import { frozenScreen } from './model/report.ts'
import type { Operation } from './operation.ts'

/** What only a page that is drawn for paper, or to be read once, may say. */
export const pressCalls = {
  /** All of it is drawn; `screen` is what a report of it would be made from, null without one. */
  settled: {
    input: z.object({ screen: frozenScreen.nullable() }),
    output: z.custom<void>(),
    largestInput: 8 * 1024 * 1024,
  },
} satisfies Record<string, Operation>
