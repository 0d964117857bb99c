import { useEffect, useRef } from 'react'
import type { DownloadState } from '../../../shared/features/downloads/download.ts'
import { isInProgress } from '../../../shared/features/downloads/download.ts'
import { call } from '../../bridge.ts'
import { useQuery } from '../../query.ts'
import { newestDownload } from './coverage.ts'

/** The account's newest download, updated while it runs. */
export function useNewestDownload(account_id: string): DownloadState | null {
  const { value } = useQuery('downloads', () => call.downloads.list(), ['downloads'])
  return value ? newestDownload(value, account_id) : null
}

const REFRESH_MS = 3000

/** Refetches the figures from time to time while a download runs, and once when it ends. */
export function useFollow(download: DownloadState | null, readAgain: () => void) {
  const isRunning = download !== null && isInProgress(download)
  const seen = useRef(0)
  const newest = useRef({ done: 0, readAgain })
  useEffect(() => {
    newest.current = { done: download?.done ?? 0, readAgain }
  })

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      const { done, readAgain: read } = newest.current
      if (seen.current === done) return
      seen.current = done
      read()
    }, REFRESH_MS)
    return () => {
      clearInterval(timer)
      newest.current.readAgain()
    }
  }, [isRunning])
}
