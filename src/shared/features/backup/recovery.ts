/** What a person has on the desk that no service has, as it is counted. */
export const KEPT_PARTS = [
  'accounts',
  'edits',
  'history',
  'annotations',
  'markers',
  'players',
  'tests',
  'rules',
  'views',
  'reports',
  'schedules',
  'pictures',
] as const
export type KeptPart = (typeof KEPT_PARTS)[number]

/** What happened to the desk's files at a start that the person must know. */
export type Recovery = (FileRecovery | DeskRecovery) & {
  /** What else happened at the same start. */
  also?: Recovery[]
}

interface FileRecovery {
  /**
   * `strange-file`: one beside the desk's that was written for another, or for an earlier or later
   * state of it, and was not used.
   */
  kind: 'answers-rebuilt' | 'answers-missing' | 'desk-restored' | 'strange-file'
  /** Where the file is now that was set aside; of one that is missing where it was. */
  keptAs: string
}

export interface DeskRecovery {
  kind: 'desk-recovered'
  /** `behind`: it was sound, and lacked what the second copy or the journal has. */
  cause: 'damaged' | 'missing' | 'behind'
  /** Where the file is now that was set aside; null when there was none. */
  keptAs: string | null
  /** How many entries are there again. */
  kept: number
  /** How many of each part are not; null where nothing says how many there were. */
  lost: Partial<Record<KeptPart, number | null>>
}
