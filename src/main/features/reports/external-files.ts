import path from 'node:path'
import { failureOf } from '../../../shared/failure.ts'
import type { OpenFileFailure } from '../../../shared/features/reports/report.ts'

interface ExternalFilesParts {
  /** Adds a file to the library; resolves with its id. */
  openFile: (place: string) => Promise<string>
  open: (id: string) => Promise<void>
  showLibrary: () => void
}

export type ExternalFiles = ReturnType<typeof makeExternalFiles>

/** Opens report files passed by the system: double click, command line or dock icon. */
export function makeExternalFiles({ openFile, open, showLibrary }: ExternalFilesParts) {
  const waiting: string[] = []
  let working: Promise<void> | undefined
  let troubles: OpenFileFailure[] = []

  /** Adds all files to the library and shows the last one. */
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
  }

  return {
    /** Files that arrive meanwhile join the same pass, which loads the page once. */
    give(places: readonly string[]): Promise<void> {
      waiting.push(...places)
      working ??= work().finally(() => {
        working = undefined
      })
      return working
    },
    /** The files of the last pass that could not be opened, and why. */
    troubles: () => troubles,
    forgetTroubles() {
      troubles = []
    },
  }
}

/** The report files named by a command line, as absolute paths. */
export const reportsIn = (argv: readonly string[], folder: string): string[] =>
  argv
    .slice(1)
    .filter((each) => !each.startsWith('-') && /\.cuepoint$/i.test(each))
    .map((each) => path.resolve(folder, each))
