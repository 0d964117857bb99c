import { Button, Group, Paper, SegmentedControl, Stack, Table, VisuallyHidden } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/failure.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { Edit, EditsList } from '../../../shared/features/publishing/edit.ts'
import type { Publish } from '../../../shared/features/publishing/publish.ts'
import { withKeys } from '../../../shared/maps.ts'
import { ofAccount } from '../../app-state.ts'
import { call } from '../../bridge.ts'
import { useScrollRestoration, useSessionState } from '../../kept-list.ts'
import { useMutation } from '../../mutation.ts'
import { useCall } from '../../query.ts'
import { byVideo, countsOf, discardable } from '../../ui/edits/counts.ts'
import { UndoButtons } from '../../ui/edits/undo.tsx'
import { sharedEdits, useEdits } from '../../ui/edits/use-edits.ts'
import kit from '../../ui/kit.module.css'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { openProposals } from '../../ui/proposals.ts'
import { ScreenHead } from '../../ui/screen-head.tsx'
import { goTo } from '../../view.ts'
import { AccountHistory } from './account-history.tsx'
import type { Act } from './change-row.tsx'
import { CheckPanel } from './check-panel.tsx'
import { type Checked, checkedNow, useChecks } from './check-state.ts'
import { Duplicates } from './duplicates.tsx'
import { OrphanFiles } from './orphan-files.tsx'
import classes from './outbox.module.css'
import { PostBar } from './post-bar.tsx'
import { DiscardDialog } from './post-dialog.tsx'
import { Publishes } from './publishes.tsx'
import { Results } from './results.tsx'
import { VideoChanges } from './video-changes.tsx'

/** All pending edits of an account, with the buttons to post them. */
export const OutboxScreen = ofAccount(Outbox)

function Outbox({ account }: { account: Account }) {
  const { t } = useTranslation('outbox')
  const query = useEdits(account.id)
  const list = query.value
  const publish = useLastPublish(account.id)
  const { view, choose } = useShownView(publish)
  return (
    <Stack gap={12} h="100%" className={classes.screen}>
      <ScreenHead
        title={t('title')}
        tools={
          <>
            <Views view={view} count={list?.edits.length ?? 0} onChoose={choose} />
            <Tools account_id={account.id} />
          </>
        }
      >
        {list && <Facts list={list} />}
      </ScreenHead>
      {query.failure && <Notice failure={query.failure} onRetry={query.refetch} />}
      {list?.blocked && <Blocked account_id={account.id} blocked={list.blocked} />}
      {view === 'history' && <AccountHistory account_id={account.id} />}
      {list && <OutboxView {...{ account, list, publish, view, choose }} />}
    </Stack>
  )
}

/** Why nothing is sent, with a button to try at once; never before a limit ends. */
function Blocked({ account_id, blocked }: { account_id: string; blocked: Failure }) {
  const { mutate, failure } = useMutation()
  // Queues no other edit: the queued ones go on.
  const goOn = () => void mutate(() => call.edits.post({ account_id, video_ids: [] }))
  return (
    <>
      <Notice failure={blocked} onRetry={blocked.kind === 'quota' ? undefined : goOn} />
      {failure && <Notice failure={failure} />}
    </>
  )
}

interface ShownProps extends PendingEditsProps {
  view: View
}

function OutboxView({ view, ...of }: ShownProps) {
  const { account, list, publish, choose } = of
  if (view === 'changes') return <PendingEdits {...of} />
  if (view === 'history') return null
  return (
    <Scroller>
      <Publishes
        key={account.id}
        {...{ account, list }}
        last={publish}
        onEnd={() => choose('changes')}
      />
    </Scroller>
  )
}

/** The current view of the screen: at first the last publish, when it is one of several videos. */
function useShownView(publish: Publish | null | undefined) {
  const [chosen, choose] = useSessionState<View | null>('view', null)
  const first: View = publish && isOfMany(publish) ? 'publish' : 'changes'
  return { view: chosen ?? first, choose }
}

const VIEWS = ['changes', 'publish', 'history'] as const
type View = (typeof VIEWS)[number]

