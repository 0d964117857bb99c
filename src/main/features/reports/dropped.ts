import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AppError } from '../../../shared/failure.ts'
import type { DroppedReport } from '../../../shared/features/reports/report.ts'

/** Opens a copy of the bytes that the window read: its paths are not trusted. */
export async function withDroppedFile<T>(
  { name, bytes }: DroppedReport,
  open: (place: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cuepoint-dropped-'))
  try {
    const place = path.join(folder, 'dropped.cuepoint')
    await writeFile(place, Buffer.from(bytes, 'base64'), { mode: 0o600, flag: 'wx' })
    return await open(place)
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.failure.kind !== 'report-file') throw thrown
    throw new AppError({ ...thrown.failure, name })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
