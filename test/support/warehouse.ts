import path from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { LedgerType } from '../../src/shared/features/ledger/columns.ts'

/** A table of a written ledger as DuckDB reads it, its months as the folders name them. */
export async function openWarehouse(folder: string) {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const from = (table: string) => {
    const files = path.join(folder, table, '*', '*.parquet').replaceAll("'", "''")
    return `read_parquet('${files}', hive_partitioning = true)`
  }
  return {
    from,
    /** Every value as DuckDB writes it in JSON: a 64-bit number is a text. */
    all: async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson(),
    close() {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

/** DuckDB's names of the dictionary's types. */
export const DUCKDB_TYPES: Record<LedgerType, string> = {
  STRING: 'VARCHAR',
  DATE: 'DATE',
  INT64: 'BIGINT',
  'DECIMAL(18,2)': 'DECIMAL(18,2)',
  TIMESTAMP_MILLIS_UTC: 'TIMESTAMP WITH TIME ZONE',
  BOOLEAN: 'BOOLEAN',
}
