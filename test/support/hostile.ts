import fs from 'node:fs'
import { type RawEnd, type RawEntry, rawZip } from './raw-zip.ts'
import { sampleReport } from './sample-report.ts'
import { summed } from './summed-report.ts'

export interface Hostile {
  name: string
  /**
   * The accepted reasons; `opened` when the harmful part only has to be ignored or shown as text.
   */
  outcomes: string[]
  make: (place: string) => void
}

export const MB = 1024 * 1024
export const of = (name: string, outcomes: string[], make: () => Buffer): Hostile => ({
  name,
  outcomes,
  make: (place) => fs.writeFileSync(place, make()),
})
export const zipped = (name: string, outcomes: string[], entries: () => RawEntry[], end?: RawEnd) =>
  of(name, outcomes, () => rawZip(entries(), end))
export const good = () => summed(sampleReport())
