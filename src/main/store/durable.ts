import { closeSync, fsyncSync, openSync } from 'node:fs'

export function syncFile(file: string) {
  const opened = openSync(file, 'r+')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/** So that a rename in it outlives a power cut, where folders can be synced at all. */
export function syncFolder(folder: string) {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
