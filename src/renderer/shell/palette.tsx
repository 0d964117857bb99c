import { Modal } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Command, matching } from './commands.ts'
import classes from './shell.module.css'
import { useCommands } from './use-commands.ts'

interface PaletteProps {
  onClose: () => void
  onShortcuts: () => void
}

/** Finds any player, screen, account or command by typing. */
export function Palette({ onClose, onShortcuts }: PaletteProps) {
  const { t } = useTranslation()
  const id = useId()
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(0)
  const commands = useCommands(onShortcuts)
  const { shown, more } = useMemo(() => matching(commands, search), [commands, search])
  const at = Math.min(active, shown.length - 1)

  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 10, PageUp: at - 10 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      setActive(wrapped(to, shown.length, event.key))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(shown[at])
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      size={560}
      yOffset="10vh"
      padding={0}
      aria-label={t('palette.title')}
    >
      <input
        data-autofocus
        role="combobox"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-label={t('palette.title')}
        aria-controls={`${id}-list`}
        aria-activedescendant={shown.length > 0 ? `${id}-${at}` : undefined}
        className={classes.search}
        placeholder={t('palette.placeholder')}
        maxLength={200}
        value={search}
        onKeyDown={onKeyDown}
        onChange={({ currentTarget }) => {
          setSearch(currentTarget.value)
          setActive(0)
        }}
      />
      <ul id={`${id}-list`} role="listbox" aria-label={t('palette.title')} className={classes.options}>
        {shown.map((command, index) => (
          // The keyboard's way is the input above.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={command.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className={classes.option}
            onMouseMove={() => setActive(index)}
            onClick={() => run(command)}
          >
            <span className={classes.optionKind}>{t(`palette.${command.kind}`)}</span>
            <span className={classes.optionText}>{command.text}</span>
          </li>
        ))}
      </ul>
      <p className={classes.paletteNote} role="status" hidden={shown.length > 0 && more === 0}>
        {shown.length === 0 && t('palette.none', { search })}
        {more > 0 && t('palette.more', { count: more })}
      </p>
    </Modal>
  )
}

/** Arrows go round; pages stop at the ends. */
function wrapped(to: number, length: number, key: string): number {
  if (length === 0) return 0
  if (key.startsWith('Arrow')) return (to + length) % length
  return Math.max(0, Math.min(length - 1, to))
}
