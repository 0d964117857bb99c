import { ActionIcon, Popover, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

interface FormulaProps {
  /** What the figure is called on the screen. */
  name: string
  /** Its numerator, denominator and what is unique in it. */
  definition: string
}

/** The definition of a figure, in its place. */
export function Formula({ name, definition }: FormulaProps) {
  const { t } = useTranslation('nothing')
  return (
    <Popover width={300} position="bottom" withArrow shadow="md" trapFocus={false} returnFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={18} aria-label={t('formula', { name })}>
          <IconInfoCircle size={14} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('formula', { name })}>
        <Text size="xs" fw={600}>
          {name}
        </Text>
        <Text size="xs" style={{ whiteSpace: 'pre-line' }}>
          {definition}
        </Text>
      </Popover.Dropdown>
    </Popover>
  )
}
