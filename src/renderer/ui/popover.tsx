import { Button, type ButtonProps, Popover as Panel, type PopoverProps } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'

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

/** Under a large zoom a panel can be larger than the window: it then scrolls. */
const WITHIN_WINDOW = { flip: true, shift: true, size: { padding: 5 } }
const SCROLLED = { dropdown: { overflow: 'auto' } }

Popover.Target = Panel.Target
Popover.Dropdown = Panel.Dropdown

interface PopoverButtonProps extends ButtonProps {
  /** The name of the panel, and the text of the button where it has no other. */
  label: string
  text?: ReactNode
  popover?: Partial<PopoverProps>
  panelClass?: string | undefined
}

/** A button that opens and closes a panel with the children. The other props are the button's. */
export function PopoverButton(props: PopoverButtonProps) {
  const { label, text = label, popover, panelClass, children, ...button } = props
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" {...popover}>
      <Popover.Target>
        <Button onClick={() => setIsOpen(!isOpen)} {...button}>
          {text}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className={panelClass}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
