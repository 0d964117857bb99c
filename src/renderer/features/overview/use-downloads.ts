import type { DownloadState } from '../../../shared/features/downloads/download.ts'
import { useCall } from '../../query.ts'
import { newestDownload } from './coverage.ts'

/** The account's newest download, updated while it runs. */
export function useNewestDownload(account_id: string): DownloadState | null {
  const { value } = useCall('downloads', 'list')
  return value ? newestDownload(value, account_id) : null
}
