import type { Table } from '../../shared/tables/table.ts'

/** A remark at each row of a day that was not over on the day on which it was read. */
export function dayRemarks({ columns, rows }: Table, read: string, remark: string) {
  const at = columns.findIndex(({ key }) => key === 'date_key')
  return new Map(
    rows.flatMap((cells, row) => {
      const day = cells[at]
      return typeof day === 'string' && day >= read ? [[row, remark] as const] : []
    }),
  )
}
