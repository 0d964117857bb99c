import { z } from 'zod'
import { videoId } from '../../api/video.ts'
import { LANGUAGES } from '../../locales/languages.ts'
import { onAccount } from '../../model/ids.ts'
import { type Operation, returns } from '../../operation.ts'
import type { ExportState } from '../exports/request.ts'
import { droppedReport, MOST_DROPPED_BYTES } from '../reports/report.ts'
import { FILE_KINDS } from '../settings/preferences.ts'
import type { ReadTable } from './grid-file.ts'
import {
  MOST_CHANGES,
  note,
  type ProposalDocument,
  proposalDocument,
  proposedChange,
  VERDICTS,
} from './proposal.ts'
import type { ChangeState } from './review.ts'

/** A chosen file that was read, but not applied. */
export type OpenedFile =
  | { name: string; is: 'table'; value: ReadTable }
  | { name: string; is: 'proposal'; value: ProposalDocument; states: ChangeState[] }

/** In characters: enough for the texts of a whole account. */
const LARGEST_TABLE = 48 * 1024 * 1024
const LARGEST_PROPOSAL = 32 * 1024 * 1024

export const proposalsCalls = {
  /** Asks for a CSV, a workbook or a proposal and reads it; null when the user cancelled the dialog. */
  open: { input: onAccount, output: returns<OpenedFile | null>(), isLarge: true },
  /** Reads a file that was dropped on the window. */
  take: {
    input: onAccount.extend({ file: droppedReport }),
    output: returns<OpenedFile>(),
    largestInput: 2 * MOST_DROPPED_BYTES,
    isLarge: true,
  },
  /** How the changes of an opened proposal compare with the data here by now. */
  states: {
    input: onAccount.extend({ changes: z.array(proposedChange).max(MOST_CHANGES) }),
    output: returns<ChangeState[]>(),
    largestInput: LARGEST_PROPOSAL,
    isLarge: true,
  },
  /** Asks where to save, then writes the texts of rows; null when the user cancelled the dialog. */
  saveTable: {
    input: z.object({
      name: z.string().max(200),
      flavour: z.enum(FILE_KINDS),
      language: z.enum(LANGUAGES),
      titles: z.array(z.string().max(500)).min(1).max(100),
      rows: z.array(z.array(z.string())).max(200_000),
    }),
    output: returns<ExportState | null>(),
    largestInput: LARGEST_TABLE,
  },
  /** Writes drafts as a proposal; its file name, or null when the user cancelled the dialog. */
  save: {
    input: onAccount.extend({
      by: z.string().max(200),
      note,
      /** Secrets and code are only included when requested. */
      withTokens: z.boolean(),
      withPixelHtml: z.boolean(),
      changes: z
        .array(z.object({ video_id: videoId, key: z.string().max(400), note }))
        .min(1)
        .max(MOST_CHANGES),
    }),
    output: returns<string | null>(),
    largestInput: LARGEST_PROPOSAL,
  },
  /** Writes a proposal with the decisions on its changes. */
  answer: {
    input: z.object({
      document: proposalDocument,
      by: z.string().max(200),
      answers: z
        .array(
          z.object({
            id: z.string().max(40),
            verdict: z.enum(VERDICTS),
            want: z.json().optional(),
            note,
          }),
        )
        .max(MOST_CHANGES),
    }),
    output: returns<string | null>(),
    largestInput: LARGEST_PROPOSAL,
  },
} satisfies Record<string, Operation>
