import { keptInPage } from '../../kept-in-page.ts'
import { NO_FILTER, type ReportFilter } from './listed.ts'

interface LibraryPlace {
  filter: ReportFilter
  /** Pixels from the first row. */
  scrollTop: number
  /** The row that the keyboard is on. */
  active: number
}

/** Where a person is in the library. */
export const useLibraryPlace = keptInPage<LibraryPlace>('library', {
  ...{ filter: NO_FILTER, scrollTop: 0, active: 0 },
})
