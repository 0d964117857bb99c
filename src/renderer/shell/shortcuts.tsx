import { Flex, Kbd } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/dialog.tsx'
import { shortcut } from '../ui/shortcut.ts'
import { modifier } from './header.tsx'
import classes from './shell.module.css'
import { BY_NUMBER, BY_NUMBER_WITH_SHIFT } from './sidebar.tsx'

const numbered = <Name extends string>(screens: readonly Name[], modifiers: string[]) =>
  screens.map((screen, index) => [screen, () => [...modifiers, `${index + 1}`]] as const)

const KEYS = [
  ['palette', () => [modifier(), 'K']],
  ['list', () => ['?']],
  ...numbered(BY_NUMBER, ['Alt']),
  ...numbered(BY_NUMBER_WITH_SHIFT, ['Alt', 'Shift']),
  ['back', () => shortcut('back').keys],
  ['openReport', () => [modifier(), 'O']],
  ['undo', () => [modifier(), 'Z']],
  ['period', () => ['←', '→']],
  ['table', () => ['↑', '↓', '←', '→']],
  ['tableEnds', () => ['Home', 'End']],
  ['tablePages', () => ['PageUp', 'PageDown']],
  ['open', () => ['Enter']],
  ['editCell', () => ['F2']],
  ['fillDown', () => [modifier(), 'D']],
  ['findReplace', () => shortcut('findReplace').keys],
  ['revertCell', () => ['Alt', '⌫']],
  ['close', () => ['Esc']],
] as const

export function Shortcuts({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog onClose={onClose} closeOnClickOutside title={t('shortcuts.title')} size={480}>
      <dl className={classes.keys}>
        {KEYS.map(([name, keys]) => (
          <div key={name} style={{ display: 'contents' }}>
            <Flex component="dt" gap={4} align="center">
              {keys().map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Flex>
            <dd>{t(`shortcuts.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
