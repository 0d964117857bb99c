import { type Zippable, zipSync } from 'fflate'
import { NO_COVER, type ReportCover, reportCover } from '../../../shared/features/reports/cover.ts'
import type { ReportDocument } from '../../../shared/features/reports/report.ts'
import { canonicalJson } from '../../database/json.ts'
import { readJson } from '../../http/json.ts'
import { inspect } from '../pictures/inspect.ts'
import { documentBytes, MOST_DOCUMENT_BYTES, readDocument, sha256 } from './document-text.ts'
import { FREE_OF_RATIO, HIGHEST_RATIO, MOST_ENTRIES, MOST_UNPACKED, unpack } from './entries.ts'
import { moreThan, type Refuse, refuseNamed, withPlainFile } from './plain-file.ts'

const LARGEST_REPORT = 64 * 1024 * 1024
const LARGEST_PREVIEW = 4 * 1024 * 1024
/** A decoded picture takes four bytes per pixel, whatever the size of the file. */
const MOST_PREVIEW_PIXELS_A_SIDE = 4096
/** Its texts are bounded far below. */
const LARGEST_COVER = 16 * 1024

const WANTED = {
  'report.json': MOST_DOCUMENT_BYTES,
  'checksum.txt': 128 * 1024,
  'preview.png': LARGEST_PREVIEW,
  'cover.json': LARGEST_COVER,
}

const TABLE_NAME = /^[a-z0-9][a-z0-9_-]{0,79}$/i

/** In the computer's zone, because the library writes local time: the same bytes in every zone. */
// oxlint-disable-next-line one-clock/machine-clock
const fixedDate = () => new Date(2000, 0, 1, 12)

export interface ReportToPack {
  document: ReportDocument
  /** For readers without Cuepoint; ignored when the report is opened. */
  tables: { name: string; csv: string }[]
  /** PNG. */
  preview: Buffer | null
  /** The texts for the reader; not part of the document. */
  cover?: ReportCover
}

interface OpenedReport {
  /** SHA-256 of the document in canonical JSON. */
  id: string
  document: ReportDocument
  json: Buffer
  preview: Buffer | null
  cover: ReportCover
}

/** Packs a report, always to the same bytes. Throws `report-file` if it could not be opened. */
export async function packReport({
  document,
  tables,
  preview,
  cover = NO_COVER,
}: ReportToPack): Promise<Buffer> {
  const refuse = refuseNamed(document.about.title)
  const contents: [string, Uint8Array][] = [
    ['report.json', documentBytes(document, refuse)],
    ['README.txt', Buffer.from(README)],
    ...(isEmpty(cover) ? [] : [['cover.json', coverBytes(cover, refuse)] as [string, Buffer]]),
    ...(preview ? [['preview.png', checkedPreview(preview, refuse)] as [string, Buffer]] : []),
    ...tables.map(({ name, csv }): [string, Buffer] => {
      if (!TABLE_NAME.test(name)) throw refuse('shape', `tables/${name}`)
      return [`tables/${name}.csv`, Buffer.from(csv)]
    }),
  ]
  contents.sort(([a], [b]) => (a < b ? -1 : 1))
  refuseUnopenable(contents, refuse)
  const entries: [string, Uint8Array][] = [
    ...contents,
    ['checksum.txt', Buffer.from(checksums(contents))],
  ]
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  const packed = Buffer.from(zipSync(zippable(entries), { mtime: fixedDate() }))
  if (packed.length > LARGEST_REPORT) throw refuse('too-large', moreThan(LARGEST_REPORT))
  return packed
}

function refuseUnopenable(contents: readonly [string, Uint8Array][], refuse: Refuse) {
  if (new Set(contents.map(([name]) => name)).size < contents.length) {
    throw refuse('same-name-twice', 'tables')
  }
  if (contents.length >= MOST_ENTRIES) throw refuse('too-many-entries', `${contents.length}`)
  const size = contents.reduce((sum, [, bytes]) => sum + bytes.length, 0)
  if (size > MOST_UNPACKED) throw refuse('too-large', moreThan(MOST_UNPACKED))
}

/** In the format of `sha256sum --check`, so that a report can be checked without Cuepoint. */
const checksums = (contents: readonly [string, Uint8Array][]) =>
  contents.map(([name, bytes]) => `${sha256(bytes)}  ${name}\n`).join('')

function zippable(entries: readonly [string, Uint8Array][]): Zippable {
  return Object.fromEntries(
    entries.map(([name, bytes]) => [name, [bytes, { level: levelOf(name, bytes) }]]),
  )
}

/** A PNG is compressed already. Text that compresses too well would be refused as a bomb. */
function levelOf(name: string, bytes: Uint8Array): 0 | 6 {
  if (name === 'preview.png') return 0
  if (bytes.length <= FREE_OF_RATIO) return 6
  const packed = zipSync({ [name]: [bytes, { level: 6 }] }).length
  return packed * (HIGHEST_RATIO / 2) < bytes.length ? 0 : 6
}

