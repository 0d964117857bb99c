/** A process that writes a large value, and prints how much more memory it then holds. */
import { openDatabase } from '../../src/main/database/database.ts'

const [file = ''] = process.argv.slice(2)
const migrations = ['CREATE TABLE things (size INTEGER) STRICT']
const database = openDatabase({ file, synchronous: 'FULL', migrations })
// Written to, so that reading it needs no new memory.
const value = new Uint8Array(128 * 1024 * 1024).fill(1)
const before = process.memoryUsage.rss()
database.run('INSERT INTO things VALUES (length(?))', value)
const rise = process.memoryUsage.rss() - before
const [size] = database.first<[number]>('SELECT size FROM things') ?? []
database.close()
process.stdout.write(JSON.stringify({ rise, size }))
