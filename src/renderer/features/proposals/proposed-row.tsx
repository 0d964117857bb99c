import { SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import {
  canHaveLines,
  editedColumn,
  editedValue,
} from '../../../shared/features/proposals/edited-value.ts'
import {
  type ProposedChange,
  VERDICTS,
  type Verdict,
} from '../../../shared/features/proposals/proposal.ts'
import {
  type ChangeState,
  isAcceptable,
  newItemValues,
} from '../../../shared/features/proposals/review.ts'
import { MODE } from '../../../shared/features/publishing/modes.ts'
import { changedParts, itemName } from '../../../shared/features/publishing/value-text.ts'
import { Value } from '../../ui/edits/value.tsx'
import { groupName, settingName, useValueText } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { TemplateValue } from '../../ui/templates/template-value.tsx'
import { MOST_LINES } from '../../ui/text-lines.ts'
import type { Draft } from './decision.ts'
import classes from './proposals.module.css'

type Named = Pick<ProposedChange, 'group' | 'item_id' | 'item' | 'register' | 'kind'>

/** Names a change: its group, item and setting. */
export function useChangeName() {
  const { t } = useTranslation('edits')
  const { language } = useFormat()
  return useCallback(
    ({ group, item_id, item, register, kind }: Named) => {
      const named = item || (item_id === null ? '' : t('item', { id: item_id }))
      const whole = t(kind === 'delete' ? 'delete' : 'create')
      const setting = register === null ? whole : settingName(group, register, language)
      return [groupName(group, language), named, setting].filter(Boolean).join(' · ')
    },
    [t, language],
  )
}

interface ProposedRowProps {
  account_id: string
  change: ProposedChange
  state: ChangeState
  draft: Draft
  onDraft: (draft: Draft) => void
  /** Whether it is not accepted, because the pixel's mode or threshold proposed with it is not. */
  isHalf: boolean
}

/** A proposed change: its base, the value here, and the decision about it. */
export function ProposedRow(props: ProposedRowProps) {
  const { account_id, change, state, draft, onDraft, isHalf } = props
  const { t } = useTranslation('proposals')
  const { language } = useFormat()
  const name = useChangeName()(change)
  const { answer, note } = change
  return (
    <li className={classes.proposed}>
      <div className={classes.content}>
        <span>
          <span className={classes.about}>{change.video || change.video_id}</span>
          {` · ${name}`}
        </span>
        <Difference {...{ account_id, change }} mode={state.mode} />
        <span className={classes.state} data-state={state.partner ? 'different' : state.is}>
          <StateText {...{ account_id, change, state }} />
        </span>
        {state.is === 'different' && (
          <Named label={t('review.theirs')}>
            <ProposedValue
              {...{ account_id, change }}
              value={state.theirs}
              beside={change.want}
              mode={state.modes?.theirs}
            />
          </Named>
        )}
        {state.own.map(({ register, want }) => (
          <Named key={register} label={t('review.own')}>
            {register !== change.register &&
              `${settingName(change.group, register ?? '', language)}: `}
            <ProposedValue
              {...{ account_id }}
              change={{ ...change, register }}
              value={want}
              beside={register === change.register ? change.want : undefined}
              mode={state.modes?.own}
            />
          </Named>
        ))}
        {note !== '' && <Named label={t('review.theirNote')}>{note}</Named>}
        {answer && (
          <Named label={t(`review.answer.${answer.verdict}`)}>
            {answer.verdict === 'edited' && (
              <ProposedValue
                {...{ account_id, change }}
                value={answer.want}
                beside={change.want}
                mode={modeOfAnswer(change, state)}
              />
            )}
            {answer.note}
          </Named>
        )}
      </div>
      <Verdicts {...{ change, state, draft, onDraft, name, isHalf }} />
    </li>
  )
}

/** The mode of an edited value: the one here where that was another one, as its editor shows it. */
const modeOfAnswer = ({ beside }: ProposedChange, { mode, partner }: ChangeState) =>
  partner ? mode : (beside?.want ?? mode)

/** How a change compares with the data here; of a pixel's mode or threshold also the other of the two. */
export function StateText(props: Pick<ProposedRowProps, 'account_id' | 'change' | 'state'>) {
  const { account_id, change, state } = props
  const { partner } = state
  const { t } = useTranslation('proposals')
  const { language } = useFormat()
  const textOf = useValueText(account_id, partner?.register ?? null)
  if (!partner) return t(`review.state.${state.is}`)
  const { register, meant, here } = partner
  return t('review.partner', {
    setting: settingName(change.group, register, language),
    meant: textOf(meant, register, change.want),
    here: textOf(here, register, state.modes?.own),
  })
}

function Named({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={classes.change}>
      <span className={classes.setting}>{label}</span>
      <span className={kit.breaks}>{children}</span>
    </span>
  )
}

interface ShownProps {
  account_id: string
  change: ProposedChange
  value: unknown
  /** The value that it is compared with: of two long texts only the differing parts are shown. */
  beside?: unknown
  /** The mode of the pixel whose threshold it is. */
  mode?: unknown
}

const LONGEST_SHOWN = 160

function ProposedValue({ account_id, change, value, beside, mode }: ShownProps) {
  const { register } = change
  const textOf = useValueText(account_id, register)
  const isItem = register === null
  const shown = isItem ? itemName(value) || null : value
  const texts = [textOf(value, register, mode), textOf(beside, register, mode)] as const
  const part = beside === undefined ? undefined : changedParts(...texts, LONGEST_SHOWN)[0]
  return <Value {...{ account_id, register, part, mode }} value={shown} />
}

/** Every value of a new item, because all of them are accepted at once. */
function NewItem({ account_id, change }: Omit<ShownProps, 'value'>) {
  const { language } = useFormat()
  const { group } = change
  return newItemValues(change).map(({ register, value, mode }) => (
    <Named key={register} label={settingName(group, register, language)}>
      <ins>
        <TemplateValue {...{ account_id, group, register, value, mode }} longest={Infinity} />
      </ins>
    </Named>
  ))
}

export function Difference({ account_id, change, mode }: Omit<ShownProps, 'value'>) {
  const { t } = useTranslation('proposals')
  const { kind, base, want, beside } = change
  if (kind === 'create') return <NewItem {...{ account_id, change }} />
  if (kind === 'list') return <ListDifference change={change} />
  const isSet = kind === 'set'
  return (
    <span className={classes.change}>
      <del title={t('review.restsOn')}>
        <ProposedValue
          {...{ account_id, change }}
          value={base}
          beside={isSet ? want : undefined}
          mode={beside?.base}
        />
      </del>
      {isSet && (
        <ins title={t('review.proposed')}>
          <ProposedValue
            {...{ account_id, change }}
            value={want}
            beside={base}
            mode={beside?.want ?? mode}
          />
        </ins>
      )}
    </span>
  )
}

function ListDifference({ change: { added = [], removed = [] } }: Pick<ShownProps, 'change'>) {
  const { t } = useTranslation('proposals')
  const texts = [...added.map((text) => `+ ${text}`), ...removed.map((text) => `− ${text}`)]
  return (
    <span className={classes.change}>
      <ins title={t('review.proposed')}>{texts.join(', ')}</ins>
    </span>
  )
}

interface VerdictsProps extends Omit<ProposedRowProps, 'account_id'> {
  name: string
}

function Verdicts(props: VerdictsProps) {
  const { change, state, draft, onDraft, name, isHalf } = props
  const { t } = useTranslation('proposals')
  const canAccept = isAcceptable(state)
  const canEdit = canAccept && editedColumn(change) !== null
  const can: Record<Verdict, boolean> = { accepted: canAccept, edited: canEdit, refused: true }
  // Also a decision that was made before the data here changed.
  const offered = VERDICTS.filter((verdict) => can[verdict] || verdict === draft.verdict)
  return (
    <Stack gap={6}>
      <SegmentedControl
        aria-label={t('review.verdict', { name })}
        value={draft.verdict ?? 'undecided'}
        onChange={(value) => {
          const verdict = value === 'undecided' ? null : (value as Verdict)
          onDraft({ ...draft, verdict, isIndividual: verdict !== null })
        }}
        data={[
          { value: 'undecided', label: t('review.undecided') },
          ...offered.map((one) => ({ value: one, label: t(`review.${one}`) })),
        ]}
      />
      {draft.verdict === 'edited' && <EditedText {...props} />}
      {isHalf && <HalfPair {...{ change, draft }} />}
      {draft.verdict !== null && (
        <TextInput
          aria-label={t('review.note', { name })}
          placeholder={t('review.noteHint')}
          maxLength={2000}
          value={draft.note}
          onChange={({ currentTarget }) => onDraft({ ...draft, note: currentTarget.value })}
        />
      )}
      {!canAccept && state.is === 'done' && !state.partner && (
        <Text c="dimmed">{t('review.state.done')}</Text>
      )}
    </Stack>
  )
}

/** Why an accepted mode or threshold is not made yet. */
function HalfPair({ change, draft }: Pick<VerdictsProps, 'change' | 'draft'>) {
  const { t } = useTranslation('proposals')
  if (draft.verdict === null || draft.verdict === 'refused') return null
  return (
    <Text c="var(--desk-warn)" role="status">
      {t(change.register === MODE ? 'review.lacksThreshold' : 'review.lacksMode')}
    </Text>
  )
}

function EditedText({ change, state: { mode }, draft, onDraft, name }: VerdictsProps) {
  const { t } = useTranslation('proposals')
  const { language } = useFormat()
  const isUnread = !editedValue(change, { text: draft.text, mode, language })
  const input = {
    'aria-label': t('review.value', { name }),
    value: draft.text,
    error: isUnread && t('review.unread', { name }),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onDraft({ ...draft, text: currentTarget.value }),
  }
  return canHaveLines(change) ? (
    <Textarea {...input} autosize maxRows={MOST_LINES} />
  ) : (
    <TextInput {...input} />
  )
}
