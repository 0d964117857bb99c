import { type DragEvent, useMemo, useState } from 'react'
import type { Failure } from '../../../shared/failure.ts'
import { MOST_DROPPED_BYTES } from '../../../shared/model/report.ts'
import { CallFailed, call } from '../../bridge.ts'

/** What became of dropped files. */
export interface Dropped {
  taken: string[]
  failures: Failure[]
  /** Names of files that only the dialog can open. */
  tooLarge: string[]
}

/** Takes files that are dropped on an element. Their places are not known here, so they are read. */
export function useDropping(onDropped: (dropped: Dropped) => void) {
  // Every element below tells of its own coming and going.
  const [depth, setDepth] = useState(0)
  const handlers = useMemo(
    () => ({
      onDragEnter: (event: DragEvent) => {
        if (holdsFiles(event)) setDepth((known) => known + 1)
      },
      onDragLeave: (event: DragEvent) => {
        if (holdsFiles(event)) setDepth((known) => Math.max(0, known - 1))
      },
      onDragOver: (event: DragEvent) => {
        if (holdsFiles(event)) event.preventDefault()
      },
      onDrop: (event: DragEvent) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setDepth(0)
        const folders = foldersOf(event)
        void takeFiles([...event.dataTransfer.files], folders).then(onDropped)
      },
    }),
    [onDropped],
  )
  return { isOver: depth > 0, handlers }
}

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

function foldersOf({ dataTransfer }: DragEvent): ReadonlySet<string> {
  const entries = [...dataTransfer.items].map((item) => item.webkitGetAsEntry())
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

function base64Of(file: File): Promise<string> {
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
