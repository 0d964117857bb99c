import { z } from 'zod'
import type { TableAbout } from '../../../shared/features/reports/opened-tables.ts'
import { SCHEMA_VERSION } from '../exports/facts.ts'
import { jsonIn, shaped, withPlainFile } from './plain-file.ts'

const LARGEST_ABOUT = 1024 * 1024
const MOST_COLUMNS = 500
const MOST_FILTERS = 100
/** Long, because the values that are merged into one are listed in one filter. */
const LONGEST_FILTER = 200_000

const text = z.string().max(2000)
const days = z.object({ start: z.iso.date(), end: z.iso.date() }).nullable()
const filters = z
  .record(text, z.union([z.string().max(LONGEST_FILTER), z.number(), z.boolean()]))
  .refine((chosen) => Object.keys(chosen).length <= MOST_FILTERS)
const instant = z.iso.datetime().nullable()

/** The fields of an `.about.json` file that are needed to read and show its table. */
const tableAbout = z.object({
  schema_version: z.literal(SCHEMA_VERSION),
  application: z.literal('Cuepoint'),
  version: text,
  rows: z.int().nonnegative(),
  table: text,
  account: text,
  player: z.object({ id: text, name: text }).nullable(),
  timezone: text,
  period: days,
  comparison: days,
  filters,
  as_of: instant,
  exported_at: instant,
  columns: z
    .array(
      z.object({
        key: text,
        title: text,
        unit: text,
        definition: z.string().max(10_000).nullable(),
      }),
    )
    .min(1)
    .max(MOST_COLUMNS),
})

export async function readAbout(place: string): Promise<TableAbout> {
  const manner = { limit: LARGEST_ABOUT, refusesLinks: true }
  return withPlainFile(place, manner, async (file, refuse) => {
    const bytes = Buffer.alloc(file.size)
    await file.read(bytes, 0)
    const value = jsonIn(bytes, refuse, { ignoreBOM: true })
    const { schema_version } = Object(value) as { schema_version?: unknown }
    if (Number(schema_version) > SCHEMA_VERSION) throw refuse('newer', `${Number(schema_version)}`)
    return shaped(tableAbout, value, 'about', refuse)
  })
}
