import path from 'node:path'
import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import { DeskError } from '../../../shared/failure.ts'
import type { OpenedFolder, OpenedTables } from '../../../shared/features/reports/opened-tables.ts'
import type {
  FrozenScreen,
  ListedReport,
  ReportAbout,
  ReportDocument,
  ReportMarks,
} from '../../../shared/features/reports/report.ts'
import type { Preferences } from '../../../shared/features/settings/preferences.ts'
import type { Language } from '../../../shared/locales/languages.ts'
import { todayIn } from '../../../shared/time/period.ts'
import { notifyAfter } from '../../change-events.ts'
import type { Clock } from '../../clock.ts'
import type { Store } from '../../database/store.ts'
import { writeWhole } from '../../disk/atomic-file.ts'
import type { DrawnScreen } from '../../options.ts'
import type { DeskHandlers } from '../../shell/router.ts'
import { type CompareParts, makeCompare } from './compare.ts'
import { documentBytes, sha256 } from './document-text.ts'
import { refuseEmpty } from './freeze.ts'
import { csvOf } from './questions.ts'
import { refuseNamed } from './refusal.ts'
import { makeReportDesk } from './report-desk.ts'
import type { ReportFiles } from './report-files.ts'

interface ReportsParts extends Pick<CompareParts, 'chooseFile' | 'version' | 'begun'> {
  store: Pick<
    Store,
    | 'reports'
    | 'addReport'
    | 'reportDocument'
    | 'reportPreview'
    | 'markReport'
    | 'removeReports'
    | 'restoreReports'
    | 'pruneReports'
  >
  freeze: (screen: FrozenScreen) => Promise<ReportDocument>
  /** A small PNG of the window; null when it cannot be had. */
  capture: () => Promise<Uint8Array | null>
  clock: Clock
  /** The desk's own handlers, for what is not of a report. */
  desk: () => DeskHandlers
  exportsOf: (document: ReportDocument) => DeskHandlers['exports']
  files: Pick<ReportFiles, 'open' | 'openTables' | 'pack'>
  /** Asks the person where; null when nowhere. */
  placeReport: (suggestedName: string) => Promise<string | null>
  chooseReport: () => Promise<string | null>
  chooseFolder: () => Promise<string | null>
  preferences: () => Preferences
  /** Of the tables in a report's file. */
  language: () => Language
  /** Reads the window's page anew: it then asks for all that it shows. */
  reload: () => void
  onChange: () => void
}

export type Reports = ReturnType<typeof makeReports>

const packed = promisify(deflate)
const unpacked = promisify(inflate)

/** The library, and the report that the window shows in the desk's place. */
export function makeReports(parts: ReportsParts) {
  const library = makeLibrary(parts)
  let shown: DeskHandlers | null = null
  return {
    ...library,
    ...makeSharing(parts, library),
    ...makeCompare({
      ...parts,
      read: library.read,
      accounts: () => parts.desk().accounts.list(undefined),
    }),
    /** The handlers of the report on the screen; null while it shows the desk. */
    shown: () => shown,
    async open(id: string) {
      const document = await library.read(id)
      const { desk, exportsOf, preferences, reload } = parts
      const exports = exportsOf(document)
      shown = makeReportDesk({ id, document, desk: desk(), preferences, exports })
      reload()
    },
    close() {
      if (!shown) return
      shown = null
      parts.reload()
    },
    /** Of the page that is read next the desk is shown. */
    leave() {
      shown = null
    },
  }
}

function makeLibrary({ store, clock, freeze, capture, onChange }: ReportsParts) {
  // What was removed could be brought back until the app was closed.
  store.pruneReports().catch(() => undefined)

  /** Takes a report in; the same one twice is one. Gives its id. */
  async function add({ id, about, json, preview }: Added, origin: ListedReport['origin']) {
    const document = await packed(json)
    await store.addReport({ id, about, origin, preview, document, addedAt: clock.now() })
    onChange()
    return id
  }

  function keepFrozen(
    document: ReportDocument,
    preview: Uint8Array | null,
    origin: ListedReport['origin'],
  ) {
    refuseEmpty(document)
    const json = documentBytes(document, refuseNamed(document.about.title))
    return add({ id: sha256(json), about: document.about, json, preview }, origin)
  }

  const thenNotify = notifyAfter(onChange)
  return {
    add,
    list: () => store.reports(),
    mark: (id: string, marks: ReportMarks) => thenNotify(store.markReport(id, marks)),
    remove: (ids: string[]) => thenNotify(store.removeReports(ids, clock.now())),
    restore: (ids: string[]) => thenNotify(store.restoreReports(ids)),
    async read(id: string): Promise<ReportDocument> {
      const document = await store.reportDocument(id)
      if (!document)
        throw new DeskError({ kind: 'not-found', text: 'This report is not in the library.' })
      const text = await unpacked(document)
      return JSON.parse(text.toString('utf8')) as ReportDocument
    },
    async preview(id: string): Promise<string | null> {
      const png = await store.reportPreview(id)
      return png && `data:image/png;base64,${Buffer.from(png).toString('base64')}`
    },
    async freeze(screen: FrozenScreen): Promise<string> {
      // Of the window as it is when it asks: before anything else is drawn.
      const preview = await capture()
      return keepFrozen(await freeze(screen), preview, 'made')
    },
    /** Of a screen that was drawn where nobody saw it. */
    keepScheduled: async ({ screen, preview }: DrawnScreen) =>
      keepFrozen(await freeze(screen), preview, 'scheduled'),
  }
}

/** A report as it comes in: from this desk's screens, or from a file that was checked. */
export interface Added {
  id: string
  about: ReportAbout
  /** The document in canonical JSON. */
  json: Uint8Array
  preview: Uint8Array | null
}

/** Reports to a file and from one. */
function makeSharing(
  { store, files, placeReport, chooseReport, chooseFolder, ...parts }: ReportsParts,
  { read, add }: ReturnType<typeof makeLibrary>,
) {
  const { language, begun } = parts
  const openFile = async (place: string): Promise<string> => add(await files.open(place), 'opened')

  return {
    openFile,
    /** The file's name, or null when the person chose nowhere. */
    async save(id: string): Promise<string | null> {
      const document = await read(id)
      const place = await placeReport(`${fileName(document.about)}.cuepoint`)
      if (place === null) return null
      const preview = await store.reportPreview(id)
      const tables = await csvOf(document, language())
      const bytes = await files.pack({
        document,
        tables,
        preview: preview && Buffer.from(preview),
      })
      await writeWhole(place, (file) => file.write(bytes), { access: 'usual', begun })
      return path.basename(place)
    },
    async choose(): Promise<string | null> {
      const place = await chooseReport()
      return place === null ? null : openFile(place)
    },
    /** Tables of a folder are shown and nothing of them is kept. */
    async openTables(): Promise<OpenedFolder | null> {
      const place = await chooseFolder()
      if (place === null) return null
      const json = Buffer.from(await files.openTables(place)).toString('utf8')
      return { name: path.basename(place), ...(JSON.parse(json) as OpenedTables) }
    },
  }
}

/** Without what a file system could take for its own. */
export function fileName({ title, madeAt, account }: ReportDocument['about']) {
  const day = todayIn(account.timezone, madeAt)
  const plain = title
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .trim()
    .slice(0, 80)
  return `${plain || 'cuepoint'} ${day}`
}
