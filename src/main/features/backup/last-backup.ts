import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { notFound } from '../../../shared/failure.ts'
import type { LastBackup } from '../../../shared/features/backup/backup.ts'
import { writeWhole } from '../../disk/atomic-file.ts'

const lastBackupSchema = z.object({
  at: z.int(),
  file: z.string(),
  size: z.int(),
  withFigures: z.boolean(),
})

/** When and where the last backup was made. A restore leaves this file as it is. */
export function makeLastBackup(folder: string) {
  const file = path.join(folder, 'last-backup.json')
  async function read(): Promise<LastBackup | null> {
    try {
      return lastBackupSchema.parse(JSON.parse(await readFile(file, 'utf8')))
    } catch {
      // No backup was made, or its record is damaged.
      return null
    }
  }
  return {
    read,
    async find(): Promise<LastBackup> {
      const made = await read()
      if (made) return made
      throw notFound('No backup was created on this computer.')
    },
    async keep(last: LastBackup) {
      const bytes = Buffer.from(JSON.stringify(last))
      await writeWhole(file, (sink) => sink.write(bytes), { access: 'private' })
    },
  }
}
