import { Box, Button, Checkbox, Group, Switch, TextInput } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { WITHIN_HEIGHT } from '../../theme.ts'
import { Column } from '../../ui/column.ts'
import { Form } from '../../ui/form.tsx'
import kit from '../../ui/kit.module.css'
import { Notice } from '../../ui/notice.tsx'
import { PopoverButton } from '../../ui/popover.tsx'
import classes from './overview.module.css'

interface TagMenuProps {
  account_id: string
  /** Every tag in use. */
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
  const { known, chosen, onChosen, activeOnly, onActiveOnly } = props
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
              checked={chosen.includes(one)}
              onChange={() => onChosen(toggledTag(chosen, one))}
            />
          ))}
        </Column>
        <TagAll {...props} />
      </div>
    </PopoverButton>
  )
}

const toggledTag = (chosen: readonly string[], tag: string) =>
  chosen.includes(tag) ? chosen.filter((one) => one !== tag) : [...chosen, tag]

function TagAll({ account_id, player_ids }: TagMenuProps) {
  const { t } = useTranslation('overview')
  const { mutate, failure, isPending } = useMutation()
  const [typed, setTyped] = useState('')
  const tag = typed.trim()
  const isReady = tag !== '' && player_ids.length > 0 && !isPending
  const put = (change: { add: string[]; remove: string[] }) =>
    mutate(() => call.players.tag({ account_id, player_ids: [...player_ids], ...change }))
  return (
    <Form gap={8} mb={14} onSubmit={() => isReady && void put({ add: [tag], remove: [] })}>
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
        <Button disabled={!isReady} onClick={() => void put({ add: [], remove: [tag] })}>
          {t('tags.take')}
        </Button>
      </Group>
      {failure && <Notice failure={failure} />}
    </Form>
  )
}
