import { NativeSelect, TagsInput, Textarea, TextInput } from '@mantine/core'
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
import { Dialog, DialogFoot } from '../dialog.tsx'
import { Form } from '../form.tsx'
import classes from './annotations.module.css'
import { useAnnotations } from './use-annotations.ts'

interface AnnotationDialogProps {
  account_id: string
  /** The annotation to edit; null for a new one. */
  annotation: OwnAnnotation | null
  start: AnnotationFields
  /** The player that can be selected as subject; null where there is only the account. */
  player: { id: string; name: string } | null
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

function AnnotationForm({ account_id, annotation, start, player, onClose }: AnnotationDialogProps) {
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
      <Scope {...{ typed, player }} onScope={(player_id) => take({ player_id })} />
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

interface ScopeProps extends Pick<AnnotationDialogProps, 'player'> {
  typed: AnnotationFields
  onScope: (player_id: string | null) => void
}

function Scope({ typed, player, onScope }: ScopeProps) {
  const { t } = useTranslation('annotations')
  if (!player) return null
  return (
    <NativeSelect
      label={t('about')}
      value={typed.player_id ?? ''}
      data={[
        { value: player.id, label: t('onePlayer', { name: player.name }) },
        { value: '', label: t('account') },
      ]}
      onChange={({ currentTarget }) => onScope(currentTarget.value || null)}
    />
  )
}
