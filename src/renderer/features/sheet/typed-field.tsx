import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommitOnLeave } from '../../commit-on-leave.ts'

/** Identifies the selection; the fields are reset when it changes. */
export interface OfSelection {
  selection: string
}

interface TypedProps<B extends string> extends OfSelection {
  /** The possible actions for the typed text; the first is preselected. */
  bases: readonly B[]
  /** The current text, when setting it. */
  known: string
  /** Resolves to the error, if any, and whether everything is saved. */
  onCommit: (basis: B, text: string) => Promise<{ wrong: string | null; isSaved: boolean }>
}

interface Typed<B extends string> {
  basis: B
  text: string
}

/** The text that was committed last, unless it was refused. */
interface Committed {
  text: string
  isSaved: boolean
}

/** What became of a text. */
interface Outcome<B extends string> extends Typed<B> {
  wrong: string | null
  isSaved: boolean
}

/** The typed text, the selected action, and a function to apply it. */
export function useTyped<B extends string>(props: TypedProps<B>) {
  const { bases, known, selection, onCommit } = props
  const [chosen, setChosen] = useState(bases[0] as B)
  const basis = existing(bases, chosen)
  const isSet = basis === 'set'
  const initial = isSet ? known : ''
  const [text, setText] = useState(initial)
  const { wrong, leave, setOutcome } = useOutcomes<B>(selection)
  const [committed, setCommitted] = useState<Committed | null>(null)
  const [before, setBefore] = useState({ known, selection })
  if (before.selection !== selection) {
    setBefore({ known, selection })
    const next = leave({ basis: chosen, text: initial })
    setChosen(next.basis)
    setText(next.text)
    setCommitted(null)
  } else if (before.known !== known) {
    setBefore({ known, selection })
    // Keeps what was typed while the text was being saved.
    if (isSet && (text === before.known || text === committed?.text)) setText(known)
  } else if (isMoved(basis, committed)) {
    setCommitted(null)
    setText('')
  }
  const type = (next: string) => {
    setText(next)
    setOutcome(null)
    setCommitted(null)
  }
  const choose = (next: B) => {
    setChosen(next)
    type(next === 'set' ? known : '')
  }
  const isCommitted = text === committed?.text
  const commit = async () => {
    // Nothing typed is no value, where it is counted from another.
    if (text === initial || (text.trim() === '' && !isSet)) return
    if (isCommitted && !committed.isSaved) return
    const sent = { text, isSaved: false }
    setCommitted(sent)
    const done = await onCommit(basis, text)
    const saved = done.isSaved ? { text, isSaved: true } : null
    setCommitted((last) => (last === sent ? saved : last))
    setOutcome({ basis, text, ...done })
  }
  const leaveField = () => {
    if (!isSet) return
    // An undo may have come before the rows were read again: then only they know the value.
    if (isCommitted && committed.isSaved) setText(known)
    else void commit()
  }
  useCommitOnLeave(leaveField)
  const giveUp = () => type(initial)
  return { basis, isSet, text, wrong, type, choose, commit, leaveField, giveUp }
}

/** The selection may have changed so that the action no longer exists. */
const existing = <B extends string>(bases: readonly B[], chosen: B) =>
  bases.includes(chosen) ? chosen : (bases[0] as B)

/** Whether the text has acted on each row's own value: a second Enter must not do so again. */
const isMoved = (basis: string, committed: Committed | null) =>
  basis !== 'set' && committed?.isSaved === true

/** What became of the texts, by the selection they were typed for. */
function useOutcomes<B extends string>(selection: string) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome<B>>>(new Map())
  const outcome = outcomes.get(selection)
  const setOutcome = (next: Outcome<B> | null) =>
    setOutcomes((all) => {
      const others = [...all].filter(([key]) => key !== selection)
      return new Map(next ? [...others, [selection, next]] : others)
    })
  /** Keeps only texts that are not saved. Returns the one of the new selection, if any. */
  const leave = (initial: Typed<B>): Typed<B> => {
    setOutcomes(new Map([...outcomes].filter(([, { isSaved }]) => !isSaved)))
    return outcome && !outcome.isSaved ? outcome : initial
  }
  return { wrong: outcome?.wrong ?? null, leave, setOutcome }
}

interface BasedProps<B extends string> extends TypedProps<B> {
  label: ReactNode
  title: string
  placeholder: (basis: B) => string | undefined
  hint: (basis: B) => string
  /** Inputs that belong to the action. */
  choice?: (basis: B) => ReactNode
  /** Whether the text input is on a line of its own. */
  isWide?: boolean
}

/** An input for a text that is set, or an action on each row's own value. */
export function BasedField<B extends string>(props: BasedProps<B>) {
  const { label, title, bases, placeholder, hint, choice, isWide } = props
  const { t } = useTranslation('sheet')
  const { basis, isSet, text, wrong, type, choose, commit, leaveField, giveUp } = useTyped(props)
  return (
    <FieldBox label={label}>
      <Group gap={6} wrap={isWide ? 'wrap' : 'nowrap'}>
        {bases.length > 1 && (
          <SegmentedControl
            aria-label={t('pane.basis', { name: title })}
            value={basis}
            data={bases.map((value) => ({ value, label: t(`basis.${value as 'set'}`) }))}
            onChange={(next) => choose(next as B)}
          />
        )}
        {choice?.(basis)}
        <TextInput
          flex={1}
          miw={isWide ? '100%' : 64}
          aria-label={title}
          placeholder={placeholder(basis)}
          value={text}
          error={wrong !== null}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') void commit()
            if (key === 'Escape') giveUp()
          }}
          onBlur={leaveField}
        />
        {!isSet && text.trim() !== '' && (
          <Button size="compact-xs" onClick={() => void commit()}>
            {t('pane.apply')}
          </Button>
        )}
      </Group>
      <Text c={wrong ? 'var(--mantine-color-error)' : 'dimmed'} role={wrong ? 'alert' : undefined}>
        {wrong ?? hint(basis)}
      </Text>
    </FieldBox>
  )
}

export const FieldBox = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <Stack gap={4}>
    <Text size="sm" fw={500} component="div">
      {label}
    </Text>
    {children}
  </Stack>
)