/** Reads an untrusted report file in bounded memory. Throws `report-file`. */
export async function openReportFile(place: string): Promise<OpenedReport> {
  return withPlainFile(place, { limit: LARGEST_REPORT }, async (file, refuse) => {
    const { bytes } = await unpack(file, WANTED, refuse)
    const [text, sums] = [bytes.get('report.json'), bytes.get('checksum.txt')]
    if (!text) throw refuse('not-a-report', 'report.json')
    if (!sums) throw refuse('damaged', 'checksum.txt')
    const read = readDocument(text, refuse)
    refuseUnlessSummed(sums, { name: 'report.json', sum: read.id }, refuse)
    const preview = bytes.get('preview.png')
    if (preview) {
      refuseUnlessSummed(sums, { name: 'preview.png', sum: sha256(preview) }, refuse)
      checkedPreview(preview, refuse)
    }
    const coverBytes = bytes.get('cover.json')
    if (coverBytes)
      refuseUnlessSummed(sums, { name: 'cover.json', sum: sha256(coverBytes) }, refuse)
    const cover = coverBytes ? readCover(coverBytes, refuse) : NO_COVER
    return { ...read, preview: preview ?? null, cover }
  })
}

const isEmpty = (cover: ReportCover) => Object.values(cover).every((text) => text === '')

const coverBytes = (cover: ReportCover, refuse: Refuse) => {
  const bytes = Buffer.from(canonicalJson(cover))
  readCover(bytes, refuse)
  return bytes
}

/** A stranger's texts for the reader: bounded, and nothing but these texts. */
function readCover(bytes: Buffer, refuse: Refuse): ReportCover {
  let value: unknown
  try {
    value = readJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    throw refuse('not-json', 'cover.json')
  }
  const checked = reportCover.safeParse(value)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  throw refuse('shape', `cover.json: ${issue?.path.join('.')}: ${issue?.message}`)
}

function refuseUnlessSummed(
  sums: Buffer,
  { name, sum }: { name: string; sum: string },
  refuse: Refuse,
) {
  const lines = sums.toString('latin1').split(/\r?\n/)
  const written = lines.filter((line) => line.endsWith(`  ${name}`))
  if (written.length !== 1 || written[0] !== `${sum}  ${name}`) throw refuse('checksum', name)
}

function checkedPreview(preview: Buffer, refuse: Refuse): Buffer {
  if (preview.length > LARGEST_PREVIEW) {
    throw refuse('too-large', `preview.png ${moreThan(LARGEST_PREVIEW)}`)
  }
  const found = inspect(preview)
  if (typeof found === 'string') throw refuse('damaged', `preview.png: ${found}`)
  const isDrawn =
    found.type === 'image/png' && Math.max(found.width, found.height) <= MOST_PREVIEW_PIXELS_A_SIDE
  if (!isDrawn) throw refuse('damaged', `preview.png: ${found.type} ${found.width}×${found.height}`)
  return preview
}

/** Included in every report file, for readers without the app. */
export const README = [
  'This file is a Cuepoint report: the data of a video sales campaign at one moment.',
  '',
  'Open it in Cuepoint: double-click it, drop it on the window, or use “Open report…” in the File menu.',
  'It needs no account, no key and no network.',
  '',
  '  report.json    the report: its settings, the data at that moment, and the definitions',
  '  tables/*.csv   its tables, for spreadsheets: no text in them runs as a formula',
  '  checksum.txt   SHA-256 of each of these; check them with: sha256sum --check checksum.txt',
  '',
  'The checksum of report.json identifies the report. Cuepoint refuses a changed one. It does not say',
  'who created the report: anyone can create one.',
  '',
  '---',
  '',
  'Este arquivo é um relatório do Cuepoint: os dados de uma campanha de vídeo de vendas em um momento.',
  '',
  'Abra no Cuepoint: com um clique duplo, soltando na janela, ou por “Abrir relatório…” do menu Arquivo.',
  'Não precisa de conta, de chave nem de rede.',
  '',
  '  report.json    o relatório: a configuração, os dados daquele momento e as definições',
  '  tables/*.csv   as tabelas, para planilhas: nenhum texto nelas é executado como fórmula',
  '  checksum.txt   SHA-256 de cada um; verifique com: sha256sum --check checksum.txt',
  '',
  'A soma de verificação de report.json identifica o relatório. O Cuepoint recusa um relatório alterado.',
  'Ela não diz quem criou o relatório: qualquer pessoa pode criar um.',
  '',
  '---',
  '',
  'Este archivo es un reporte de Cuepoint: los datos de una campaña de video de ventas en un momento.',
  '',
  'Ábralo en Cuepoint: con un doble clic, soltándolo en la ventana, o con “Abrir reporte…” del menú Archivo.',
  'No necesita cuenta, clave ni red.',
  '',
  '  report.json    el reporte: su configuración, los datos de ese momento y las definiciones',
  '  tables/*.csv   sus tablas, para hojas de cálculo: ningún texto en ellas se ejecuta como fórmula',
  '  checksum.txt   SHA-256 de cada uno; verifique con: sha256sum --check checksum.txt',
  '',
  'La suma de verificación de report.json identifica el reporte. Cuepoint rechaza un reporte cambiado.',
  'No dice quién creó el reporte: cualquiera puede crear uno.',
  '',
].join('\r\n')
