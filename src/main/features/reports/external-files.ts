import path from 'node:path'
import { failureOf } from '../../../shared/failure.ts'
import type { OpenFileFailure } from '../../../shared/features/reports/report.ts'

interface ExternalFilesParts {
  /** Adds a file to the library; resolves with its id. */
  openFile: (place: string) => Promise<string>
  open: (id: string) => Promise<void>
  onChange: () => void
}

export type ExternalFiles = ReturnType<typeof makeExternalFiles>

/** Takes report files from the menu and the system: double click, command line or dock icon. */
export function makeExternalFiles({ openFile, open, onChange }: ExternalFilesParts) {
  const waiting: string[] = []
  let working: Promise<void> | undefined
  let troubles: OpenFileFailure[] = []
  /** The reports added since the window was last shown any. */
  let arrived: string[] = []

  /** Adds all files to the library. */
  async function takeAll() {
    const failed: OpenFileFailure[] = []
    const added: string[] = []
    for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
      try {
        added.push(await openFile(place))
      } catch (thrown) {
        failed.push({ name: path.basename(place), failure: failureOf(thrown) })
      }
    }
    troubles = failed
    arrived = [...arrived, ...added]
    onChange()
  }

  async function work() {
    while (waiting.length > 0) await takeAll()
  }

  return {
    arrived: () => arrived,
    /** Files that arrive meanwhile join the same pass, which loads the page once. */
    give(places: readonly string[]): Promise<void> {
      waiting.push(...places)
      working ??= work().finally(() => {
        working = undefined
      })
      return working
    },
    /**
     * Shows the last report that arrived, if one did. When the window's page has to stay, returns
     * what arrived instead.
     */
    async show(mustStay: boolean): Promise<string[]> {
      const ids = arrived
      arrived = []
      const last = ids.at(-1)
      if (mustStay || last === undefined) return ids
      await open(last)
      return []
    },
    /** The files of the last pass that could not be opened, and why. */
    troubles: () => troubles,
    forgetTroubles() {
      troubles = []
    },
  }
}
