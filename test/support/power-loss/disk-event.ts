/**
 * An operation of a process on the files of one folder, in order. A file keeps its number when it
 * is renamed.
 */
export type DiskEvent =
  | { kind: 'make'; name: string; file: number }
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'unlink'; name: string }
  | { kind: 'write'; file: number; at: number; bytes: Buffer }
  | { kind: 'truncate'; file: number; size: number }
  | { kind: 'sync'; file: number }
  | { kind: 'sync-folder' }
  /** A promise was made: everything before it must survive a power loss. */
  | { kind: 'acknowledged' }

export type FileEvent = Extract<DiskEvent, { kind: 'write' | 'truncate' }>
export type NameEvent = Extract<DiskEvent, { kind: 'make' | 'rename' | 'unlink' }>
