import { Text } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { speedName, type VariantTable } from '../../../shared/features/variants/table.ts'
import { type Cell, type Column, isMissing } from '../../../shared/tables/table.ts'
import { missingWord, title } from '../../../shared/tables/titles.ts'
import { Chooser } from '../../ui/block.tsx'
import type { Trend } from '../../ui/chart-trend.ts'
import { TrendChart } from '../../ui/charts-lazy.tsx'
import { useFormat } from '../../ui/format.ts'
import { useCellText } from '../../ui/missing-value.tsx'
import { PictureHead, usePicture } from '../../ui/picture/chart-picture.tsx'

const HEIGHT = 180

/** Columns suited to a chart: no texts, and no lifts, which would give the same bars again. */
const isDrawable = ({ kind, key }: Column) =>
  (kind === 'count' || kind === 'percent') && !key.endsWith('_lift')

export function SpeedChart({ table }: { table: VariantTable }) {
  const { t } = useTranslation('variants')
  const { language } = useFormat()
  const [chosen, setChosen] = useState('engagement')
  const drawable = table.columns.filter(isDrawable)
  const column = drawable.find(({ key }) => key === chosen) ?? drawable[0]
  if (!column) return null
  const choices = drawable.map(({ key }) => ({ value: key, label: title(key, language) }))
  const tools = (
    <Chooser label={t('measure')} value={column.key} choices={choices} onChange={setChosen} />
  )
  return <Bars {...{ table, column, tools }} />
}

function Bars({ table, column, tools }: { table: VariantTable; column: Column; tools: ReactNode }) {
  const { t } = useTranslation('variants')
  const format = useFormat()
  const text = useCellText()
  const { drawn, onDrawn } = usePicture()
  const [cursor, setCursor] = useState<number | null>(null)
  const { labels } = table
  const { key, kind } = column
  const cells = useMemo(() => cellsOf(table, key), [table, key])
  const trend = useMemo<Trend>(() => {
    const isShare = kind === 'percent'
    return {
      hue: 'audience',
      style: 'bars',
      isWhole: !isShare,
      points: cells.map((cell, index) => ({
        label: speedName(labels[index] ?? '', format.language),
        value: typeof cell === 'number' ? cell : null,
        isPartial: false,
        isGrowing: false,
      })),
      compared: null,
      axisLabel: isShare ? format.axisPercent : format.compact,
    }
  }, [cells, kind, labels, format])
  const written = (cell: Cell) =>
    isMissing(cell) ? missingWord(cell.missing, format.language) : text(cell, kind)
  const figures = cells.map(
    (cell, index) => `${speedName(labels[index] ?? '', format.language)}: ${written(cell)}`,
  )
  const measure = title(key, format.language)
  const summary = t('chartSummary', { measure, figures: figures.join(', ') })
  const reading = (cursor === null ? undefined : figures[cursor]) ?? summary
  return (
    <>
      <PictureHead drawn={drawn} tools={tools} more={measure} names={{ figure: measure }}>
        <Text size="sm" aria-hidden="true">
          {reading}
        </Text>
      </PictureHead>
      <TrendChart
        {...{ trend, reading, cursor, onDrawn }}
        label={summary}
        height={HEIGHT}
        onCursor={setCursor}
      />
    </>
  )
}

function cellsOf(table: VariantTable, key: string): Cell[] {
  const at = table.columns.findIndex((column) => column.key === key)
  return table.rows.map((row) => row[at] ?? { missing: 'not-applicable' })
}
