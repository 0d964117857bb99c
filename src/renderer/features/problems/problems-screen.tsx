import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../../shared/features/accounts/account.ts'
import {
  MOST_LISTED,
  PROBLEM_VIEWS,
  type ProblemList,
  type ProblemView,
  type RuleFindings,
} from '../../../shared/features/problems/calls.ts'
import type { Change } from '../../../shared/features/publishing/edit.ts'
import { groupBy } from '../../../shared/maps.ts'
import { ofAccount } from '../../app-state.ts'
import { call } from '../../bridge.ts'
import { clock } from '../../clock.ts'
import { useSessionState } from '../../kept-list.ts'
import { useMutation } from '../../mutation.ts'
import { useToday } from '../../period.ts'
import { type QueryResult, useCall } from '../../query.ts'
import { Switch } from '../../ui/block.tsx'
import { LeftInFlight, saveEdits } from '../../ui/edits/save-edits.tsx'
import { UndoButtons } from '../../ui/edits/undo.tsx'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { NoVideos } from '../../ui/no-videos.tsx'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { openSheet } from '../../ui/open-sheet.ts'
import { ScreenHead } from '../../ui/screen-head.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Findings, Foot } from './findings.tsx'
import { isSeen, useListKeys } from './list-keys.ts'
import { OwnRules } from './own-rules.tsx'
import classes from './problems.module.css'
import { RuleList } from './rule-list.tsx'
import { type RuleWords, useRuleWords } from './rule-words.ts'
import { useChosen } from './use-chosen.ts'

/** The problems in all videos of the account, by rule, with their fixes. */
export const ProblemsScreen = ofAccount(Problems)

const NO_LIST: Pick<ProblemList, 'rules' | 'longest'> = { rules: [], longest: null }

function Problems({ account }: { account: Account }) {
  const { t } = useTranslation('problems')
  const [view, setView] = useSessionState<ProblemView>('view', 'all')
  const [search, setSearch] = useSessionState('search', '')
  const [isActiveOnly, setIsActiveOnly] = useSessionState('activeOnly', false)
  const [isEditing, setIsEditing] = useState(false)
  const { mutate, failure, isPending } = useMutation()
  const [most, setMost] = useState(MOST_LISTED)
  const { query, list, isWhole, words } = useProblems(account.id, {
    view,
    search,
    isActiveOnly,
    most,
  })
  const checkAgain = () =>
    void mutate(() => call.videos.refresh({ account_id: account.id, video_id: null }))
  return (
    <Stack gap={12} h="100%" className={classes.screen}>
      <Head
        account_id={account.id}
        {...{ list, isPending }}
        onRules={() => setIsEditing(true)}
        onCheck={checkAgain}
      />
      <Group gap={8} flex="none">
        <Switch
          label={t('views.label')}
          value={view}
          choices={PROBLEM_VIEWS}
          name={(value) => t(`views.${value}`, { count: list?.counts[value] ?? 0 })}
          onChange={setView}
        />
        <Checkbox
          label={t('activeOnly')}
          title={t('activeOnlyHint')}
          checked={isActiveOnly}
          onChange={({ currentTarget }) => setIsActiveOnly(currentTarget.checked)}
        />
        <SearchField label={t('search')} value={search} onChange={setSearch} w={230} ml="auto" />
      </Group>
      {failure && <Notice failure={failure} />}
      {query.failure && <Notice failure={query.failure} onRetry={query.refetch} />}
      {!list && !query.failure && <p role="status">{t('loading')}</p>}
      {list && (
        <Body
          {...{ account, list, isWhole, words, isPending }}
          hasKeys={!isEditing}
          onCheck={checkAgain}
          onMore={() => setMost(most + MOST_LISTED)}
          onShowAll={() => {
            setView('all')
            setSearch('')
            setIsActiveOnly(false)
          }}
        />
      )}
      {isEditing && (
        <OwnRules
          account_id={account.id}
          list={list ?? NO_LIST}
          onClose={() => setIsEditing(false)}
        />
      )}
    </Stack>
  )
}

interface HeadProps extends Pick<BodyProps, 'isPending' | 'onCheck'> {
  account_id: string
  list: ProblemList | undefined
  onRules: () => void
}

function Head({ account_id, list, isPending, onRules, onCheck }: HeadProps) {
  const { t } = useTranslation('problems')
  return (
    <ScreenHead
      title={t('title')}
      tools={
        <>
          <UndoButtons account_id={account_id} />
          <Button
            leftSection={<IconAdjustmentsHorizontal size={15} aria-hidden />}
            onClick={onRules}
          >
            {t('rules')}
          </Button>
          {list && list.checked > 0 && (
            <Button
              leftSection={<IconRefresh size={15} aria-hidden />}
              loading={isPending}
              onClick={onCheck}
            >
              {t('checkAgain')}
            </Button>
          )}
        </>
      }
    >
      {list && <Facts list={list} />}
    </ScreenHead>
  )
}

interface ListOptions {
  view: ProblemView
  search: string
  /** Only videos with plays. */
  isActiveOnly: boolean
  /** Maximum number of problems listed per rule. */
  most: number
}

interface Shown {
  query: QueryResult<ProblemList>
  /** The last list while another one is loading. */
  list: ProblemList | undefined
  /** Whether it has all open problems. */
  isWhole: boolean
  words: RuleWords
}

