import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProposalAbout } from '../../../shared/features/proposals/proposal.ts'
import type { OpenedFile } from '../../../shared/features/proposals/proposal-calls.ts'
import {
  acceptedEdits,
  type ChangeState,
  discardingEdits,
} from '../../../shared/features/proposals/review.ts'
import { folded, wordSearch } from '../../../shared/tables/table.ts'
import { useAccount } from '../../app-state.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { knownAtFirst, useQuery } from '../../query.ts'
import { LeftInFlight, saveEdits } from '../../ui/edits/save-edits.tsx'
import { useValueText } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { changeText } from './change-text.ts'
import {
  acceptedOf,
  acceptedTogether,
  certainlyMade,
  type Draft,
  decisionsOf,
  firstDrafts,
  isHalfPair,
  type Reviewed,
  refusedDrafts,
  reviewedWith,
} from './decision.ts'
import classes from './proposals.module.css'
import { ProposedRow, useChangeName } from './proposed-row.tsx'

interface ProposalReviewProps {
  account_id: string
  file: Extract<OpenedFile, { is: 'proposal' }>
  onAnother: () => void
  onClose: () => void
}

const MOST_SHOWN = 50
const NOTHING: ReadonlySet<string> = new Set()

/** The states of the changes as they are now, and the decisions on them. */
function useReviewed({ account_id, file }: ProposalReviewProps, made: ReadonlySet<string>) {
  const { language } = useFormat()
  const { changes, checksum } = file.value
  const [reviewed, setReviewed] = useState<Reviewed>(() => {
    const { states } = file
    return { changes, states, drafts: firstDrafts(changes, states, language) }
  })
  const compare = () => call.proposals.states({ account_id, changes })
  const key = `proposals.states ${account_id} ${checksum}` as const
  // Compared when it was opened; accepting compares again.
  const states = knownAtFirst(file.states, compare)
  const latest = useQuery(key, states, ['proposals', 'videos', 'edits'], true).value
  if (latest && latest !== reviewed.states) setReviewed(reviewedWith(reviewed, latest, { made }))
  return {
    ...{ reviewed, setReviewed },
    /** The accepted changes, without those that were overtaken since they were shown. */
    async acceptedNow() {
      const now = reviewedWith(reviewed, await compare(), { made })
      return acceptedOf(now, { made }, language)
    },
  }
}

/** A proposal, reviewed change by change. The decisions are kept until the dialog is closed. */
export function ProposalReview(props: ProposalReviewProps) {
  const { account_id, file, onAnother, onClose } = props
  const { t } = useTranslation('proposals')
  const { language } = useFormat()
  const { value: document } = file
  // An item that was created once is not created again by a second click.
  const [made, setMade] = useState(NOTHING)
  const { reviewed, setReviewed, acceptedNow } = useReviewed(props, made)
  const [by, setBy] = useState('')
  const [message, setMessage] = useState('')
  const [leftOut, setLeftOut] = useState(0)
  const { mutate, failure, isPending } = useMutation()
  const decisions = useMemo(() => decisionsOf(reviewed, language), [reviewed, language])
  const accepted = useMemo(
    () => acceptedOf(reviewed, { made }, language),
    [reviewed, made, language],
  )
  const accept = () =>
    void mutate(async () => {
      const saved = await acceptedNow()
      if (saved.length === 0) return
      const left = await saveEdits({ account_id, edits: acceptedEdits(saved) })
      setLeftOut(left)
      const done = certainlyMade(saved, left, ({ change }) => change.kind === 'create')
      setMade(new Set([...made, ...done.map(({ change }) => change.id)]))
      setMessage(left > 0 ? '' : t('review.made', { count: saved.length }))
    })
  const sendBack = () =>
    void mutate(async () => {
      const answers = decisions.map(({ change, answer }) => ({ id: change.id, ...answer }))
      const name = await call.proposals.answer({ document, by, answers })
      if (name !== null) setMessage(t('review.saved', { name }))
    })
  return (
    <>
      <Facts about={document.about} onAnother={onAnother} />
      <Changes
        {...{ account_id, reviewed }}
        decided={decisions.length}
        onDrafts={(changed) => {
          const drafts = reviewed.drafts.map((one, index) => changed.get(index) ?? one)
          setReviewed({ ...reviewed, drafts })
        }}
      />
      {failure && <Notice failure={failure} />}
      <LeftInFlight count={leftOut} />
      <RefusedDrafts {...{ account_id, reviewed }} />
      <Text size="sm" role="status" className={classes.message}>
        {message}
      </Text>
      <Group justify="space-between" wrap="nowrap" gap={12} pt={4}>
        <TextInput
          aria-label={t('review.by')}
          placeholder={t('review.by')}
          maxLength={200}
          value={by}
          onChange={({ currentTarget }) => setBy(currentTarget.value)}
        />
        <Group gap={8} wrap="nowrap">
          <Button onClick={onClose}>{t('close')}</Button>
          <Button loading={isPending} disabled={decisions.length === 0} onClick={sendBack}>
            {t('review.back')}
          </Button>
          <Button
            variant="filled"
            loading={isPending}
            disabled={accepted.length === 0}
            onClick={accept}
          >
            {t('review.do', { count: accepted.length })}
          </Button>
        </Group>
      </Group>
    </>
  )
}

