import { Button, Stack } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Player } from '../../../shared/api/player.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type {
  AnnotationList,
  OwnAnnotation,
} from '../../../shared/features/annotations/own-annotation.ts'
import { annotationsFound, foldedTexts } from '../../../shared/features/annotations/table.ts'
import { namesIn } from '../../../shared/model/ids.ts'
import { useAccount } from '../../app-state.ts'
import { call } from '../../bridge.ts'
import { useSessionState } from '../../kept-list.ts'
import { useMutation } from '../../mutation.ts'
import { useToday } from '../../period.ts'
import { useCall } from '../../query.ts'
import { AnnotationDialog } from '../../ui/annotations/annotation-dialog.tsx'
import { useAnnotations } from '../../ui/annotations/use-annotations.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import kit from '../../ui/kit.module.css'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { ScreenHead } from '../../ui/screen-head.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { StepButtons } from '../../ui/step-buttons.tsx'
import { Entries, type EntriesProps } from './entries.tsx'

/** All annotations of the account, with search, editing and removal. */
export function AnnotationsScreen() {
  const account = useAccount()
  return account ? <AnnotationsPage key={account.id} account={account} /> : null
}

function AnnotationsPage({ account }: { account: Account }) {
  const account_id = account.id
  const query = useAnnotations(account_id)
  const { players, nameOf } = usePlayers(account_id)
  const [search, setSearch] = useSessionState('search', '')
  const [opened, setOpened] = useState<OwnAnnotation | 'new' | null>(null)
  const { mutate, failure } = useMutation()
  const all = query.value?.annotations
  // Searched and drawn a little later, in pieces, so that no key or click waits for it.
  const sought = useDeferredValue(search)
  const shown = useMemo(
    () => annotationsFound(all ?? [], { search: sought, players }),
    [all, sought, players],
  )
  const remove = useCallback(
    (id: string) => void mutate(() => call.annotations.remove({ account_id, id })),
    [mutate, account_id],
  )
  return (
    <Stack gap={10} h="100%">
      <Head
        {...{ account_id, search }}
        hasShown={shown.length > 0}
        list={query.value}
        onSearch={setSearch}
        onAdd={() => setOpened('new')}
      />
      {failure && <Notice failure={failure} />}
      {query.failure && <Notice failure={query.failure} onRetry={query.refetch} />}
      {all && (
        <List
          {...{ all, shown, nameOf }}
          search={sought}
          onSearch={setSearch}
          onOpen={setOpened}
          onRemove={remove}
        />
      )}
      {opened && <Dialog {...{ account, opened, players }} onClose={() => setOpened(null)} />}
    </Stack>
  )
}

interface DialogProps {
  account: Account
  opened: OwnAnnotation | 'new'
  players: readonly Player[]
  onClose: () => void
}

function Dialog({ account, opened, players, onClose }: DialogProps) {
  const today = useToday(account.timezone)
  return (
    <AnnotationDialog
      {...{ players, onClose }}
      annotations={opened === 'new' ? [] : [opened]}
      account_id={account.id}
      start={{ player_id: null, period: { start: today, end: today }, text: '', tags: [] }}
    />
  )
}

interface HeadProps {
  account_id: string
  list: AnnotationList | undefined
  search: string
  hasShown: boolean
  onSearch: (search: string) => void
  onAdd: () => void
}

function Head({ account_id, list, search, hasShown, onSearch, onAdd }: HeadProps) {
  const { t } = useTranslation('annotations')
  const { mutate, failure } = useMutation()
  return (
    <>
      <ScreenHead
        title={t('title')}
        tools={
          <>
            <SearchField
              label={t('search')}
              hint={t('searchHint')}
              value={search}
              onChange={onSearch}
            />
            <StepButtons
              can={{ undo: list?.canUndo ?? false, redo: list?.canRedo ?? false }}
              label={{ undo: t('undo'), redo: t('redo') }}
              onStep={(way) => void mutate(() => call.annotations[way]({ account_id }))}
            />
            <ExportButton
              request={{ table: 'annotations', account_id, search }}
              isDisabled={!hasShown}
            />
            <Button
              variant="filled"
              leftSection={<IconMessagePlus size={15} aria-hidden />}
              onClick={onAdd}
            >
              {t('addLong')}
            </Button>
          </>
        }
      >
        <p className={kit.quiet}>{t('hint')}</p>
      </ScreenHead>
      {failure && <Notice failure={failure} />}
    </>
  )
}

/** The players and their names, as far as the list is stored. */
function usePlayers(account_id: string) {
  const listed = useCall('analytics', 'players', { account_id }).value?.value
  return useMemo(() => {
    const players = listed ?? []
    return { players, nameOf: namesIn(players) }
  }, [listed])
}

const NONE: readonly OwnAnnotation[] = []

interface ListProps extends Pick<EntriesProps, 'shown' | 'nameOf' | 'onOpen' | 'onRemove'> {
  all: readonly OwnAnnotation[]
  search: string
  onSearch: (search: string) => void
}

function List({ all, shown, search, onSearch, ...entries }: ListProps) {
  const { t } = useTranslation('annotations')
  const drawn = useDeferredValue(shown, NONE)
  useFoldedAhead(all)
  if (all.length === 0) return <EmptyState title={t('none')} text={t('noneText')} />
  if (shown.length === 0) {
    const action = <Button onClick={() => onSearch('')}>{t('showAll')}</Button>
    return <EmptyState title={t('noMatch')} text={t('noMatchText', { search })} action={action} />
  }
  return (
    <>
      <p className={kit.quiet} role="status">
        {t('count', { count: shown.length })}
      </p>
      <Entries {...entries} shown={drawn} />
    </>
  )
}

const FOLDED_AT_ONCE = 200

/**
 * Fills the search cache in the background; otherwise the first keystroke would have to process thousands of
 * annotations.
 */
function useFoldedAhead(all: readonly OwnAnnotation[]) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const foldFrom = (at: number) => {
      for (const annotation of all.slice(at, at + FOLDED_AT_ONCE)) foldedTexts(annotation)
      const next = at + FOLDED_AT_ONCE
      if (next < all.length) timer = setTimeout(() => foldFrom(next))
    }
    timer = setTimeout(() => foldFrom(0))
    return () => clearTimeout(timer)
  }, [all])
}
