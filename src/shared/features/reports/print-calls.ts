import { z } from 'zod'
import { done, type Operation } from '../../operation.ts'
import { frozenScreen, LARGEST_FROZEN_SCREEN } from './report.ts'

/** What only a page that is drawn for paper, or to be read once, may say. */
export const pressCalls = {
  /** All of it is drawn; `screen` is what a report of it would be made from, null without one. */
  settled: {
    input: z.object({ screen: frozenScreen.nullable() }),
    output: done,
    largestInput: LARGEST_FROZEN_SCREEN,
  },
} satisfies Record<string, Operation>
