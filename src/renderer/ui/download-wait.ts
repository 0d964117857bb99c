import { type DownloadState, waitsFor } from '../../shared/features/downloads/download.ts'
import { useConnection } from '../app-state.ts'
import { useToday } from '../period.ts'
import { useFormat } from './format.ts'

/** What a download waits for, and until when; null while it does not wait. */
export function useDownloadWait(download: DownloadState | undefined) {
  const { recent, zone } = useFormat()
  const today = useToday(zone)
  const connection = useConnection()
  if (download?.status !== 'waiting') return null
  const { resumesAt } = download
  const until = resumesAt === null ? '' : recent(resumesAt, today)
  return { why: waitsFor(download, connection), until }
}
