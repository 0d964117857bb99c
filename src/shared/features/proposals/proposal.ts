import { z } from 'zod'
import { GROUPS } from '../../api/settings/index.ts'
import { videoId } from '../../api/video.ts'
import { instant } from '../../time/time.ts'
import { LONGEST_NOTE } from '../publishing/edit.ts'

export const PROPOSAL_ENDING = 'cuepoint-proposal'

export const LONGEST_NAME = 2000
const name = z.string().max(LONGEST_NAME)
export const note = z.string().max(LONGEST_NOTE)
const texts = z.array(z.string().min(1).max(500)).max(5000)

export const VERDICTS = ['accepted', 'edited', 'refused'] as const
export type Verdict = (typeof VERDICTS)[number]

const answer = z.object({
  verdict: z.enum(VERDICTS),
  /** The value that was accepted instead. */
  want: z.json().optional(),
  note,
})
export type Answer = z.output<typeof answer>

export const proposedChange = z.object({
  /** Identifies a change within its proposal. */
  id: z.string().min(1).max(40),
  video_id: videoId,
  video: name,
  group: z.enum(GROUPS),
  item_id: z.string().min(1).max(200).nullable(),
  /** The name of the item; empty for a setting of the whole group. */
  item: name,
  register: z.string().min(1).max(60).nullable(),
  kind: z.enum(['set', 'list', 'create', 'delete']),
  /** The service's value on the sender's computer when the proposal was made. */
  base: z.json(),
  want: z.json(),
  /**
   * For a pixel's mode or threshold, the other one of them that goes with `base` and with `want`.
   * Older files have none.
   */
  beside: z.object({ base: z.json(), want: z.json() }).optional(),
  /** For a list. */
  added: texts.optional(),
  removed: texts.optional(),
  note,
  answer: answer.nullable(),
})
export type ProposedChange = z.output<typeof proposedChange>

export const MOST_CHANGES = 20_000

/** Drafts as a file for someone else, or that person's decisions on them. */
export const proposalDocument = z.object({
  format: z.literal('cuepoint-proposal'),
  edition: z.literal(1),
  about: z.object({
    account: name,
    madeAt: instant,
    by: name,
    note,
    version: z.string().max(40),
    /** What was left out because it was not requested. */
    leftOut: z.object({ tokens: z.int().min(0), pixelHtml: z.int().min(0) }),
    answeredBy: name.nullable(),
    answeredAt: instant.nullable(),
  }),
  changes: z.array(proposedChange).min(1).max(MOST_CHANGES),
  /** SHA-256 of the rest of the document. */
  checksum: z.string().regex(/^[0-9a-f]{64}$/),
})
export type ProposalDocument = z.output<typeof proposalDocument>
export type ProposalAbout = ProposalDocument['about']
