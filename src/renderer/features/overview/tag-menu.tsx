import { Box, Button, Checkbox, Group, Switch, TextInput } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  hasAnyTag,
  type PlayersTagged,
  toggledTag,
} from '../../../shared/features/player-marks/player-mark.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { WITHIN_HEIGHT } from '../../theme.ts'
import { Column, Form } from '../../ui/column.tsx'
import kit from '../../ui/kit.module.css'
import { Notice } from '../../ui/notice.tsx'
import { PopoverButton } from '../../ui/popover.tsx'
import classes from './overview.module.css'

interface TagMenuProps {
  account_id: string
  /** Every tag in use, and the chosen ones. */
  known: readonly string[]
  chosen: readonly string[]
  onChosen: (tags: string[]) => void
  activeOnly: boolean
  onActiveOnly: (isOn: boolean) => void
  /** The visible players, to which a tag can be added or removed in one step. */
  player_ids: readonly string[]
}

/** Filters by views and tags, and changes the tags of the visible players. */
export function TagMenu(props: TagMenuProps) {
  const { t } = useTranslation('overview')
  const { account_id, known, chosen, onChosen, activeOnly, onActiveOnly } = props
  // Not in the panel: what was done can also be undone after it was closed.
  const tagging = useTagging(account_id)
  const filters = [
    activeOnly && t('activeOnly'),
    chosen.length > 0 && t('tags.chosen', { tags: chosen.join(', ') }),
  ].filter(Boolean)
  return (
    <PopoverButton
      label={t('tags.button')}
      text={filters.join(' · ') || undefined}
      variant={filters.length > 0 ? 'light' : 'default'}
      leftSection={<IconTag size={15} />}
      popover={{ middlewares: WITHIN_HEIGHT }}
      panelClass={classes.popover}
    >
      <div className={classes.tags}>
        <Switch
          mb="md"
          label={t('activeOnly')}
          description={t('activeOnlyHint')}
          checked={activeOnly}
          onChange={({ currentTarget }) => onActiveOnly(currentTarget.checked)}
        />
        <Column component="fieldset" gap={8} mb={14}>
          <Box component="legend" mb={5} fw={600} className={kit.quiet}>
            {t('tags.only')}
          </Box>
          {known.length === 0 && (
            <Box component="span" mt={6} fz="sm" c="dimmed">
              {t('tags.none')}
            </Box>
          )}
          {known.map((one) => (
            <Checkbox
              key={one}
              label={one}
              checked={hasAnyTag(chosen, [one])}
              onChange={() => onChosen(toggledTag(chosen, one))}
            />
          ))}
        </Column>
        <TagAll player_ids={props.player_ids} tagging={tagging} />
      </div>
    </PopoverButton>
  )
}

interface Tagged {
  tag: string
  isAdded: boolean
  reversals: PlayersTagged[]
}

/** Changes a tag of many players at once, and undoes the last change. */
function useTagging(account_id: string) {
  const { mutate, failure, isPending } = useMutation()
  const [last, setLast] = useState<Tagged | null>(null)
  const put = (tag: string, isAdded: boolean, player_ids: readonly string[]) =>
    void mutate(async () => {
      const change = isAdded ? { add: [tag], remove: [] } : { add: [], remove: [tag] }
      const players = { account_id, player_ids: [...player_ids] }
      setLast({ tag, isAdded, reversals: await call.players.tag({ ...players, ...change }) })
    })
  const undo = ({ reversals }: Tagged) =>
    void mutate(async () => {
      for (const reversal of reversals) await call.players.tag({ account_id, ...reversal })
      setLast(null)
    })
  return { put, undo, last, failure, isPending }
}

interface TagAllProps extends Pick<TagMenuProps, 'player_ids'> {
  tagging: ReturnType<typeof useTagging>
}

function TagAll({ player_ids, tagging }: TagAllProps) {
  const { t } = useTranslation('overview')
  const { put, undo, last, failure, isPending } = tagging
  const [typed, setTyped] = useState('')
  const tag = typed.trim()
  const isReady = tag !== '' && player_ids.length > 0 && !isPending
  return (
    <Form gap={8} mb={14} onSubmit={() => isReady && put(tag, true, player_ids)}>
      <TextInput
        label={t('tags.all', { count: player_ids.length })}
        maxLength={40}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Group gap={8} justify="flex-end">
        <Button variant="filled" type="submit" disabled={!isReady}>
          {t('tags.put')}
        </Button>
        <Button disabled={!isReady} onClick={() => put(tag, false, player_ids)}>
          {t('tags.take')}
        </Button>
      </Group>
      {last && <LastTagged last={last} isPending={isPending} onUndo={() => undo(last)} />}
      {failure && <Notice failure={failure} />}
    </Form>
  )
}

interface LastTaggedProps {
  last: Tagged
  isPending: boolean
  onUndo: () => void
}

function LastTagged({ last, isPending, onUndo }: LastTaggedProps) {
  const { t } = useTranslation('overview')
  const { tag, isAdded, reversals } = last
  const count = reversals.reduce((sum, { player_ids }) => sum + player_ids.length, 0)
  return (
    <Group role="status" gap={8} wrap="nowrap" justify="space-between" fz="sm">
      <span className={kit.breaks}>
        {t(isAdded ? 'tags.added' : 'tags.removed', { tag, count })}
      </span>
      {count > 0 && (
        <Button size="compact-xs" flex="none" disabled={isPending} onClick={onUndo}>
          {t('tags.undo')}
        </Button>
      )}
    </Group>
  )
}
