import path from 'node:path'
import {
  AppError,
  type ReportFileTrouble,
  type TemplateFileTrouble,
} from '../../../shared/failure.ts'
import { isPixelHtml } from '../../../shared/features/proposals/grid-file.ts'
import type { Template, TemplateFields } from '../../../shared/features/templates/template.ts'
import type { OpenedTemplates } from '../../../shared/features/templates/template-calls.ts'
import type { Store } from '../../database/store.ts'
import { type Begun, writeWhole } from '../../disk/atomic-file.ts'
import type { Screen } from '../../options.ts'
import type { CallHandlers } from '../../shell/router.ts'
import type { Exports } from '../exports/exports.ts'
import { refuseNamed } from '../reports/plain-file.ts'
import type { ReportFiles } from '../reports/report-files.ts'
import { templateFileBytes } from './template-file.ts'

type Parts = Pick<Screen, 'placeTemplates' | 'chooseTemplates'> & {
  store: Pick<Store, 'templates'>
  exports: Pick<Exports, 'finish'>
  begun: Begun
  files: Pick<ReportFiles, 'openTemplates'>
}

const SUGGESTED_NAME = 'Cuepoint.cuepoint-templates'

/**
 * Writes templates to a file for others, and reads such files in a worker, because they are
 * untrusted.
 */
export function makeTemplateFiles({ placeTemplates, chooseTemplates, ...parts }: Parts) {
  const { store, exports, begun, files } = parts
  return {
    async saveFile({ ids, withPixelCode }) {
      const all = await store.templates.list()
      const chosen = all.filter(({ id }) => ids?.includes(id) ?? true)
      const kept = chosen.flatMap((one) => sharedTemplate(one, withPixelCode) ?? [])
      const leftOut = chosen.length - kept.length
      if (kept.length === 0) return { saved: 0, leftOut }
      const place = await placeTemplates(SUGGESTED_NAME)
      if (place === null) return null
      const bytes = await asTemplateFile(() =>
        Promise.resolve(templateFileBytes(kept, refuseNamed(path.basename(place)))),
      )
      const isSaved = await exports.finish(place, ({ signal }) =>
        writeWhole(place, (file) => file.write(bytes), { access: 'usual', begun, signal }),
      )
      return isSaved ? { saved: kept.length, leftOut } : null
    },
    async openFile() {
      const place = await chooseTemplates()
      if (place === null) return null
      const bytes = await asTemplateFile(() => files.openTemplates(place))
      const templates = JSON.parse(Buffer.from(bytes).toString('utf8')) as TemplateFields[]
      return { name: path.basename(place), templates } satisfies OpenedTemplates
    },
  } satisfies Partial<CallHandlers['templates']>
}

/**
 * A template without its id and, unless requested, without pixel code; null when nothing is left.
 */
function sharedTemplate(
  { name, note, group, values }: Template,
  withPixelCode: boolean,
): TemplateFields | null {
  const isLeftOut = (register: string) => isPixelHtml(group, register) && !withPixelCode
  const kept = Object.entries(values).filter(([register]) => !isLeftOut(register))
  return kept.length === 0 ? null : { name, note, group, values: Object.fromEntries(kept) }
}

const TROUBLES: Partial<Record<ReportFileTrouble, TemplateFileTrouble>> = {
  folder: 'unreadable',
  'not-a-file': 'unreadable',
  unreadable: 'unreadable',
  empty: 'unreadable',
  changed: 'unreadable',
  'too-large': 'too-large',
  'too-complex': 'too-large',
  newer: 'newer',
}

/** Turns a failure about a report file into one about a file of templates. */
async function asTemplateFile<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.failure.kind !== 'report-file') throw thrown
    const { reason, name, text } = thrown.failure
    const trouble = TROUBLES[reason] ?? 'not-templates'
    throw new AppError({ kind: 'template-file', reason: trouble, name, text: text || reason })
  }
}