function useProblems(account_id: string, { view, search, isActiveOnly, most }: ListOptions): Shown {
  const [list, setList] = useState<ProblemList>()
  const words = useRuleWords((list ?? NO_LIST).rules)
  const rules = words.found(search)
  const query = useCall(
    'problems',
    'list',
    { account_id, view, search, rules, isActiveOnly, most },
    ['videos', 'edits', 'problems', 'players'],
  )
  if (query.value && query.value !== list) setList(query.value)
  // While another list is loading, the last one can be of another view or search.
  const isWhole = query.value !== undefined && view === 'all' && search.trim() === ''
  return { query, list: query.value ?? list, isWhole, words }
}

function Facts({ list }: { list: ProblemList }) {
  const { t } = useTranslation('problems')
  const { clock } = useFormat()
  const { counts, gone } = list
  const facts = [
    t('checked', { count: list.checked, time: clock(list.checkedAt) }),
    counts.new > 0 && t('newSince', { count: counts.new }),
    gone > 0 && t('gone', { count: gone }),
  ]
  return (
    <span className={kit.quiet} role="status">
      {facts.filter(Boolean).join(' · ')}
    </span>
  )
}

interface BodyProps {
  account: Account
  list: ProblemList
  isWhole: boolean
  words: RuleWords
  /** Whether the list handles keyboard shortcuts. */
  hasKeys: boolean
  isPending: boolean
  onCheck: () => void
  onShowAll: () => void
  onMore: () => void
}

function Body(props: BodyProps) {
  const { account, list, isWhole, words, hasKeys, onMore } = props
  const { findings } = list
  const [rule, setRule] = useSessionState<string | null>('rule', null)
  const known = findings.findIndex((one) => one.rule === rule)
  const [before, setBefore] = useState(0)
  if (known !== -1 && known !== before) setBefore(known)
  // When the current rule has no problems left, the next one is selected.
  const at = known === -1 ? Math.min(before, findings.length - 1) : known
  const shown = findings[at]
  if (!shown) return <Nothing {...props} />
  return (
    <div className={classes.body}>
      <RuleList {...{ list, isWhole, words }} chosen={shown} onChoose={setRule} />
      <OfRule
        key={shown.rule}
        {...{ account, words, hasKeys, onMore }}
        findings={shown}
        isChosen={known !== -1}
        onStep={(by) => setRule(findings[at + by]?.rule ?? shown.rule)}
      />
    </div>
  )
}

function Nothing({ account, list, isPending, onCheck, onShowAll }: BodyProps) {
  const { t } = useTranslation('problems')
  if (list.checked === 0) return <NoVideos {...{ account, isPending }} onDownload={onCheck} />
  const action = <Button onClick={onShowAll}>{t('showAll')}</Button>
  if (list.active === 0) {
    return <EmptyState title={t('noActive')} text={t('noActiveText')} action={action} />
  }
  if (list.active === null && list.counts.all === 0 && list.counts.muted === 0) {
    return <EmptyState title={t('none')} text={t('noneText')} />
  }
  return <EmptyState title={t('noMatch')} text={t('noMatchText')} action={action} />
}

interface OfRuleProps extends Pick<BodyProps, 'account' | 'words' | 'hasKeys' | 'onMore'> {
  findings: RuleFindings
  /** Whether the user chose the rule; otherwise it was selected by itself. */
  isChosen: boolean
  onStep: (by: 1 | -1) => void
}

interface Fixed {
  count: number
  /** The number of changes that were left out. */
  leftOut: number
}

function OfRule({ account, words, hasKeys, findings, isChosen, onStep, onMore }: OfRuleProps) {
  const { t } = useTranslation('problems')
  const today = useToday(account.timezone)
  const { mutate, value: fixed, failure, isPending } = useMutation<Fixed | null>()
  const [shownAt] = useState(() => clock.monotonic())
  const chosen = useChosen(account.id, findings, (act) => mutate(() => act().then(() => null)))
  const { ticked, current } = chosen
  const fix = () =>
    void mutate(async () => {
      const edits = [...groupBy(ticked, ({ video_id }) => video_id)].map(([video_id, own]) => ({
        video_id,
        changes: own.flatMap((one): Change[] => one.fix ?? []),
      }))
      if (edits.length === 0) return null
      const leftOut = await saveEdits({ account_id: account.id, edits })
      return { count: ticked.length, leftOut }
    })
  const group = chosen.sheetGroup
  const showInSheet = () => {
    const value = findings.rule
    if (group) openSheet(group, [{ column: 'problems', comparison: 'is', value }])
  }
  useListKeys(hasKeys && chosen.muting === null, {
    j: () => onStep(1),
    k: () => onStep(-1),
    f: () => !isPending && isSeen({ isChosen, shownMs: clock.monotonic() - shownAt }) && fix(),
    m: () => current && !('mute' in current) && chosen.mute(current),
  })
  return (
    <div className={classes.side}>
      <Findings
        {...{ findings, today, chosen, onMore }}
        account_id={account.id}
        title={words.titleOf(findings.rule)}
        reason={words.reasonOf(findings.rule, findings.severity)}
      />
      {failure && <Notice failure={failure} />}
      <LeftInFlight count={fixed?.leftOut ?? 0} />
      <Foot
        {...{ chosen, isPending }}
        message={fixed?.leftOut === 0 ? t('fixed', { count: fixed.count }) : ''}
        onFix={fix}
        onSheet={group && showInSheet}
      />
    </div>
  )
}
