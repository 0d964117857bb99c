import { ActionIcon, Anchor, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Popover } from './popover.tsx'

interface FormulaProps {
  /** Displayed name of the figure. */
  name: string
  /** Numerator, denominator, and what is counted once. */
  definition: string
  /** Opened from the name itself when given; otherwise from a mark next to it. */
  isName?: boolean
}

/** A button that shows the definition of a figure. */
export function Formula({ name, definition, isName = false }: FormulaProps) {
  const { t } = useTranslation('missing')
  // The popover is created on the first click, because a dashboard has twenty of these.
  const [isPressed, setIsPressed] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect -- only one that opens gives the focus back
  useEffect(() => setIsOpen(isPressed), [isPressed])
  const label = t('formula', { name })
  const pressed = {
    'aria-label': label,
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    // The button is remounted with its popover, and must keep the focus.
    autoFocus: isPressed,
    onClick: () => (isPressed ? setIsOpen(!isOpen) : setIsPressed(true)),
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && setIsOpen(false),
  } as const
  const button = isName ? (
    <Anchor {...pressed} component="button" size="xs" lh="18px" ta="start" c="var(--desk-second)">
      {name}
    </Anchor>
  ) : (
    <ActionIcon {...pressed} size={18}>
      <IconInfoCircle size={14} aria-hidden="true" />
    </ActionIcon>
  )
  if (!isPressed) return button
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      width={300}
      position="bottom"
      withArrow
      trapFocus={false}
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Text fw={600}>{name}</Text>
        <Text style={{ whiteSpace: 'pre-line' }}>{definition}</Text>
      </Popover.Dropdown>
    </Popover>
  )
}
