import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withEndpointTable } from '../test/support/endpoint-table.ts'

const file = path.resolve(import.meta.dirname, '../CONTRIBUTING.md')
writeFileSync(file, withEndpointTable(readFileSync(file, 'utf8')))