const isOfMany = ({ videos }: Publish) => videos.length > 1

const useLastPublish = (account_id: string) =>
  useCall('publishes', 'last', { account_id }, ['edits', 'publishes']).value

interface ViewsProps {
  view: View
  /** Of the changes. */
  count: number
  onChoose: (view: View) => void
}

function Views({ view, count, onChoose }: ViewsProps) {
  const { t } = useTranslation('publish')
  return (
    <SegmentedControl
      aria-label={t('views.label')}
      value={view}
      onChange={(value) => onChoose(value as View)}
      data={VIEWS.map((value) => ({ value, label: t(`views.${value}`, { count }) }))}
    />
  )
}

function Scroller({ children }: { children: ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null)
  useScrollRestoration(scroller, 'publish')
  return (
    <div ref={scroller} className={classes.scroller}>
      {children}
    </div>
  )
}

function Tools({ account_id }: { account_id: string }) {
  const { t } = useTranslation('proposals')
  return (
    <>
      <Button
        leftSection={<IconFileExport size={15} aria-hidden />}
        onClick={() => openProposals({ show: 'propose', account_id })}
      >
        {t('propose.button')}
      </Button>
      <UndoButtons account_id={account_id} />
    </>
  )
}

function Facts({ list: { edits, isPosting } }: { list: EditsList }) {
  const { t } = useTranslation('outbox')
  const words = useTranslation('edits').t
  const { changes, videos } = countsOf(edits)
  const what = words('changesOn', {
    changes: words('changes', { count: changes }),
    videos: words('videos', { count: videos }),
  })
  return (
    <span className={kit.quiet} role="status">
      {changes === 0 ? t('none') : t(isPosting ? 'isPosting' : 'saved', { what })}
    </span>
  )
}

interface PendingProps {
  account: Account
  list: EditsList
}

interface PendingEditsProps extends PendingProps {
  /** The last publish, until it is dismissed. */
  publish: Publish | null | undefined
  choose: (view: View) => void
}

