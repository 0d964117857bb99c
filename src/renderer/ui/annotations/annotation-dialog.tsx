import { NativeSelect, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type {
  AnnotationFields,
  OwnAnnotation,
} from '../../../shared/features/annotations/own-annotation.ts'
import { tagsInUse } from '../../../shared/features/player-marks/player-mark.ts'
import { areDays } from '../../../shared/time/period.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { Form } from '../column.tsx'
import { Dialog, DialogFoot } from '../dialog.tsx'
import classes from './annotations.module.css'
import { useAnnotations } from './use-annotations.ts'

interface Subject {
  id: string
  name: string
}

interface AnnotationDialogProps {
  account_id: string
  /** The annotation to edit; null for a new one. */
  annotation: OwnAnnotation | null
  start: AnnotationFields
  /** The players that can be selected as subject; none where there is only the account. */
  players: readonly Subject[]
  onClose: () => void
}

export function AnnotationDialog(props: AnnotationDialogProps) {
  const { t } = useTranslation('annotations')
  const { annotation, onClose } = props
  return (
    <Dialog onClose={onClose} title={t(annotation ? 'change' : 'addLong')} size={460}>
      <AnnotationForm {...props} />
    </Dialog>
  )
}

function AnnotationForm({
  account_id,
  annotation,
  start,
  players,
  onClose,
}: AnnotationDialogProps) {
  const { t } = useTranslation('annotations')
  const [typed, setTyped] = useState<AnnotationFields>(annotation ?? start)
  const [isTried, setIsTried] = useState(false)
  const { mutate, failure, isPending } = useMutation()
  const known = tagsInUse(useAnnotations(account_id).value?.annotations ?? [])
  const take = (change: Partial<AnnotationFields>) => setTyped({ ...typed, ...change })
  const takeDays = (change: Partial<AnnotationFields['period']>) =>
    take({ period: { ...typed.period, ...change } })
  const hasDays = areDays(typed.period)
  const hasText = typed.text.trim() !== ''
  const save = () => {
    setIsTried(true)
    if (!hasDays || !hasText) return
    const { player_id, period, text, tags } = typed
    const fields = { player_id, period, text, tags }
    void mutate(async () => {
      if (annotation) await call.annotations.change({ account_id, id: annotation.id, fields })
      else await call.annotations.add({ account_id, fields })
      onClose()
    })
  }
  return (
    <Form gap={10} isPending={isPending} onSubmit={save}>
      <Textarea
        data-autofocus
        size="xs"
        rows={3}
        label={t('text')}
        maxLength={500}
        value={typed.text}
        error={isTried && !hasText && t('needsText')}
        onChange={({ currentTarget }) => take({ text: currentTarget.value })}
      />
      <div className={classes.days}>
        {(['start', 'end'] as const).map((side) => (
          <TextInput
            key={side}
            type="date"
            label={t(side)}
            value={typed.period[side]}
            error={isTried && !hasDays && (side === 'end' ? t('needsDays') : true)}
            onChange={({ currentTarget }) => takeDays({ [side]: currentTarget.value })}
          />
        ))}
      </div>
      <Scope
        player_id={typed.player_id}
        players={subjects(players, annotation?.player_id ?? null)}
        onScope={(player_id) => take({ player_id })}
      />
      <TagsInput
        label={t('tags')}
        data={known}
        value={typed.tags}
        maxTags={50}
        maxLength={40}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        onChange={(tags) => take({ tags })}
      />
      <DialogFoot {...{ failure, isPending }} onCancel={onClose}>
        {t('save')}
      </DialogFoot>
    </Form>
  )
}

/** The players that can be selected: with them the annotation's own, also when it left the list. */
export const subjects = (players: readonly Subject[], own: string | null): readonly Subject[] =>
  own === null || players.length === 0 || players.some(({ id }) => id === own)
    ? players
    : [{ id: own, name: own }, ...players]

interface ScopeProps {
  player_id: string | null
  players: readonly Subject[]
  onScope: (player_id: string | null) => void
}

const ACCOUNT = 'account'
// Accounts may have thousands of players; typing narrows the list.
const MOST_SHOWN = 60

function Scope({ player_id, players, onScope }: ScopeProps) {
  const { t } = useTranslation('annotations')
  if (players.length === 0) return null
  const of = {
    label: t('about'),
    value: player_id ?? ACCOUNT,
    data: [
      ...players.map(({ id, name }) => ({ value: id, label: t('onePlayer', { name }) })),
      { value: ACCOUNT, label: t('account') },
    ],
  }
  const choose = (value: string) => onScope(value === ACCOUNT ? null : value)
  return players.length === 1 ? (
    <NativeSelect {...of} onChange={({ currentTarget }) => choose(currentTarget.value)} />
  ) : (
    <Select
      {...of}
      searchable
      allowDeselect={false}
      limit={MOST_SHOWN}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      onChange={(value) => value !== null && choose(value)}
    />
  )
}
