import { Popover as Panel, type PopoverProps } from '@mantine/core'
import { useEffect } from 'react'

interface Props extends PopoverProps {
  opened: boolean
  onChange: (isOpen: boolean) => void
}

/**
 * A panel that takes the focus and returns it. Mantine's popover handles Escape only while its panel has the
 * focus; this one handles it as soon as it is open.
 */
export function Popover(props: Props) {
  const { opened, onChange } = props
  useEffect(() => {
    if (!opened) return
    const close = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onChange(false)
    }
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [opened, onChange])
  return (
    <Panel
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
      middlewares={WITHIN_WINDOW}
      styles={SCROLLED}
      {...props}
    />
  )
}

/** Under a large zoom a panel can be higher than the window: it then scrolls. */
const WITHIN_WINDOW = { flip: true, shift: true, size: true }
const SCROLLED = { dropdown: { overflow: 'auto' } }

Popover.Target = Panel.Target
Popover.Dropdown = Panel.Dropdown
