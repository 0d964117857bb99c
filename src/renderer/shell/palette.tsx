import { Box, Modal } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusReturn } from '../ui/focus-kept.ts'
import kit from '../ui/kit.module.css'
import { type Command, type Match, matching, runsOf } from './commands.ts'
import classes from './shell.module.css'
import { useCommands } from './use-commands.ts'

interface PaletteProps {
  onClose: () => void
  onShortcuts: () => void
  onTemplates: () => void
}

/** Finds any player, screen, account or command by typing. */
export function Palette(props: PaletteProps) {
  const { onClose } = props
  const { t } = useTranslation()
  useFocusReturn()
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      size={560}
      yOffset="10vh"
      padding={0}
      attributes={{ content: { 'aria-label': t('palette.title') } }}
    >
      <Finder {...props} />
    </Modal>
  )
}

function Finder({ onClose, ...overlays }: PaletteProps) {
  const { t } = useTranslation()
  const id = useId()
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(0)
  const commands = useCommands(overlays)
  const match = useMemo(() => matching(commands, search), [commands, search])
  const { shown } = match
  const at = Math.min(active, shown.length - 1)
  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(at, shown.length, event.key)
    if (next === null && event.key !== 'Enter') return
    event.preventDefault()
    if (next === null) run(shown[at])
    else setActive(next)
  }
  return (
    <>
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
      <Options {...{ id, at, match, run }} isSearched={search.trim() !== ''} onPoint={setActive} />
      <Remainder match={match} search={search} />
    </>
  )
}

interface OptionsProps {
  id: string
  at: number
  match: Match
  isSearched: boolean
  run: (command: Command) => void
  onPoint: (index: number) => void
}

function Options(props: OptionsProps) {
  const { id, at, match, isSearched } = props
  const { t } = useTranslation()
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      tabIndex={-1}
      aria-label={t('palette.title')}
      className={classes.options}
    >
      {isSearched
        ? match.shown.map((command, index) => (
            <Option key={command.id} {...props} {...{ command, index }} />
          ))
        : runsOf(match.shown).map(({ kind, from, commands }) => (
            <div key={from} role="group" aria-labelledby={`${id}-${kind}`}>
              <div id={`${id}-${kind}`} className={`${kit.quiet} ${classes.optionGroup}`}>
                {t(`palette.groups.${kind}`)}
              </div>
              {commands.map((command, place) => (
                <Option key={command.id} {...props} {...{ command, index: from + place }} />
              ))}
            </div>
          ))}
    </div>
  )
}

interface OptionProps extends OptionsProps {
  command: Command
  index: number
}

/**
 * The kind of a command is shown in its row only where kinds are mixed: the best matches, listed
 * first.
 */
function Option({ id, at, isSearched, run, onPoint, command, index }: OptionProps) {
  const { t } = useTranslation()
  return (
    // The keyboard's way is the input above.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={`${id}-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={index === at}
      className={classes.option}
      onMouseMove={() => onPoint(index)}
      onClick={() => run(command)}
    >
      {isSearched && (
        <span className={`${kit.quiet} ${classes.optionKind}`}>{t(`palette.${command.kind}`)}</span>
      )}
      <Box component="span" flex={1} miw={0} className={kit.cut}>
        {command.text}
      </Box>
    </div>
  )
}

function Remainder({ match: { shown, more }, search }: { match: Match; search: string }) {
  const { t } = useTranslation()
  return (
    <Box
      component="p"
      pt={8}
      pb={12}
      px={16}
      c="dimmed"
      role="status"
      hidden={shown.length > 0 && more === 0}
    >
      {shown.length === 0 && t('palette.none', { search })}
      {more > 0 && t('palette.more', { count: more })}
    </Box>
  )
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }

/**
 * The index to which a key moves in a list; null for other keys. Arrow keys wrap around, Page Up
 * and Page Down stop at the ends.
 */
function moved(at: number, length: number, key: string): number | null {
  const step = STEPS[key]
  if (step === undefined) return null
  if (length === 0) return 0
  if (Math.abs(step) === 1) return (at + step + length) % length
  return Math.max(0, Math.min(length - 1, at + step))
}
