import path from 'node:path'
import { failureOf } from '../../../shared/failure.ts'
import type { OpenFileFailure } from '../../../shared/features/reports/report.ts'

interface GivenParts {
  /** Takes a file into the library and gives its id. */
  openFile: (place: string) => Promise<string>
  open: (id: string) => Promise<void>
  showLibrary: () => void
}

export type Given = ReturnType<typeof makeGiven>

/** Report files that the system hands to the app: by double click, a command line or its icon. */
export function makeGiven({ openFile, open, showLibrary }: GivenParts) {
  const waiting: string[] = []
  let working: Promise<void> | undefined
  let troubles: OpenFileFailure[] = []

  /** All go into the library, and the last of them is shown. */
  async function takeAll() {
    const failed: OpenFileFailure[] = []
    let last: string | null = null
    for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
      try {
        last = await openFile(place)
      } catch (thrown) {
        failed.push({ name: path.basename(place), failure: failureOf(thrown) })
      }
    }
    troubles = failed
    if (last === null) showLibrary()
    else await open(last)
  }

  async function work() {
    while (waiting.length > 0) await takeAll()
    working = undefined
  }

  return {
    /** Those that come while others are read join them: the page is then read anew once. */
    give(places: readonly string[]): Promise<void> {
      waiting.push(...places)
      return (working ??= work())
    },
    /** Which of the last ones could not be opened, and why. */
    troubles: () => troubles,
    forgetTroubles() {
      troubles = []
    },
  }
}

/** The report files that a command line names, as full paths. */
export const reportsIn = (argv: readonly string[], folder: string): string[] =>
  argv
    .slice(1)
    .filter((each) => !each.startsWith('-') && /\.cuepoint$/i.test(each))
    .map((each) => path.resolve(folder, each))
