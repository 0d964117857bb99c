import path from 'node:path'
import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import { AppError, notFound } from '../../../shared/failure.ts'
import type { ReportCover } from '../../../shared/features/reports/cover.ts'
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
import { namePart } from '../../disk/file-name.ts'
import type { DrawnScreen } from '../../options.ts'
import type { CallHandlers } from '../../shell/router.ts'
import { type CompareParts, makeCompare } from './compare.ts'
import { documentBytes, sha256 } from './document-text.ts'
import { refuseEmpty } from './freeze.ts'
import { messageOf, type Refuse, refuseNamed } from './plain-file.ts'
import type { ReportFiles } from './report-files.ts'
import { makeReportHandlers } from './report-handlers.ts'
import { csvOf } from './requests.ts'
import { titled } from './store.ts'

interface ReportsParts
  extends Pick<CompareParts, 'chooseFile' | 'version' | 'begun' | 'decimal' | 'finish'> {
  store: Pick<
    Store,
    | 'reports'
    | 'addReport'
    | 'reportDocument'
    | 'reportPreview'
    | 'reportCover'
    | 'markReport'
    | 'removeReports'
    | 'restoreReports'
    | 'pruneReports'
  >
  freeze: (screen: FrozenScreen) => Promise<ReportDocument>
  /** A small PNG of the window; null when it cannot be captured. */
  capture: () => Promise<Uint8Array | null>
  clock: Clock
  /** The live handlers, for calls that do not concern a report. */
  handlers: () => CallHandlers
  exportsOf: (document: ReportDocument) => CallHandlers['exports']
  files: Pick<ReportFiles, 'open' | 'openTables' | 'pack'>
  /** Asks the user for a path; null when cancelled. */
  placeReport: (suggestedName: string) => Promise<string | null>
  chooseReport: () => Promise<string | null>
  chooseFolder: () => Promise<string | null>
  preferences: () => Preferences
  /** Language of the tables in a report's file. */
  language: () => Language
  /** Reloads the window's page, which then requests all that it shows. */
  reload: () => void
  onChange: () => void
}

export type Reports = ReturnType<typeof makeReports>

const packed = promisify(deflate)
const unpacked = promisify(inflate)

/** The library, and the report that the window currently shows. */
export function makeReports(parts: ReportsParts) {
  const library = makeLibrary(parts)
  let shown: CallHandlers | null = null
  return {
    ...library,
    ...makeSharing(parts, library),
    ...makeCompare({
      ...parts,
      read: library.read,
      accounts: () => parts.handlers().accounts.list(undefined),
    }),
    /** The handlers of the report on the screen; null while none is open. */
    shown: () => shown,
    async open(id: string) {
      const document = await library.read(id)
      const { handlers, exportsOf, preferences, reload } = parts
      const exports = exportsOf(document)
      shown = makeReportHandlers({ id, document, handlers: handlers(), preferences, exports })
      reload()
    },
    close() {
      if (!shown) return
      shown = null
      parts.reload()
    },
    /** The next page load shows the live app. */
    leave() {
      shown = null
    },
  }
}

/** The texts about a file that is too large blame its sender. */
const refuseScreen =
  (title: string): Refuse =>
  (reason, text = '') =>
    reason === 'too-large' || reason === 'too-complex'
      ? new AppError({ kind: 'refused', reason: 'too-much-for-report', text })
      : refuseNamed(title)(reason, text)

function makeLibrary({ store, clock, freeze, capture, onChange }: ReportsParts) {
  // Removed reports can be restored only until the app is closed.
  store.pruneReports().catch(() => undefined)

  /** Adds a report, unless it is there already. Resolves with its id. */
  async function add(added: Added, origin: ListedReport['origin']) {
    const { id, about, json, preview, cover } = added
    const document = await packed(json)
    const kept = { id, about, origin, preview, document, ...(cover && { cover }) }
    await store.addReport({ ...kept, addedAt: clock.now() })
    onChange()
    return id
  }

  function keepFrozen(
    document: ReportDocument,
    preview: Uint8Array | null,
    origin: ListedReport['origin'],
  ) {
    refuseEmpty(document)
    const json = documentBytes(document, refuseScreen(document.about.title))
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
      if (!document) throw notFound('This report is not in the library.')
      try {
        const text = await unpacked(document)
        return JSON.parse(text.toString('utf8')) as ReportDocument
      } catch (thrown) {
        const known = (await store.reports()).find((report) => report.id === id)
        throw refuseNamed(known?.about.title ?? id)('damaged', messageOf(thrown))
      }
    },
    cover: (id: string) => store.reportCover(id),
    async preview(id: string): Promise<string | null> {
      const png = await store.reportPreview(id)
      return png && `data:image/png;base64,${Buffer.from(png).toString('base64')}`
    },
    async freeze(screen: FrozenScreen): Promise<string> {
      // Captured first, before the window draws anything else.
      const preview = await capture()
      return keepFrozen(await freeze(screen), preview, 'made')
    },
    /** Stores a report of a hidden page, drawn for a schedule. */
    keepScheduled: async ({ screen, preview }: DrawnScreen) =>
      keepFrozen(await freeze(screen), preview, 'scheduled'),
  }
}

/** A report to add: of our own screens, or from a checked file. */
export interface Added {
  id: string
  about: ReportAbout
  /** The document in canonical JSON. */
  json: Uint8Array
  preview: Uint8Array | null
  /** The texts for the reader that came with its file. */
  cover?: ReportCover
}

/** Saving reports to files and opening them. */
function makeSharing(
  { store, files, placeReport, chooseReport, chooseFolder, ...parts }: ReportsParts,
  { read, add }: ReturnType<typeof makeLibrary>,
) {
  const { language, begun, finish } = parts
  const openFile = async (place: string): Promise<string> => add(await files.open(place), 'opened')

  return {
    openFile,
    /** Resolves with the file's name, or null when cancelled. */
    async save(id: string): Promise<string | null> {
      const document = await read(id)
      const cover = await store.reportCover(id)
      const place = await placeReport(`${fileName(titled(document.about, cover))}.cuepoint`)
      if (place === null) return null
      const isSaved = await finish(place, async ({ signal }) => {
        const tables = await csvOf(document, language())
        // Without its picture, which shows the whole window: other players, tags and pixels.
        const bytes = await files.pack({ document, tables, preview: null, cover })
        await writeWhole(place, (file) => file.write(bytes), { access: 'usual', begun, signal })
      })
      return isSaved ? path.basename(place) : null
    },
    async choose(): Promise<string | null> {
      const place = await chooseReport()
      return place === null ? null : openFile(place)
    },
    /** Reads an exported folder's tables to show them; nothing is stored. */
    async openTables(): Promise<OpenedFolder | null> {
      const place = await chooseFolder()
      if (place === null) return null
      const json = Buffer.from(await files.openTables(place)).toString('utf8')
      return { name: path.basename(place), ...(JSON.parse(json) as OpenedTables) }
    },
  }
}

/** A file name without characters that a file system could reject. */
export function fileName({ title, madeAt, account }: ReportDocument['about']) {
  const day = todayIn(account.timezone, madeAt)
  return `${namePart(title, ' ') || 'cuepoint'} ${day}`
}
