import path from 'node:path'
import { failureOf } from '../../shared/failure.ts'
import type { GivenTrouble } from '../../shared/model/report.ts'

interface GivenParts {
  /** Takes a file into the library and gives its id. */
  openFile: (place: string) => Promise<string>
  open: (id: string) => Promise<void>
  /** Shows the library, which says what went wrong. */
  showLibrary: () => void
}

export type Given = ReturnType<typeof makeGiven>

/** Report files that the system hands to the app: by double click, a command line or its icon. */
export function makeGiven({ openFile, open, showLibrary }: GivenParts) {
  let trouble: GivenTrouble | null = null
  return {
    async give(place: string) {
      try {
        await open(await openFile(place))
      } catch (thrown) {
        trouble = { name: path.basename(place), failure: failureOf(thrown) }
        showLibrary()
      }
    },
    /** Why the last one could not be opened; told once. */
    trouble(): GivenTrouble | null {
      const told = trouble
      trouble = null
      return told
    },
  }
}

/** The report file that a command line names, as a full path; null when it names none. */
export function reportIn(argv: readonly string[], folder: string): string | null {
  const named = argv.slice(1).find((each) => !each.startsWith('-') && /\.cuepoint$/i.test(each))
  return named === undefined ? null : path.resolve(folder, named)
}
