import { Box, Button, NativeSelect, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Collection } from '../../../shared/api/settings/index.ts'
import { isLocalId } from '../../../shared/features/publishing/edit.ts'
import { itemName } from '../../../shared/features/publishing/value-text.ts'
import { ITEM_ORDERS, type ItemOrder } from '../../../shared/features/settings/preferences.ts'
import { at } from '../../../shared/features/videos/check/values.ts'
import { thresholdText } from '../../../shared/features/videos/codec.ts'
import { folded } from '../../../shared/tables/table.ts'
import { videoTime } from '../../../shared/time/time.ts'
import { useSessionState } from '../../kept-list.ts'
import { Column } from '../../ui/column.tsx'
import { groupName } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { EmptyState } from '../../ui/notice.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { prefer, useView } from '../../view.ts'
import { useEditing } from './editing.tsx'
import { type ItemRow, orderedRows } from './items.ts'
import classes from './videos.module.css'

interface ItemListProps {
  group: Collection
  rows: readonly ItemRow[]
  chosenId: string
  onChoose: (id: string) => void
}

/** Rendering more items at once would make typing in the form slow. */
const MOST_SHOWN = 100
const SEARCH_FROM = 12

export function ItemList({ group, rows, chosenId, onChoose }: ItemListProps) {
  const { t } = useTranslation('videos')
  const { language } = useFormat()
  const nameOf = useItemName(group)
  const { id } = useEditing().opened.base
  const [search, setSearch] = useSessionState(`${group} search ${id}`, '')
  const [most, setMost] = useSessionState(`${group} most ${id}`, MOST_SHOWN)
  const order = useView(({ preferences }) => preferences.itemOrder)
  const found = rows.filter(({ item }) => folded(nameOf(item)).includes(folded(search)))
  const ordered = orderedRows(found, { order, language, nameOf })
  return (
    <Column component="nav" gap={6} miw={0} aria-label={groupName(group, language)}>
      {(rows.length >= SEARCH_FROM || search !== '') && (
        <SearchField label={t('searchItems')} value={search} onChange={setSearch} />
      )}
      {rows.length > 1 && <OrderChoice order={order} />}
      <ul className={classes.itemList}>
        {ordered.slice(0, most).map((row) => (
          <ItemLine
            key={row.key}
            row={row}
            group={group}
            name={nameOf(row.item)}
            isChosen={row.item.id === chosenId}
            onChoose={() => onChoose(row.item.id)}
          />
        ))}
      </ul>
      {found.length === 0 && (
        <EmptyState
          title={t('noItemMatch')}
          text={t('noItemMatchText', { search })}
          action={<Button onClick={() => setSearch('')}>{t('showAllItems')}</Button>}
        />
      )}
      {found.length > most && (
        <Button variant="subtle" onClick={() => setMost(most + MOST_SHOWN)}>
          {t('moreItems', { count: found.length - most })}
        </Button>
      )}
    </Column>
  )
}

/** The sort order of the items, stored in the preferences only. */
function OrderChoice({ order }: { order: ItemOrder }) {
  const { t } = useTranslation('videos')
  return (
    <NativeSelect
      aria-label={t('order.label')}
      title={t('order.label')}
      value={order}
      data={ITEM_ORDERS.map((value) => ({ value, label: t(`order.${value}`) }))}
      onChange={({ currentTarget }) => prefer({ itemOrder: currentTarget.value as ItemOrder })}
    />
  )
}

interface ItemLineProps {
  row: ItemRow
  group: Collection
  name: string
  isChosen: boolean
  onChoose: () => void
}

const SIGNS = { added: '+', changed: 'Δ', removed: '−' } as const

function ItemLine({ row: { item, mark }, group, ...line }: ItemLineProps) {
  const { name, isChosen, onChoose } = line
  const { t } = useTranslation('videos')
  const worst = useEditing().worstOf(item.id)
  return (
    <li>
      <UnstyledButton
        className={`${kit.hover} ${classes.item}`}
        data-mark={mark}
        aria-current={isChosen}
        onClick={onChoose}
      >
        <Box component="span" flex="none" w={12} fw={700} c="var(--desk-unposted)">
          {mark && (
            <>
              <span aria-hidden>{SIGNS[mark]}</span>
              <VisuallyHidden>{`${t(`mark.${mark}`)} `}</VisuallyHidden>
            </>
          )}
        </Box>
        <Column component="span" flex={1} miw={0}>
          <span className={`${kit.cut} ${classes.itemTitle}`} title={name}>
            {name}
          </span>
          <span className={`${kit.cut} ${kit.quiet} ${classes.itemFact}`}>
            {useItemFact(group)(item)}
          </span>
        </Column>
        {worst && (
          <span className={classes.wrong} data-severity={worst}>
            <span aria-hidden>!</span>
            <VisuallyHidden>{t(`severity.${worst}`)}</VisuallyHidden>
          </span>
        )}
      </UnstyledButton>
    </li>
  )
}

/** The name of an item, with a fallback for items without one. */
export function useItemName(group: Collection) {
  const { t } = useTranslation('edits')
  const { language } = useFormat()
  return (item: ItemRow['item']) =>
    itemName(item) ||
    (isLocalId(item.id)
      ? t('newItem', { group: groupName(group, language) })
      : t('item', { id: item.id }))
}

/** When an item appears or fires, or that it is off. */
function useItemFact(group: Collection) {
  const { t } = useTranslation('videos')
  return (item: ItemRow['item']) => {
    const times = [at(item, 'window.start'), at(item, 'window.end')].filter(
      (second): second is number => typeof second === 'number',
    )
    const threshold = at(item, 'dispatch.threshold')
    const isOn = at(item, 'base.active') ?? at(item, 'dispatch.active')
    const noMoment = group === 'pixels' ? t('noMoment') : ''
    const fires =
      typeof threshold === 'number' ? thresholdText(threshold, at(item, 'dispatch.mode')) : noMoment
    return [times.map(videoTime).join(' – '), fires, isOn === true ? '' : t('inactive')]
      .filter((part) => part !== '')
      .join(' · ')
  }
}
