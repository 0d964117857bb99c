import type { ReadTable } from '../../../shared/features/proposals/grid-file.ts'
import type { ProposalDocument } from '../../../shared/features/proposals/proposal.ts'
import { withPlainFile } from '../reports/plain-file.ts'
import { readCsv } from './csv-text.ts'
import { LARGEST_FILE, readProposal } from './proposal-text.ts'
import { readWorkbook } from './workbook.ts'

export type ImportedFile =
  | { is: 'table'; table: ReadTable }
  | { is: 'proposal'; document: ProposalDocument }

const ZIP = Buffer.from('PK')
/** The first bytes of a workbook from before Excel 2007, or of one encrypted with a password. */
const OLDER_OFFICE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

/** Reads an untrusted file as what it contains, whatever its name: a table or a proposal. */
export function openImportedFile(place: string): Promise<ImportedFile> {
  return withPlainFile(
    place,
    { limit: LARGEST_FILE },
    async (file, refuse): Promise<ImportedFile> => {
      const head = Buffer.alloc(Math.min(4, file.size))
      await file.read(head, 0)
      if (head.subarray(0, 2).equals(ZIP)) {
        return { is: 'table', table: await readWorkbook(file, refuse) }
      }
      if (head.equals(OLDER_OFFICE)) throw refuse('encrypted', 'xls')
      const bytes = Buffer.alloc(file.size)
      await file.read(bytes, 0)
      if (head[0] === 0x7b) return { is: 'proposal', document: readProposal(bytes, refuse) }
      return { is: 'table', table: readCsv(bytes, refuse) }
    },
  )
}
