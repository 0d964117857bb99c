import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AbSnapshot } from '../../../shared/features/ab-tests/ab-test.ts'
import { isShareFixed, splitIn } from '../../../shared/features/ab-tests/reading.ts'
import { abSidesTable, abSplitTable } from '../../../shared/features/ab-tests/table.ts'
import { Note } from './note.ts'
import { TableBlock } from './table-block.tsx'
import type { About } from './use-test.ts'

interface SidesProps {
  about: About
  snapshot: AbSnapshot | null
  foot: ReactNode
}

export function Sides({ about, snapshot, foot }: SidesProps) {
  const { t } = useTranslation('abTests')
  const [a, b] = about.pair.map(about.nameOf)
  return (
    <TableBlock name="ab_sides" about={about} table={abSidesTable(snapshot, about)} foot={foot}>
      <Note>{`${t('armA')}: ${a} · ${t('armB')}: ${b}. ${t('others')}`}</Note>
    </TableBlock>
  )
}

export function SplitCheck({ about, snapshot, foot }: SidesProps) {
  const { t } = useTranslation('abTests')
  const split = snapshot && splitIn(about.group, snapshot)
  const isAdjusted = about.pair.some((id) => isShareFixed(about.group, id) === false)
  const unchecked = isAdjusted ? 'adjusted' : 'unknown'
  const textKey = split ? (split.isOff ? 'off' : 'fits') : unchecked
  return (
    <TableBlock name="ab_split" about={about} table={abSplitTable(snapshot, about)} foot={foot}>
      <Note>{t(`splitText.${textKey}`)}</Note>
    </TableBlock>
  )
}
