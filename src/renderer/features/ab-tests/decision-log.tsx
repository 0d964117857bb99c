import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { truncatedPercent } from '../../../shared/api/statistics.ts'
import type { AbDecided, AbSnapshot } from '../../../shared/features/ab-tests/ab-test.ts'
import { chancePercent } from '../../../shared/features/ab-tests/posterior.ts'
import { readingOf } from '../../../shared/features/ab-tests/reading.ts'
import { abDecisionsTable } from '../../../shared/features/ab-tests/table.ts'
import { call } from '../../bridge.ts'
import { useSessionState } from '../../kept-list.ts'
import { useMutation } from '../../mutation.ts'
import { Column } from '../../ui/column.tsx'
import { EmptyState, Note, Notice } from '../../ui/notice.tsx'
import { useReport } from '../../view.ts'
import { TableBlock } from './table-block.tsx'
import type { About } from './use-test.ts'

export function DecisionLog({ about, newest }: { about: About; newest: AbSnapshot | null }) {
  const { t } = useTranslation('abTests')
  const isReport = useReport() !== null
  return (
    <TableBlock
      name="ab_decisions"
      about={about}
      table={abDecisionsTable(about.stored.decisions, about)}
      empty={
        <EmptyState
          title={t('log.none')}
          text={t(isReport ? 'log.noneInReport' : 'log.noneText')}
        />
      }
    >
      <Note>{t('log.text')}</Note>
      {!isReport && newest && <Decide about={about} newest={newest} />}
    </TableBlock>
  )
}

const EMPTY = { hypothesis: '', who: '', why: '' }

const LONG = { autosize: true, minRows: 2, maxLength: 4000 }

function Decide({ about, newest }: { about: About; newest: AbSnapshot }) {
  const { t } = useTranslation('abTests')
  const [typed, setTyped] = useSessionState(`decision ${about.group.id}`, EMPTY)
  const [status, setStatus] = useState<'needs' | 'added' | null>(null)
  const { mutate, failure, isPending } = useMutation()
  const type = (key: keyof typeof EMPTY) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setTyped({ ...typed, [key]: value })
    setStatus(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!typed.who.trim() || !typed.why.trim()) return setStatus('needs')
    const decided = { ...typed, ...currentResult(about, newest) }
    const { account_id, group } = about
    // The form is cleared only after the decision is on disk.
    void mutate(async () => {
      await call.abTests.decide({ account_id, group_id: group.id, decided })
      setTyped({ ...EMPTY, who: typed.who })
      setStatus('added')
    })
  }
  return (
    <Column component="form" gap={8} maw={720} mb={12} onSubmit={submit}>
      <Textarea
        label={t('log.hypothesis')}
        {...LONG}
        value={typed.hypothesis}
        onChange={type('hypothesis')}
      />
      <TextInput label={t('log.who')} maxLength={200} value={typed.who} onChange={type('who')} />
      <Textarea label={t('log.why')} {...LONG} value={typed.why} onChange={type('why')} />
      <Group gap={10} wrap="nowrap">
        <Button variant="filled" type="submit" loading={isPending}>
          {t('log.add')}
        </Button>
        <span role="status">{status && t(`log.${status}`)}</span>
      </Group>
      {failure && <Notice failure={failure} />}
    </Column>
  )
}

/** The current result, to be stored with the decision. */
function currentResult({ choice, group, pair, zone }: About, snapshot: AbSnapshot) {
  const { verdict } = readingOf(group, snapshot, { metric: choice.primary, ...choice, zone })
  const percent = (share: number | null) =>
    share === null || !Number.isFinite(share) ? null : truncatedPercent(share * 100)
  const isRead = verdict.state !== 'invalid'
  return {
    primary: choice.primary,
    guardrails: choice.guardrails,
    arms: [...pair],
    state: verdict.state,
    lift: isRead ? percent(verdict.lift) : null,
    low: isRead ? percent(verdict.interval[0]) : null,
    high: isRead ? percent(verdict.interval[1]) : null,
    chance: isRead ? chancePercent(verdict.chance.bIsHigher) : null,
    asOf: snapshot.asOf,
  } satisfies Omit<AbDecided, keyof typeof EMPTY>
}
