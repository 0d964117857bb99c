/** The records that exist on no service, as they are counted. */
export const USER_RECORDS = [
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
  'templates',
  'problems',
  'pictures',
] as const
export type UserRecord = (typeof USER_RECORDS)[number]

/** A repair of the data files at the start that the user must be told about. */
export type Recovery = (FileRecovery | DeskRecovery) & {
  /** Further repairs at the same start. */
  also?: Recovery[]
}

interface FileRecovery {
  /**
   * `strange-file`: a file next to the database that belongs to another database, or to another state of it,
   * and was not used.
   */
  kind:
    | 'answers-rebuilt'
    | 'answers-missing'
    | 'desk-restored'
    | 'strange-file'
    | 'preferences-rebuilt'
  /** Path of the file set aside; for a missing file, where it was. */
  keptAs: string
}

export interface DeskRecovery {
  kind: 'desk-recovered'
  /** `behind`: the file was intact, but lacked data that the second copy or the journal has. */
  cause: 'damaged' | 'missing' | 'behind'
  /** Path of the file set aside; null when there was none. */
  keptAs: string | null
  /** Number of restored entries. */
  kept: number
  /** Number of lost entries per kind; null where it is unknown. */
  lost: Partial<Record<UserRecord, number | null>>
}
