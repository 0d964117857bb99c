import { Box, Button, Group, Paper, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedProblem } from '../../../shared/features/problems/calls.ts'
import { LONGEST_NOTE, type MuteEnd } from '../../../shared/features/problems/mute.ts'
import { addDays } from '../../../shared/time/period.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { Switch } from '../../ui/block.tsx'
import kit from '../../ui/kit.module.css'
import { Notice } from '../../ui/notice.tsx'
import classes from './problems.module.css'

const ENDS = ['changes', 'day', 'always'] as const
const USUAL_DAYS = 28

interface MuteFormProps {
  account_id: string
  problem: ListedProblem
  /** The place of the problem. */
  name: string
  today: string
  onClose: () => void
}

/** Asks why the problem does not matter, and how long to mute it. */
export function MuteForm({ account_id, problem, name, today, onClose }: MuteFormProps) {
  const { t } = useTranslation('problems')
  const [note, setNote] = useState('')
  const [end, setEnd] = useState<MuteEnd['kind']>('changes')
  const [day, setDay] = useState(() => addDays(today, USUAL_DAYS))
  const { mutate, failure, isPending } = useMutation()
  const { video_id, group, item_id, rule } = problem
  const save = () =>
    mutate(async () => {
      const until: MuteEnd = end === 'day' ? { kind: end, day } : { kind: end }
      await call.problems.mute({
        account_id,
        mute: { video_id, group, item_id, rule, note, until },
      })
      onClose()
    })
  return (
    <Paper
      component="form"
      className={classes.mute}
      aria-label={t('mute.title', { name })}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
      }}
    >
      <Group justify="space-between" gap={8} wrap="nowrap">
        <h3 className={kit.cut}>{t('mute.title', { name })}</h3>
        <Box component="span" className={kit.quiet} flex="none">
          {t('mute.others')}
        </Box>
      </Group>
      <TextInput
        autoFocus
        aria-label={t('mute.note')}
        placeholder={t('mute.note')}
        maxLength={LONGEST_NOTE}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Group gap={8}>
        <span className={kit.quiet} aria-hidden>
          {t('mute.until')}
        </span>
        <Switch
          label={t('mute.until')}
          value={end}
          choices={ENDS.map((value) => ({ value, label: t(`mute.${value}`) }))}
          onChange={setEnd}
        />
        {end === 'day' && (
          <TextInput
            type="date"
            aria-label={t('mute.dayLabel')}
            min={today}
            required
            value={day}
            onChange={({ currentTarget }) => setDay(currentTarget.value)}
          />
        )}
        <Group gap={8} ml="auto">
          <Button variant="subtle" color="gray" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('mute.save')}
          </Button>
        </Group>
      </Group>
      {failure && <Notice failure={failure} />}
    </Paper>
  )
}
