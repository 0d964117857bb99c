import { ActionIcon, Flex, Group, Switch } from '@mantine/core'
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { type KeyboardEvent, memo, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { REPORT_SCREENS, REPORT_SORTS } from '../../../shared/features/reports/report.ts'
import { Chooser } from '../../ui/block.tsx'
import kit from '../../ui/kit.module.css'
import panel from '../../ui/list-panel.module.css'
import { SearchField } from '../../ui/search-field.tsx'
import { isFirstDescending, REPORT_ORIGINS, type ReportFilter, type ReportOrder } from './listed.ts'

interface ToolbarProps {
  shown: number
  count: number
  /** All tags in use. */
  tags: readonly string[]
  filter: ReportFilter
  order: ReportOrder
  onFilter: (change: Partial<ReportFilter>) => void
  onOrder: (order: ReportOrder) => void
  field: RefObject<HTMLInputElement | null>
  toRows: () => void
}

export function Toolbar(props: ToolbarProps) {
  const { t } = useTranslation('reports')
  const { shown, count, tags, filter, order, onFilter, onOrder } = props
  const { tag, screen, origin, favouritesOnly } = filter
  return (
    <Group gap={8} justify="flex-end" className={panel.toolbar}>
      <h2 className={`${kit.heading} ${panel.found}`} aria-live="polite">
        {shown === count ? t('count', { count }) : t('countOf', { shown, count })}
      </h2>
      <Search {...props} />
      <Filters {...{ tags, tag, screen, origin, favouritesOnly, onFilter }} />
      <Order {...{ order, onOrder }} />
    </Group>
  )
}

function Search({ filter, onFilter, field, toRows }: ToolbarProps) {
  const { t } = useTranslation('reports')
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
    event.preventDefault()
    toRows()
  }
  return (
    <SearchField
      {...{ field, onKey }}
      flex="0 1 250px"
      label={t('search')}
      hint={t('searchHint')}
      value={filter.search}
      onChange={(search) => onFilter({ search })}
    />
  )
}

const ANY = ''

interface FiltersProps
  extends Pick<ToolbarProps, 'tags' | 'onFilter'>,
    Omit<ReportFilter, 'search'> {}

// Memoized, so that a keystroke renders only the search field.
const Filters = memo(function Filters(props: FiltersProps) {
  const { tags, tag: chosen, screen: ofScreen, origin: ofOrigin, favouritesOnly, onFilter } = props
  const { t } = useTranslation('reports')
  const { t: ui } = useTranslation()
  const any = (label: string) => ({ value: ANY, label })
  // The selected tag may no longer be in use.
  const known = chosen === null || tags.includes(chosen) ? tags : [...tags, chosen]
  return (
    <>
      <Switch
        label={t('favouritesOnly')}
        checked={favouritesOnly}
        onChange={({ currentTarget }) => onFilter({ favouritesOnly: currentTarget.checked })}
      />
      {known.length > 0 && (
        <Chooser
          label={t('tag')}
          value={chosen ?? ANY}
          choices={[any(t('anyTag')), ...known]}
          onChange={(tag) => onFilter({ tag: tag || null })}
        />
      )}
      <Chooser
        label={t('screen')}
        value={ofScreen ?? ANY}
        choices={[
          any(t('anyScreen')),
          ...REPORT_SCREENS.map((value) => ({ value, label: ui(`screen.${value}`) })),
        ]}
        onChange={(screen) =>
          onFilter({ screen: REPORT_SCREENS.find((one) => one === screen) ?? null })
        }
      />
      <Chooser
        label={t('origin')}
        value={ofOrigin ?? ANY}
        choices={[
          any(t('anyOrigin')),
          ...REPORT_ORIGINS.map((value) => ({ value, label: t(`originName.${value}`) })),
        ]}
        onChange={(origin) =>
          onFilter({ origin: REPORT_ORIGINS.find((one) => one === origin) ?? null })
        }
      />
    </>
  )
})

const Order = memo(function Order({ order, onOrder }: Pick<ToolbarProps, 'order' | 'onOrder'>) {
  const { t } = useTranslation('reports')
  const Icon = order.descending ? IconSortDescending : IconSortAscending
  const label = t(order.descending ? 'descending' : 'ascending')
  return (
    <Flex component="span" gap={4}>
      <Chooser
        label={t('sort')}
        value={order.by}
        choices={REPORT_SORTS.map((value) => ({ value, label: t(`sortName.${value}`) }))}
        onChange={(by) => onOrder({ by, descending: isFirstDescending(by) })}
      />
      <ActionIcon
        variant="default"
        size={30}
        aria-label={label}
        title={label}
        onClick={() => onOrder({ ...order, descending: !order.descending })}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Flex>
  )
})