/** The author's own drafts that a reply refused: the next publish would send them. */
function RefusedDrafts({ account_id, reviewed }: Pick<ChangesProps, 'account_id' | 'reviewed'>) {
  const { t } = useTranslation('proposals')
  const { mutate, failure, isPending } = useMutation()
  const refused = useMemo(() => refusedDrafts(reviewed), [reviewed])
  if (refused.length === 0) return null
  const discard = () =>
    void mutate(() => saveEdits({ account_id, edits: discardingEdits(refused) }))
  return (
    <>
      {failure && <Notice failure={failure} />}
      <Group gap={8}>
        <Text c="var(--desk-warn)">{t('review.refusedDrafts', { count: refused.length })}</Text>
        <Button size="compact-xs" loading={isPending} onClick={discard}>
          {t('review.discard')}
        </Button>
      </Group>
    </>
  )
}

interface ChangesProps extends Pick<ProposalReviewProps, 'account_id'> {
  reviewed: Reviewed
  /** By their places. */
  onDrafts: (changed: ReadonlyMap<number, Draft>) => void
  decided: number
}

function Changes({ account_id, reviewed, onDrafts, decided }: ChangesProps) {
  const { t } = useTranslation('proposals')
  const { changes, states, drafts } = reviewed
  const { language } = useFormat()
  const nameOf = useChangeName()
  const textOf = useValueText(account_id)
  const [search, setSearch] = useState('')
  const [most, setMost] = useState(MOST_SHOWN)
  const found = useMemo(() => {
    const hasWords = wordSearch(search)
    return changes.flatMap((change, index) => {
      const name = nameOf(change)
      const text = () => changeText(change, { name, mode: states[index]?.mode, language, textOf })
      return !hasWords || hasWords(folded(text())) ? [{ change, index }] : []
    })
  }, [changes, states, search, nameOf, language, textOf])
  return (
    <>
      <Group gap={12} justify="space-between">
        <Text size="sm" c="dimmed">
          {t('review.decided', { decided, all: changes.length })}
        </Text>
        <Group gap={8}>
          <DecideAll {...{ reviewed, onDrafts }} found={found.map(({ index }) => index)} />
          <SearchField value={search} onChange={setSearch} label={t('review.search')} w={240} />
        </Group>
      </Group>
      <Stack gap={0} className={`${kit.card} ${classes.scroller}`}>
        {found.length === 0 && <EmptyState title={t('none')} text={t('noneText')} />}
        <ul className={`${kit.list} ${classes.lines}`} aria-label={t('review.list')}>
          {found.slice(0, most).map(({ change, index }) => (
            <ProposedRow
              key={change.id}
              {...{ account_id, change }}
              state={states[index] as ChangeState}
              draft={drafts[index] as Draft}
              isHalf={isHalfPair(change, reviewed, language)}
              onDraft={(draft) => onDrafts(new Map([[index, draft]]))}
            />
          ))}
        </ul>
        {found.length > most && (
          <Button variant="subtle" fullWidth flex="none" onClick={() => setMost(most + MOST_SHOWN)}>
            {t('more', { count: found.length - most })}
          </Button>
        )}
      </Stack>
    </>
  )
}

interface DecideAllProps extends Pick<ChangesProps, 'reviewed' | 'onDrafts'> {
  /** The places of the visible changes. */
  found: readonly number[]
}

/**
 * Decides on all visible changes. One that replaces what was changed here, or that was decided on
 * individually, is only accepted individually.
 */
function DecideAll({ reviewed, onDrafts, found }: DecideAllProps) {
  const { t } = useTranslation('proposals')
  const accepted = acceptedTogether(found, reviewed)
  const draftAt = (index: number) => reviewed.drafts[index] as Draft
  const decide = (places: readonly number[], verdict: 'accepted' | 'refused') => () =>
    onDrafts(new Map(places.map((index) => [index, { ...draftAt(index), verdict }])))
  return (
    <>
      <Button disabled={accepted.length === 0} onClick={decide(accepted, 'accepted')}>
        {t('review.acceptAll', { count: accepted.length })}
      </Button>
      <Button disabled={found.length === 0} onClick={decide(found, 'refused')}>
        {t('review.refuseAll', { count: found.length })}
      </Button>
    </>
  )
}

function Facts({ about, onAnother }: { about: ProposalAbout; onAnother: () => void }) {
  const { t } = useTranslation('proposals')
  const own = useAccount()?.name
  const { note, account } = about
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap" gap={12}>
        <Text size="sm" truncate>
          <Origin about={about} />
        </Text>
        <Button size="compact-xs" flex="none" onClick={onAnother}>
          {t('import.another')}
        </Button>
      </Group>
      {note !== '' && (
        <Text size="sm" className={kit.breaks}>
          {note}
        </Text>
      )}
      {own !== undefined && own !== account && (
        <Text c="var(--desk-warn)">{t('review.otherAccount', { account, own })}</Text>
      )}
      <LeftOut leftOut={about.leftOut} />
    </Stack>
  )
}

function Origin({ about: { by, madeAt, answeredAt, answeredBy } }: { about: ProposalAbout }) {
  const { t } = useTranslation('proposals')
  const format = useFormat()
  const made = t(by === '' ? 'review.fromNobody' : 'review.from', {
    by,
    at: format.instant(madeAt),
  })
  if (answeredAt === null) return made
  const answered = t(answeredBy ? 'review.answered' : 'review.answeredNobody', {
    by: answeredBy ?? '',
    at: format.instant(answeredAt),
  })
  return `${made} · ${answered}`
}

function LeftOut({ leftOut: { tokens, pixelHtml } }: Pick<ProposalAbout, 'leftOut'>) {
  const { t } = useTranslation('proposals')
  const parts = [
    tokens > 0 && t('review.tokens', { count: tokens }),
    pixelHtml > 0 && t('review.pixelHtml', { count: pixelHtml }),
  ].filter((part) => part !== false)
  if (parts.length === 0) return null
  return <Text c="dimmed">{t('review.leftOut', { what: parts.join(', ') })}</Text>
}
