import { inflateSync } from 'node:zlib'
import { z } from 'zod'
import { AppError } from '../../../shared/failure.ts'
import { reportId } from '../../../shared/features/reports/report.ts'
import { MOST_DOCUMENT_BYTES, readDocument } from './document-text.ts'
import { refuseNamed } from './plain-file.ts'

/**
 * A row of `report_documents`. In a file of its own because it loads the schemas of all endpoints,
 * which no start of the app needs.
 */
export const documentRow = z
  .object({
    id: reportId,
    document: z.instanceof(Uint8Array),
    preview: z.instanceof(Uint8Array).nullable(),
  })
  .superRefine(({ id, document }, context) => {
    const message = whyNoDocument(id, document)
    if (message !== null) context.addIssue({ code: 'custom', path: ['document'], message })
  })

function whyNoDocument(id: string, packed: Uint8Array): string | null {
  try {
    const json = inflateSync(packed, { maxOutputLength: MOST_DOCUMENT_BYTES })
    return readDocument(json, refuseNamed(id)).id === id ? null : 'is not of this checksum'
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.failure.kind === 'report-file') {
      return `${thrown.failure.reason} ${thrown.failure.text}`
    }
    return 'cannot be unpacked'
  }
}
