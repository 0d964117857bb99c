import { Button, Group, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconRefresh } from '@tabler/icons-react'
import { useCallback, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { VideoList } from '../../../shared/features/publishing/edit.ts'
import { ofAccount } from '../../app-state.ts'
import { call } from '../../bridge.ts'
import { useSessionState } from '../../kept-list.ts'
import { useMutation } from '../../mutation.ts'
import { useCall } from '../../query.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { Sort } from '../../ui/data-table-props.ts'
import { Marks } from '../../ui/edits/marks.tsx'
import { UndoButtons } from '../../ui/edits/undo.tsx'
import { Freshness } from '../../ui/freshness.tsx'
import kit from '../../ui/kit.module.css'
import { NoVideos } from '../../ui/no-videos.tsx'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { ScreenHead } from '../../ui/screen-head.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { withColumns } from '../../ui/table-layout.ts'
import { goTo } from '../../view.ts'
import { type VideosColumn, videosTable } from './videos-table.ts'

export const VideosScreen = ofAccount(AccountVideos)

function AccountVideos({ account }: { account: Account }) {
  const { t } = useTranslation('videos')
  const account_id = account.id
  const query = useCall('videos', 'list', { account_id }, ['videos', 'edits'])
  const { mutate, failure, isPending } = useMutation()
  const refresh = () => void mutate(() => call.videos.refresh({ account_id, video_id: null }))
  const list = query.value
  const hasRows = list !== undefined && list.rows.length > 0
  return (
    <Stack gap={12} miw={0} pb={24}>
      <ScreenHead
        title={t('title')}
        tools={
          <>
            <UndoButtons account_id={account_id} />
            {hasRows && (
              <Button
                loading={isPending}
                leftSection={<IconRefresh size={15} aria-hidden />}
                onClick={refresh}
              >
                {t('download')}
              </Button>
            )}
          </>
        }
      >
        {list && (
          <Freshness asOf={list.asOf} from="store" zone={account.timezone} trouble={list.trouble} />
        )}
      </ScreenHead>
      {failure && <Notice failure={failure} onRetry={refresh} />}
      {query.failure && <Notice failure={query.failure} onRetry={query.refetch} />}
      {list && !hasRows && <NoVideos {...{ account, isPending }} onDownload={refresh} />}
      {hasRows && <Videos list={list} />}
    </Stack>
  )
}

/** The columns of a narrow window, where the marks show the changes. */
const NARROW = ['name', 'duration', 'callActions', 'pixels', 'asOf']

const BY_NAME: Sort = { column: 'name', descending: false }

function Videos({ list: { rows } }: { list: VideoList }) {
  const { t } = useTranslation('videos')
  const [search, setSearch] = useSessionState('search', '')
  const [sort, setSort] = useSessionState<Sort>('sort', BY_NAME)
  // Deferred, so that typing is responsive with thousands of videos.
  const wanted = useDeferredValue(search)
  const isNarrow = useMediaQuery('(max-width: 1180px)', false, { getInitialValueInEffect: false })
  const { table, shown } = useMemo(() => {
    const whole = videosTable(rows, wanted, sort)
    return isNarrow ? { ...whole, table: withColumns(whole.table, NARROW) } : whole
  }, [rows, wanted, sort, isNarrow])
  const drawing = useMemo(
    () => ({
      title: t('column.marks'),
      width: 150,
      draw: (index: number) => shown[index] && <Marks {...shown[index]} />,
    }),
    [shown, t],
  )
  const rowKey = useCallback((index: number) => shown[index]?.id ?? String(index), [shown])
  const open = useCallback(
    (index: number) => goTo('video', { video_id: shown[index]?.id ?? null }),
    [shown],
  )
  const titles = useCallback((key: string) => t(`column.${key as VideosColumn}`), [t])
  return (
    <section className={kit.card} aria-label={t('title')}>
      <Group gap="8px 14px" py={8} px={12}>
        <h2 className={kit.heading} aria-live="polite">
          {t('found', { count: shown.length })}
        </h2>
        <SearchField
          flex="0 1 280px"
          ml="auto"
          label={t('search')}
          value={search}
          onChange={setSearch}
        />
      </Group>
      <DataTable
        {...{ table, sort, titles, rowKey, drawing }}
        label={t('title')}
        onSort={setSort}
        onOpenRow={open}
        empty={<EmptyState title={t('noMatch')} text={t('noMatchText', { search })} />}
      />
    </section>
  )
}
