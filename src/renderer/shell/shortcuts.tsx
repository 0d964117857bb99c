import { Flex, Kbd, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/dialog.tsx'
import { shortcut } from '../ui/shortcut.ts'
import { modifier } from './header.tsx'
import classes from './shell.module.css'
import { BY_NUMBER, BY_NUMBER_WITH_SHIFT } from './sidebar.tsx'

const numbered = <Name extends string>(screens: readonly Name[], modifiers: string[]) =>
  screens.map((screen, index) => [screen, () => [...modifiers, `${index + 1}`]] as const)

const SECTIONS = [
  [
    'everywhere',
    [
      ['palette', () => [modifier(), 'K']],
      ['list', () => ['?']],
      ...numbered(BY_NUMBER, ['Alt']),
      ...numbered(BY_NUMBER_WITH_SHIFT, ['Alt', 'Shift']),
      ['back', () => shortcut('back').keys],
      ['openReport', () => [modifier(), 'O']],
      ['undo', () => [modifier(), 'Z']],
      ['save', () => [modifier(), 'Enter']],
      ['period', () => ['←', '→']],
      ['close', () => ['Esc']],
    ],
  ],
  [
    'tables',
    [
      ['table', () => ['↑', '↓', '←', '→']],
      ['tableEnds', () => ['Home', 'End']],
      ['tablePages', () => ['PageUp', 'PageDown']],
      ['open', () => ['Enter']],
    ],
  ],
  [
    'ofSheet',
    [
      ['editCell', () => ['F2']],
      ['selectRange', () => ['Shift', '↑', '↓', '←', '→']],
      ['selectAll', () => [modifier(), 'A']],
      ['clipboard', () => [modifier(), 'C', 'X', 'V']],
      ['fillDown', () => [modifier(), 'D']],
      ['switchCells', () => ['Space']],
      ['tickRows', () => ['Shift', 'Space']],
      ['emptyCells', () => ['Delete']],
      ['revertCell', () => ['Alt', '⌫']],
      ['findReplace', () => shortcut('findReplace').keys],
      ['replace', () => [modifier(), 'Enter']],
    ],
  ],
  [
    'ofReports',
    [
      ['search', () => ['/']],
      ['selectReport', () => ['Space']],
      ['selectAll', () => [modifier(), 'A']],
      ['tags', () => ['T']],
      ['titleAndNote', () => ['E']],
      ['favorite', () => ['F']],
      ['saveFile', () => ['S']],
      ['removeReports', () => ['Delete']],
    ],
  ],
  [
    'ofProblems',
    [
      ['rules', () => ['J', 'K']],
      ['fix', () => ['F']],
      ['mute', () => ['M']],
    ],
  ],
  [
    'charts',
    [
      ['chart', () => ['←', '→', 'Home', 'End']],
      ['seconds', () => ['←', '→']],
      ['tenSeconds', () => ['Shift', '←', '→']],
      ['toPitch', () => ['P']],
    ],
  ],
] as const

/** Keys that are labeled in the language of the keyboard. */
const NAMED_KEYS = ['Space', 'Delete', 'PageUp', 'PageDown', 'Home', 'End'] as const

export function Shortcuts({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const nameOf = (key: string) => {
    const named = NAMED_KEYS.find((one) => one === key)
    return named ? t(`keys.${named}`) : key
  }
  return (
    <Dialog onClose={onClose} closeOnClickOutside title={t('shortcuts.title')} size={900}>
      <div className={classes.shortcuts}>
        {SECTIONS.map(([section, all]) => (
          <section key={section} aria-label={t(`shortcuts.${section}`)}>
            <Text component="h3" size="sm" fw={600}>
              {t(`shortcuts.${section}`)}
            </Text>
            <dl className={classes.keys}>
              {all.map(([name, keys]) => (
                <div key={name} style={{ display: 'contents' }}>
                  <Flex component="dt" gap={4} align="center">
                    {keys().map((key) => (
                      <Kbd key={key}>{nameOf(key)}</Kbd>
                    ))}
                  </Flex>
                  <dd>{t(`shortcuts.${name}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
