import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Player } from '../../../../shared/api/player.ts'
import { ALIGNMENTS } from '../../../../shared/features/player/curves/align.ts'
import { curvesTable } from '../../../../shared/features/player/curves.ts'
import type { Table } from '../../../../shared/tables/table.ts'
import { definition, tableName } from '../../../../shared/tables/titles.ts'
import { combinedAge } from '../../../../shared/time/age.ts'
import { isLoading, useCall } from '../../../query.ts'
import { Answered, Block, Loading, Switch } from '../../../ui/block.tsx'
import { useFormat } from '../../../ui/format.ts'
import { Formula } from '../../../ui/formula.tsx'
import { EmptyState, Notice } from '../../../ui/notice.tsx'
import { type View, ViewSwitch } from '../../../ui/switches.tsx'
import { CopiedTable } from '../copied-table.tsx'
import { OwnAge } from '../page-age.tsx'
import { type About } from '../queries.ts'
import { useCurvesView } from '../use-curves-view.ts'
import { AddCurve } from './add-curve.tsx'
import { CompareNotes, CurveList, pictureNote } from './compare-notes.tsx'
import { ComparePicture } from './compare-picture.tsx'
import { drawable } from './drawing.ts'
import { type Compared, entryOf, useOverlaidCurves, useOverlays } from './use-compare.ts'

/** Space in pixels for the values at the cursor. */
const HEIGHT = 320

/**
 * The player's curve with others: of other days, other players, parts of the audience or arms of
 * tests.
 */
export function CompareBlock({ about, players }: { about: About; players: readonly Player[] }) {
  const { t } = useTranslation('compare')
  const format = useFormat()
  const { language } = format
  const { account_id, player, period, zone } = about
  const { value: by, set: setBy, ...keeping } = useCurvesView(about, 'by')
  const [view, setView] = useState<View>('chart')
  const { overlays, failure, isFull, has, add, remove } = useOverlays(about)
  const notKept = failure ?? keeping.failure
  const compared = useOverlaidCurves(about, players, overlays)
  const shown = drawable(compared, by)
  const age = combinedAge(shown.map(({ query }) => query.value))
  const own = compared[0]
  const baseline = useCall(
    'curves',
    'baseline',
    by === 'percent' ? { account_id, player_id: player.id, period } : null,
    ['analytics'],
  )
  const note = pictureNote(shown, baseline.value, { t, format })
  const choices = overlays.map(({ choice }) => choice)
  const formula = definition('difference_points', language)
  return (
    <Block
      title={t('title')}
      badge={formula && <Formula name={t('title')} definition={formula} />}
      tools={
        <>
          <Switch
            label={t('by')}
            value={by}
            choices={ALIGNMENTS.map((value) => ({ value, label: t(`byName.${value}`) }))}
            onChange={setBy}
          />
          <ViewSwitch value={view} onChange={setView} />
          <AddCurve {...{ about, players, isFull, has }} onAdd={add} />
        </>
      }
      exported={{ table: 'curves', account_id, player_id: player.id, period, by, choices }}
      picture={{ ...{ period, zone, age, note }, subject: player.name }}
      foot={
        <>
          <OwnAge answer={own?.query.value} zone={zone} />
          {shown.length > 1 && <span>{t('differenceNote')}</span>}
        </>
      }
    >
      <CurveList compared={compared} onRemove={remove} />
      <Answered query={own?.query ?? NO_QUERY} height={HEIGHT}>
        {() =>
          shown.length === 0 && compared.some(({ query }) => isLoading(query)) ? (
            <Loading height={HEIGHT} />
          ) : shown.length === 0 ? (
            <EmptyState title={t('empty')} text={t('emptyText')} />
          ) : view === 'table' ? (
            <CompareTable table={curvesTable(compared.map(entryOf), by)} compared={compared} />
          ) : (
            <ComparePicture {...{ shown, by }} baseline={baseline.value} />
          )
        }
      </Answered>
      <CompareNotes {...{ compared, by }} baseline={baseline} />
      {notKept && <Notice failure={notKept} />}
    </Block>
  )
}

const NO_QUERY = { value: undefined, failure: undefined, refetch: () => {} }

/** The compared curves as a table; its numbered curves are named above it. */
function CompareTable({ table, compared }: { table: Table; compared: readonly Compared[] }) {
  const { t } = useTranslation('compare')
  const format = useFormat()
  const { language } = format
  return (
    <CopiedTable
      table={table}
      head={compared.map(({ name }, index) => `${index + 1} = ${name}`).join('; ')}
      note={pictureNote(compared, undefined, { t, format })}
      label={tableName('curves', language)}
      empty={<EmptyState title={t('empty')} text={t('emptyText')} />}
    />
  )
}