function PendingEdits({ account, list, publish, choose }: PendingEditsProps) {
  const account_id = account.id
  const scroller = useRef<HTMLDivElement>(null)
  useScrollRestoration(scroller, 'changes')
  const [leftOut, setLeftOut] = useSessionState<ReadonlySet<string>>('leftOut', NONE)
  const [discarding, setDiscarding] = useState<readonly string[]>([])
  const { mutate, failure } = useMutation()
  const check = useChecks((checks) => checks[account_id])
  const now = useMemo(() => checkedNow(list.edits, check), [list.edits, check])
  const { discarded, discard } = useDiscarding(account_id, list, mutate)
  const ofVideos = discardable(list.edits).filter(({ video_id }) => discarding.includes(video_id))
  const isEmpty = list.edits.length === 0
  return (
    <>
      <div ref={scroller} className={classes.scroller} data-changes>
        <div className={isEmpty ? classes.stack : classes.columns}>
          <div className={classes.stack}>
            {publish && !isOfMany(publish) && (
              <Results {...{ account_id, publish }} edits={list.edits} act={mutate} />
            )}
            {discarded !== null && <Discarded account_id={account_id} what={discarded} />}
            <Duplicates account_id={account_id} duplicates={list.duplicates} />
            {isEmpty ? (
              <NoPendingEdits />
            ) : (
              <Changes
                {...{ account, list, now, leftOut }}
                act={mutate}
                onLeaveOut={setLeftOut}
                onDiscard={(id) => setDiscarding([id])}
              />
            )}
            <OrphanFiles account_id={account_id} />
          </div>
          {!isEmpty && <CheckPanel {...{ account, list, now }} act={mutate} />}
        </div>
      </div>
      {!isEmpty && (
        <PostBar
          {...{ account, list, leftOut, now, failure }}
          act={mutate}
          onChooseAll={(isAll) =>
            setLeftOut(isAll ? NONE : new Set(list.edits.map(({ video_id }) => video_id)))
          }
          onDiscard={setDiscarding}
          onPost={(videos) => {
            if (videos > 1) choose('publish')
          }}
        />
      )}
      {ofVideos.length > 0 && (
        <DiscardDialog
          account={account}
          edits={ofVideos}
          names={list.names}
          onDiscard={() => discard(ofVideos)}
          onClose={() => setDiscarding([])}
        />
      )}
    </>
  )
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Discards edits. The message about them is shown until the next change, because undo then takes
 * back that change.
 */
function useDiscarding(account_id: string, list: EditsList, act: Act) {
  const { t } = useTranslation('edits')
  const [last, setLast] = useState<{ count: number; left: readonly Edit[] | undefined }>()
  const discard = (edits: readonly Edit[]) => {
    const isAll = edits.length === discardable(list.edits).length
    const video_ids = isAll ? null : [...new Set(edits.map(({ video_id }) => video_id))]
    void act(async () => {
      await call.edits.discard({ account_id, video_ids })
      const query = sharedEdits(account_id)
      query.now().refetch()
      await query.answered()
      setLast({ count: edits.length, left: query.now().value?.edits })
    })
  }
  // The query keeps the identity of equal edits, so these are the same until they change.
  const discarded = last && list.edits === last.left ? t('changes', { count: last.count }) : null
  return { discarded, discard }
}

interface ChangesProps extends PendingProps {
  now: Checked
  /** Ids of the videos that are not selected. */
  leftOut: ReadonlySet<string>
  act: Act
  onLeaveOut: (leftOut: ReadonlySet<string>) => void
  onDiscard: (video_id: string) => void
}

const MOST_SHOWN = 20

function Changes({ account, list, now, leftOut, act, onLeaveOut, onDiscard }: ChangesProps) {
  const { t } = useTranslation('outbox')
  const [most, setMost] = useSessionState('most', MOST_SHOWN)
  const videos = [...byVideo(list.edits)]
  return (
    <Paper radius="md" className={`${classes.card} ${classes.list}`}>
      <Table
        layout="fixed"
        verticalSpacing={3}
        horizontalSpacing="md"
        borderColor="var(--desk-hairline)"
        aria-label={t('title')}
      >
        <Table.Thead>
          <Table.Tr bd={0}>
            {COLUMNS.map(([name, width]) => (
              <Table.Th key={name} w={width} p={0}>
                <VisuallyHidden>{t(`column.${name}`)}</VisuallyHidden>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        {videos.slice(0, most).map(([video_id, edits]) => (
          <VideoChanges
            key={video_id}
            {...{ account, video_id, edits, act }}
            name={list.names[video_id] ?? video_id}
            blocked={list.blocked}
            stateOf={now.stateOf}
            isChosen={!leftOut.has(video_id)}
            onChoose={(isChosen) => onLeaveOut(withKeys(leftOut, [video_id], !isChosen))}
            onDiscard={() => onDiscard(video_id)}
          />
        ))}
      </Table>
      {videos.length > most && (
        <Button variant="subtle" fullWidth onClick={() => setMost(most + MOST_SHOWN)}>
          {t('moreVideos', { count: videos.length - most })}
        </Button>
      )}
    </Paper>
  )
}

/** Including the widths. */
const COLUMNS = [
  ['what', '40%'],
  ['change', undefined],
  ['status', 124],
  ['act', 78],
] as const

function NoPendingEdits() {
  const { t } = useTranslation('outbox')
  return (
    <EmptyState
      title={t('nothing')}
      text={t('nothingText')}
      action={<Button onClick={() => goTo('videos')}>{t('toVideos')}</Button>}
    />
  )
}

/** The changes that were just discarded, with a button to undo. */
function Discarded({ account_id, what }: { account_id: string; what: string }) {
  const { t } = useTranslation('outbox')
  const words = useTranslation('edits').t
  const { mutate, failure } = useMutation()
  const undo = () => void mutate(() => call.edits.undo({ account_id }))
  return (
    <Paper className={classes.card} radius="md" px="md" py="sm" role="status">
      <Group gap="sm">
        <span>{t('discarded', { what })}</span>
        <Button size="compact-xs" onClick={undo}>
          {words('undo')}
        </Button>
        {failure && <Notice failure={failure} />}
      </Group>
    </Paper>
  )
}
