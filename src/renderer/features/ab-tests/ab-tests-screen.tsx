import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ComparisonGroup } from '../../../shared/api/comparison-group.ts'
import type { StoredAbTest } from '../../../shared/features/ab-tests/ab-test.ts'
import { abTestsTable } from '../../../shared/features/ab-tests/table.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import { ofAccount } from '../../app-state.ts'
import { KeyBuffer } from '../../keys.ts'
import { type QueryResult, useCall } from '../../query.ts'
import { AnswerAge, Answered, Block, BlockPage } from '../../ui/block.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { useNow } from '../../ui/freshness.tsx'
import { type ListedTests, useListedTests } from '../../ui/listed-tests.ts'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { openTest, useView } from '../../view.ts'
import { TestView, type TestViewProps } from './test-view.tsx'
import { type TestProps, useNameOf, useTranslatedCells } from './use-test.ts'

/** The account's A/B tests, or the opened one. */
export const AbTestsScreen = ofAccount(AccountTests)

function AccountTests({ account }: { account: Account }) {
  const { id: account_id, timezone: zone } = account
  const opened = useView(({ preferences }) => preferences.openedTest)
  const listed = useListedTests(account_id, zone)
  const storedTests = useCall('abTests', 'list', { account_id }, ['abTests', 'analytics'])
  const nameOf = useNameOf(account_id)
  const close = useCallback(() => openTest(null), [])
  const group =
    opened?.account_id === account_id
      ? listed.value?.value.find(({ id }) => id === opened.group_id)
      : undefined
  if (!group) return <AllTests {...{ account_id, zone, listed, storedTests, nameOf }} />
  return (
    <OpenedTest
      {...{ account_id, zone, group, nameOf }}
      onClose={close}
      onRead={storedTests.refetch}
    />
  )
}

/** A test with all its snapshots; the list only has the newest. */
function OpenedTest(props: Omit<TestViewProps, 'stored'>) {
  const { account_id, group, onRead } = props
  const group_id = group.id
  const { value, failure, refetch } = useCall('abTests', 'test', { account_id, group_id }, [
    'abTests',
    'analytics',
  ])
  const onReadBoth = useCallback(() => {
    refetch()
    onRead()
  }, [refetch, onRead])
  if (value) return <TestView {...props} stored={value} onRead={onReadBoth} />
  return failure ? <Notice failure={failure} onRetry={refetch} /> : <KeyBuffer />
}

interface AllTestsProps extends Pick<TestProps, 'account_id' | 'zone' | 'nameOf'> {
  listed: QueryResult<ListedTests>
  storedTests: QueryResult<Record<string, StoredAbTest>>
}

function AllTests({ account_id, zone, listed, storedTests, nameOf }: AllTestsProps) {
  const { t } = useTranslation('abTests')
  const tests = listed.value?.value
  const open = (group_id: string | undefined) =>
    group_id !== undefined && openTest({ account_id, group_id })
  return (
    <BlockPage title={t('title')} text={t('text')}>
      <Block
        title={tests ? t('listed', { count: tests.length }) : t('title')}
        tools={
          <ExportButton request={{ table: 'ab_tests', account_id }} isDisabled={!tests?.length} />
        }
        foot={
          <>
            <AnswerAge answer={listed.value} zone={zone} />
            {listed.value && <ListNotes listed={listed.value} />}
          </>
        }
      >
        {storedTests.failure && (
          <Notice failure={storedTests.failure} onRetry={storedTests.refetch} />
        )}
        <Answered query={listed} height={220}>
          {(answer) => (
            <List
              {...{ answer, zone, nameOf }}
              stored={storedTests.value}
              onOpen={(at) => open(answer.value[at]?.id)}
            />
          )}
        </Answered>
      </Block>
    </BlockPage>
  )
}

/** The order of the tests, and how many could not be read. */
export function ListNotes({ listed }: { listed: Pick<ListedTests, 'value' | 'leftOut'> }) {
  const { t } = useTranslation('abTests')
  const { value, leftOut } = listed
  return (
    <>
      {value.length > 1 && <span>{t('inOrder')}</span>}
      {leftOut > 0 && <span>{t('leftOut', { count: leftOut })}</span>}
    </>
  )
}

// In pixels: leaves enough space for the dates in the narrowest window.
const WIDTHS = { ab_test: 170, test_state: 100, verdict: 150, as_of: 174, arms: 150 }

interface ListProps extends Pick<TestProps, 'zone' | 'nameOf'> {
  answer: Answer<ComparisonGroup[]>
  stored: Record<string, StoredAbTest> | undefined
  onOpen: (at: number) => void
}

function List({ answer, stored, zone, nameOf, onOpen }: ListProps) {
  const { t } = useTranslation('abTests')
  const now = useNow(60_000)
  const table = useMemo(
    () => abTestsTable(answer, stored ?? {}, { zone, nameOf, now }),
    [answer, stored, zone, nameOf, now],
  )
  const shown = useTranslatedCells(table)
  const empty = useMemo(() => <EmptyState title={t('none')} text={t('noneText')} />, [t])
  return (
    <DataTable
      table={shown}
      label={t('title')}
      widths={WIDTHS}
      onOpenRow={onOpen}
      maxHeight="70vh"
      empty={empty}
    />
  )
}
