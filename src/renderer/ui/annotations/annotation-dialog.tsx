import { NativeSelect, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type {
  AnnotationFields,
  OwnAnnotation,
} from '../../../shared/features/annotations/own-annotation.ts'
import { tagsInUse } from '../../../shared/features/player-marks/player-mark.ts'
import { type Named, namesApart } from '../../../shared/model/ids.ts'
import { areDays } from '../../../shared/time/period.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { Form } from '../column.tsx'
import { Dialog, DialogFoot } from '../dialog.tsx'
import { AnnotationList } from './annotation-list.tsx'
import classes from './annotations.module.css'
import { useAnnotations } from './use-annotations.ts'

interface AnnotationDialogProps {
  account_id: string
  /** The annotation to edit, or several to choose it from; none for a new one. */
  annotations: readonly OwnAnnotation[]
  start: AnnotationFields
  /** The players that can be selected as subject; none where there is only the account. */
  players: readonly Named[]
  onClose: () => void
}

export function AnnotationDialog({ annotations, ...form }: AnnotationDialogProps) {
  const { t } = useTranslation('annotations')
  const [annotation, setAnnotation] = useState(
    annotations.length === 1 ? (annotations[0] ?? null) : null,
  )
  const isChoosing = annotations.length > 0 && !annotation
  const title = isChoosing ? 'title' : annotation ? 'change' : 'addLong'
  return (
    <Dialog onClose={form.onClose} title={t(title)} size={460}>
      {isChoosing ? (
        <AnnotationList annotations={annotations} onOpen={setAnnotation} />
      ) : (
        <AnnotationForm {...form} annotation={annotation} />
      )}
    </Dialog>
  )
}

interface AnnotationFormProps extends Omit<AnnotationDialogProps, 'annotations'> {
  annotation: OwnAnnotation | null
}

function AnnotationForm(props: AnnotationFormProps) {
  const { account_id, annotation, start, players, onClose } = props
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
export function subjects(players: readonly Named[], own: string | null): Named[] {
  const named = namesApart(players)
  return own === null || named.length === 0 || named.some(({ id }) => id === own)
    ? named
    : [{ id: own, name: own }, ...named]
}

interface ScopeProps {
  player_id: string | null
  players: readonly Named[]
  onScope: (player_id: string | null) => void
}

const ACCOUNT = 'account'
// Accounts may have thousands of players; typing narrows the list.
const MOST_SHOWN = 60

/** What an annotation can be about. */
export const scopeChoices = (players: readonly Named[], t: TFunction<'annotations'>) => [
  { value: ACCOUNT, label: t('account') },
  ...players.map(({ id, name }) => ({ value: id, label: t('onePlayer', { name }) })),
]

function Scope({ player_id, players, onScope }: ScopeProps) {
  const { t } = useTranslation('annotations')
  if (players.length === 0) return null
  const of = {
    label: t('about'),
    value: player_id ?? ACCOUNT,
    data: scopeChoices(players, t),
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
