import { z } from 'zod'

/**
 * The longest texts of a cover: what fits on its page. A cover may come with a report from a stranger, so all of them
 * are checked as strictly as the report.
 */
export const LONGEST_COVER = { title: 200, note: 600, signature: 80 }
const MOST_NOTE_LINES = 8

export const hasTooManyLines = (note: string) => note.split('\n').length > MOST_NOTE_LINES

/**
 * One line of visible text: without control characters, and without those that change the direction
 * of the text.
 */
const oneLine = /^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u
/** The same with line ends. */
const lines =
  /^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*(\n[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*)*$/u

/**
 * The texts of a report for its reader. Stored separately, so that changing them does not change
 * the report's checksum.
 */
export const reportCover = z.object({
  /** Empty for the report's own title. */
  title: z.string().max(LONGEST_COVER.title).regex(oneLine),
  note: z
    .string()
    .max(LONGEST_COVER.note)
    .regex(lines)
    .refine((text) => !hasTooManyLines(text), `at most ${MOST_NOTE_LINES} lines`),
  /** Shown below the note. */
  signature: z.string().max(LONGEST_COVER.signature).regex(oneLine),
})
export type ReportCover = z.output<typeof reportCover>

export const NO_COVER: ReportCover = { title: '', note: '', signature: '' }

/** A text as typed, without what a cover may not contain. */
export const coverText = (typed: string, { isOneLine }: { isOneLine: boolean }) =>
  typed
    .replace(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replace(/[\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(isOneLine ? /\p{Cc}+/gu : /[^\P{Cc}\n]+/gu, ' ')
    .replace(/\n{3,}/g, '\n\n')

/** Largest logo, in bytes and in pixels a side: it is drawn at 168 x 48. */
export const LARGEST_LOGO = 512 * 1024
export const MOST_LOGO_PIXELS = 4096

const accent = z.string().regex(/^#[0-9a-f]{6}$/)

/** Used while none is chosen. */
export const DEFAULT_ACCENT = '#3b5bdb'

/** The sender of the reports, as the user described it. */
export const reportSender = z.object({
  name: z.string().max(80).regex(oneLine),
  /** The colour of the cover. */
  accent,
})
export type ReportSender = z.output<typeof reportSender>

/** A change of one part; the others stay as they are. */
export const brandChange = z.union([
  reportSender.pick({ name: true }),
  reportSender.pick({ accent: true }),
  z.object({ logo: z.null() }),
])
export type BrandChange = z.output<typeof brandChange>

export interface ReportBrand extends ReportSender {
  /** A `data:` URL; null without a logo, and the name is shown instead. */
  logo: string | null
}

/** The cover data with which a report for a client is printed. */
export interface ClientLayout {
  cover: ReportCover
  brand: ReportBrand
}
