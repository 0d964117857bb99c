import { useEffect, useState } from 'react'
import type { Failure } from '../../shared/failure.ts'
import { MOST_DROPPED_BYTES } from '../../shared/features/reports/report.ts'
import { CallFailed, call } from '../bridge.ts'

/** The results of dropped files. */
export interface Dropped {
  taken: string[]
  failures: Failure[]
  /** Names of files that are too large to be dropped. */
  tooLarge: string[]
}

/**
 * Handles report files that are dropped anywhere. Their paths are unknown here, so their content is
 * read.
 */
export function useDropping(onDropped: (dropped: Dropped) => void) {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    // Every element fires its own enter and leave events.
    let depth = 0
    const moved = (by: number) => (event: DragEvent) => {
      if (!holdsFiles(event)) return
      depth = Math.max(0, depth + by)
      setIsOver(depth > 0)
    }
    const onDrop = (event: DragEvent) => {
      depth = 0
      setIsOver(false)
      // An element that accepts files itself has prevented the default.
      if (event.defaultPrevented || !event.dataTransfer || !holdsFiles(event)) return
      event.preventDefault()
      const folders = foldersOf(event.dataTransfer)
      void takeFiles([...event.dataTransfer.files], folders).then(onDropped)
    }
    const listeners = {
      dragenter: moved(1),
      dragleave: moved(-1),
      dragover: (event: DragEvent) => holdsFiles(event) && event.preventDefault(),
      drop: onDrop,
    }
    const all = Object.entries(listeners) as [keyof typeof listeners, (of: DragEvent) => void][]
    for (const [type, listener] of all) window.addEventListener(type, listener)
    return () => {
      for (const [type, listener] of all) window.removeEventListener(type, listener)
    }
  }, [onDropped])
  return isOver
}

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

function foldersOf({ items }: DataTransfer): ReadonlySet<string> {
  const entries = [...items].map((item) => item.webkitGetAsEntry())
  return new Set(entries.flatMap((entry) => (entry?.isDirectory ? [entry.name] : [])))
}

async function takeFiles(files: readonly File[], folders: ReadonlySet<string>): Promise<Dropped> {
  const dropped: Dropped = { taken: [], failures: [], tooLarge: [] }
  for (const file of files) {
    if (file.size > MOST_DROPPED_BYTES) {
      dropped.tooLarge.push(file.name)
      continue
    }
    try {
      if (folders.has(file.name)) throw refused(file.name, 'folder')
      dropped.taken.push(await call.reports.take({ name: file.name, bytes: await base64Of(file) }))
    } catch (thrown) {
      if (!(thrown instanceof CallFailed)) throw thrown
      dropped.failures.push(thrown.failure)
    }
  }
  return dropped
}

const refused = (name: string, reason: 'folder' | 'unreadable', text = '') =>
  new CallFailed({ kind: 'report-file', reason, name, text })

export function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      const address = typeof reader.result === 'string' ? reader.result : ''
      resolve(address.slice(address.indexOf(',') + 1))
    }
    reader.onerror = () => reject(refused(file.name, 'unreadable', reader.error?.message))
    reader.readAsDataURL(file)
  })
}
