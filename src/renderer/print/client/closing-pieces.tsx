import type { TFunction } from 'i18next'
import type { OwnAnnotation } from '../../../shared/features/annotations/own-annotation.ts'
import { leftOutNames, type ReportAbout } from '../../../shared/features/reports/report.ts'
import type { PrintedPage } from '../../../shared/features/settings/window-info.ts'
import { groupBy } from '../../../shared/maps.ts'
import { title } from '../../../shared/tables/titles.ts'
import type { Format } from '../../ui/format.ts'
import type { Piece } from './pages.tsx'
import { type PieceColumn, tablePieces } from './table-pieces.tsx'

interface Closing {
  t: TFunction<'clientReport'>
  format: Format
}

const COLUMNS: PieceColumn[] = [
  { title: '', width: 190, isText: true },
  { title: '', width: 'rest', isText: true },
]

/** The user's annotations of these days. */
export function annotationPieces(
  props: Closing & { annotations: readonly OwnAnnotation[] },
): Piece[] {
  const { t, format, annotations } = props
  if (annotations.length === 0) return []
  const rows = [...annotations]
    .reverse()
    .map((one) => [
      format.dateRange(one.period),
      `${one.text}${one.player_id === null ? ` (${t('everyVideo')})` : ''}`,
    ])
  return withoutHead(
    tablePieces({ key: 'annotations', title: t('annotations'), columns: COLUMNS, rows }),
  )
}

/** What is not in the report although it was read, and why. */
export function leftOutPieces(props: Closing & { about: ReportAbout }): Piece[] {
  const { t, format, about } = props
  const names = leftOutNames(about, format.language)
  if (names.length === 0) return []
  const rows = [[names.join(', '), t('leftOutWhy')]]
  return withoutHead(
    tablePieces({ key: 'left out', title: t('leftOutTitle'), columns: COLUMNS, rows }),
  )
}

interface Defined extends Closing {
  definitions: PrintedPage['definitions'] | undefined
  keys: readonly string[]
}

/** The definitions of the figures on these pages, as stored in the report. */
export function definitionPieces({ t, format, definitions = {}, keys }: Defined): Piece[] {
  const { language } = format
  const known = keys.filter((key) => Object.hasOwn(definitions, key))
  // Conversions and those by second have the same title.
  const byTitle = groupBy(known, (key) => title(key, language))
  const rows = [...byTitle].map(([name, keysOfTitle]) => [
    <b key={name}>{name}</b>,
    keysOfTitle.map((key) => definitions[key]?.[language] ?? definitions[key]?.en).join(' '),
  ])
  if (rows.length === 0) return []
  return withoutHead(
    tablePieces({ key: 'definitions', title: t('definitions'), columns: COLUMNS, rows }),
  )
}

/** Two columns that need no titles. */
const withoutHead = (pieces: readonly Piece[]): Piece[] =>
  pieces
    .filter(({ key }) => !key.endsWith(' head'))
    .map(({ key, content, keepsNext = false }) => ({ key, content, keepsNext }))
