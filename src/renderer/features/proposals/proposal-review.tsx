import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { editedValue, proposedText } from '../../../shared/features/proposals/edited-value.ts'
import type {
  ProposalAbout,
  ProposedChange,
  Verdict,
} from '../../../shared/features/proposals/proposal.ts'
import type { OpenedFile } from '../../../shared/features/proposals/proposal-calls.ts'
import {
  acceptedEdits,
  type ChangeState,
  type Decision,
  isAcceptable,
} from '../../../shared/features/proposals/review.ts'
import type { Language } from '../../../shared/locales/languages.ts'
import { folded } from '../../../shared/tables/table.ts'
import { call } from '../../bridge.ts'
import { useAccount } from '../../desk.ts'
import { useMutation } from '../../mutation.ts'
import { useFormat } from '../../ui/format.ts'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import classes from './proposals.module.css'
import { ProposedRow, useChangeName } from './proposed-row.tsx'

/** What the person decided about a change, as it is typed. */
export interface Draft {
  verdict: Verdict | null
  text: string
  note: string
}

interface ProposalReviewProps {
  account_id: string
  file: Extract<OpenedFile, { is: 'proposal' }>
  onAnother: () => void
  onClose: () => void
}

const MOST_SHOWN = 50

/** A proposal, decided on change by change. What was decided stays until the dialog is closed. */
export function ProposalReview({ account_id, file, onAnother, onClose }: ProposalReviewProps) {
  const { t } = useTranslation('proposals')
  const { language } = useFormat()
  const { value: document, states } = file
  const { changes, about } = document
  const nameOf = useChangeName()
  const [drafts, setDrafts] = useState(() => firstDrafts(changes, states, language))
  const [by, setBy] = useState('')
  const [search, setSearch] = useState('')
  const [most, setMost] = useState(MOST_SHOWN)
  const [said, setSaid] = useState('')
  const { mutate, failure, isPending } = useMutation()
  const found = useMemo(() => {
    const words = folded(search).split(/\s+/u).filter(Boolean)
    return changes.flatMap((change, index) => {
      const text = folded([nameOf(change), change.video, change.video_id, change.note].join('\n'))
      return words.every((word) => text.includes(word)) ? [{ change, index }] : []
    })
  }, [changes, search, nameOf])
  const decisions = useMemo(
    () => changes.flatMap((change, index) => decisionOf(change, drafts[index], language) ?? []),
    [changes, drafts, language],
  )
  const accepted = decisions.filter(({ change, answer }) => {
    const state = states[changes.indexOf(change)]
    return answer.verdict !== 'refused' && state !== undefined && isAcceptable(state)
  })
  const accept = () =>
    void mutate(async () => {
      await call.edits.save({ account_id, edits: acceptedEdits(accepted) })
      setSaid(t('review.made', { count: accepted.length }))
    })
  const sendBack = () =>
    void mutate(async () => {
      const answers = decisions.map(({ change, answer }) => ({ id: change.id, ...answer }))
      const name = await call.proposals.answer({ document, by, answers })
      if (name !== null) setSaid(t('review.saved', { name }))
    })
  return (
    <>
      <Facts about={about} onAnother={onAnother} />
      <Group gap={12} justify="space-between">
        <Text size="sm" c="dimmed">
          {t('review.decided', { decided: decisions.length, all: changes.length })}
        </Text>
        <SearchField value={search} onChange={setSearch} label={t('review.search')} w={240} />
      </Group>
      <div className={`${classes.listed} ${classes.scroller}`}>
        {found.length === 0 && <EmptyState title={t('none')} text={t('noneText')} />}
        <ul className={classes.lines} aria-label={t('review.list')}>
          {found.slice(0, most).map(({ change, index }) => (
            <ProposedRow
              key={change.id}
              {...{ account_id, change }}
              state={states[index] as ChangeState}
              draft={drafts[index] as Draft}
              onDraft={(draft) => setDrafts(drafts.with(index, draft))}
            />
          ))}
        </ul>
        {found.length > most && (
          <Button variant="subtle" fullWidth flex="none" onClick={() => setMost(most + MOST_SHOWN)}>
            {t('more', { count: found.length - most })}
          </Button>
        )}
      </div>
      {failure && <Notice failure={failure} />}
      <Text size="sm" role="status">
        {said}
      </Text>
      <Group justify="space-between" wrap="nowrap" gap={12} className={classes.foot}>
        <TextInput
          aria-label={t('review.by')}
          placeholder={t('review.by')}
          maxLength={200}
          value={by}
          onChange={({ currentTarget }) => setBy(currentTarget.value)}
        />
        <Group gap={8} wrap="nowrap">
          <Button variant="default" onClick={onClose}>
            {t('close')}
          </Button>
          <Button
            variant="default"
            loading={isPending}
            disabled={decisions.length === 0}
            onClick={sendBack}
          >
            {t('review.back')}
          </Button>
          <Button loading={isPending} disabled={accepted.length === 0} onClick={accept}>
            {t('review.do', { count: accepted.length })}
          </Button>
        </Group>
      </Group>
    </>
  )
}

/** What is as it was is accepted at first; what is different here is decided by the person. */
function firstDrafts(
  changes: readonly ProposedChange[],
  states: readonly ChangeState[],
  language: Language,
): Draft[] {
  return changes.map(({ answer, ...change }, index) => {
    const isAsMade = states[index]?.is === 'as-made'
    const verdict = answer?.verdict ?? (isAsMade ? 'accepted' : null)
    const want = answer?.verdict === 'edited' ? answer.want : change.want
    return { verdict, text: proposedText({ ...change, answer }, want, language), note: '' }
  })
}

/** Null as long as nothing is decided, or what was typed is no value. */
function decisionOf(
  change: ProposedChange,
  draft: Draft | undefined,
  language: Language,
): Decision | null {
  if (!draft?.verdict) return null
  const { verdict, text, note } = draft
  if (verdict !== 'edited') return { change, answer: { verdict, note } }
  const edited = editedValue(change, text, language)
  return edited && { change, answer: { verdict, want: edited.value as never, note } }
}

function Facts({ about, onAnother }: { about: ProposalAbout; onAnother: () => void }) {
  const { t } = useTranslation('proposals')
  const format = useFormat()
  const own = useAccount()?.name
  const { by, madeAt, note, leftOut, account, answeredAt, answeredBy } = about
  const made = { by, at: format.instant(madeAt) }
  const parts = [
    leftOut.tokens > 0 && t('review.tokens', { count: leftOut.tokens }),
    leftOut.pixelHtml > 0 && t('review.pixelHtml', { count: leftOut.pixelHtml }),
  ].filter((part) => part !== false)
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap" gap={12}>
        <Text size="sm" truncate>
          {t(by === '' ? 'review.fromNobody' : 'review.from', made)}
          {answeredAt !== null &&
            ` · ${t(answeredBy ? 'review.answered' : 'review.answeredNobody', {
              by: answeredBy ?? '',
              at: format.instant(answeredAt),
            })}`}
        </Text>
        <Button variant="default" size="compact-xs" flex="none" onClick={onAnother}>
          {t('import.another')}
        </Button>
      </Group>
      {note !== '' && (
        <Text size="sm" className={classes.breaks}>
          {note}
        </Text>
      )}
      {own !== undefined && own !== account && (
        <Text size="xs" c="var(--desk-warn)">
          {t('review.otherAccount', { account, own })}
        </Text>
      )}
      {parts.length > 0 && (
        <Text size="xs" c="dimmed">
          {t('review.leftOut', { what: parts.join(', ') })}
        </Text>
      )}
    </Stack>
  )
}
