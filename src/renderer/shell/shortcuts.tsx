import { Flex, Kbd } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/dialog.tsx'
import { useView } from '../view.ts'
import { modifier } from './header.tsx'
import classes from './shell.module.css'

const KEYS = [
  ['palette', () => [modifier(), 'K']],
  ['list', () => ['?']],
  ['overview', () => ['Alt', '1']],
  ['activity', () => ['Alt', '2']],
  ['settings', () => ['Alt', '3']],
  ['player', () => ['Alt', '4']],
  ['videos', () => ['Alt', '5']],
  ['video', () => ['Alt', '6']],
  ['outbox', () => ['Alt', '7']],
  ['abTests', () => ['Alt', '8']],
  ['traffic', () => ['Alt', '9']],
  ['variants', () => ['Alt', 'Shift', '1']],
  ['leaderboard', () => ['Alt', 'Shift', '2']],
  ['live', () => ['Alt', 'Shift', '3']],
  ['annotations', () => ['Alt', 'Shift', '4']],
  ['reports', () => ['Alt', 'Shift', '5']],
  ['sheet', () => ['Alt', 'Shift', '6']],
  ['problems', () => ['Alt', 'Shift', '7']],
  ['back', () => (useView.getState().info.platform === 'darwin' ? ['⌘', '['] : ['Alt', '←'])],
  ['openReport', () => [modifier(), 'O']],
  ['undo', () => [modifier(), 'Z']],
  ['period', () => ['←', '→']],
  ['table', () => ['↑', '↓', '←', '→']],
  ['tableEnds', () => ['Home', 'End']],
  ['tablePages', () => ['PageUp', 'PageDown']],
  ['open', () => ['Enter']],
  ['editCell', () => ['F2']],
  ['fillDown', () => [modifier(), 'D']],
  ['revertCell', () => ['Alt', '⌫']],
  ['close', () => ['Esc']],
] as const

/** The list of all shortcuts. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog onClose={onClose} title={t('shortcuts.title')} size={480}>
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
