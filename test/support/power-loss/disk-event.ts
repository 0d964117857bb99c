/** What a process did to the files of one folder, in its order. A file keeps its number when renamed. */
export type DiskEvent =
  | { kind: 'make'; name: string; file: number }
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'unlink'; name: string }
  | { kind: 'write'; file: number; at: number; bytes: Buffer }
  | { kind: 'truncate'; file: number; size: number }
  | { kind: 'sync'; file: number }
  | { kind: 'sync-folder' }
  /** A promise was made: all that came before it is to outlive a power loss. */
  | { kind: 'acknowledged' }

export type FileEvent = Extract<DiskEvent, { kind: 'write' | 'truncate' }>
export type NameEvent = Extract<DiskEvent, { kind: 'make' | 'rename' | 'unlink' }>
