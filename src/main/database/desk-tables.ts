import type { UserRecord } from '../../shared/features/backup/recovery.ts'

interface DeskTable {
  /**
   * What has its rows when desk.db is damaged: `copy`, the second copy, since only this computer has
   * them; `journal`, the journal of edits; `service`, which is asked again; `none`.
   */
  alsoIn: 'copy' | 'journal' | 'service' | 'none'
  /** What the person calls it; rows without a name come and go with others. */
  part?: UserRecord
}

/** Every table of desk.db. The second copy, the salvage and what it counts are made from this list. */
export const DESK_TABLES: Record<string, DeskTable> = {
  accounts: { alsoIn: 'copy', part: 'accounts' },
  downloads: { alsoIn: 'copy' },
  // How the files were when they were last closed.
  seals: { alsoIn: 'none' },
  videos: { alsoIn: 'service' },
  video_lists: { alsoIn: 'service' },
  edits: { alsoIn: 'journal', part: 'edits' },
  // What undo takes back of edits would be laid over edits that the journal knows better.
  steps: { alsoIn: 'none' },
  step_rows: { alsoIn: 'none' },
  edit_history: { alsoIn: 'copy', part: 'history' },
  watched_items: { alsoIn: 'copy' },
  duplicates: { alsoIn: 'copy' },
  pictures: { alsoIn: 'copy', part: 'pictures' },
  uploads: { alsoIn: 'copy' },
  ab_choices: { alsoIn: 'copy', part: 'tests' },
  ab_decisions: { alsoIn: 'copy', part: 'tests' },
  traffic_rules: { alsoIn: 'copy', part: 'rules' },
  player_marks: { alsoIn: 'copy', part: 'players' },
  annotations: { alsoIn: 'copy', part: 'annotations' },
  annotation_steps: { alsoIn: 'copy' },
  markers: { alsoIn: 'copy', part: 'markers' },
  marker_steps: { alsoIn: 'copy' },
  curves_views: { alsoIn: 'copy', part: 'views' },
  reports: { alsoIn: 'copy', part: 'reports' },
  report_documents: { alsoIn: 'copy', part: 'reports' },
  report_schedules: { alsoIn: 'copy', part: 'schedules' },
  report_runs: { alsoIn: 'copy' },
}

/** The tables whose rows are also in one of these. */
export const tablesIn = (...places: DeskTable['alsoIn'][]): string[] =>
  Object.keys(DESK_TABLES).filter((table) => places.includes(DESK_TABLES[table]?.alsoIn ?? 'none'))
