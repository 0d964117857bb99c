import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Failure, failureOf } from '../../shared/failure.ts'
import type { TableQuestion } from '../../shared/tables/question.ts'
import { CallFailed, call } from '../bridge.ts'
import { prefer, useView } from '../view.ts'
import classes from './export-button.module.css'
import { Notice } from './notice.tsx'

const FLAVOURS = ['machine', 'spreadsheet'] as const
type Flavour = (typeof FLAVOURS)[number]

interface ExportButtonProps {
  question: TableQuestion
  isDisabled?: boolean
}

/**
 * Writes the table on screen as CSV. The arrow chooses the kind, which stays chosen. Progress and
 * result appear in the window's list of exports, which outlives the screen.
 */
export function ExportButton({ question, isDisabled = false }: ExportButtonProps) {
  const { t } = useTranslation()
  const { flavour } = useView(({ preferences }) => preferences)
  const [failure, setFailure] = useState<Failure | null>(null)

  const start = async (chosen: Flavour) => {
    setFailure(null)
    try {
      const { language } = useView.getState().info
      await call.exports.start({ question, flavour: chosen, language })
    } catch (thrown) {
      setFailure(thrown instanceof CallFailed ? thrown.failure : failureOf(thrown))
    }
  }
  const choose = (chosen: Flavour) => {
    if (chosen !== flavour) prefer({ flavour: chosen })
    void start(chosen)
  }

  return (
    <div className={classes.export}>
      <Button.Group>
        <Button
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          disabled={isDisabled}
          title={`${t(`exports.${flavour}`)}: ${t(`exports.${flavour}Hint`)}`}
          onClick={() => void start(flavour)}
        >
          {t('exports.button')}
        </Button>
        <Menu position="bottom-end" width={280} transitionProps={{ duration: 0 }} trapFocus>
          <Menu.Target>
            <ActionIcon
              variant="default"
              size={30}
              disabled={isDisabled}
              aria-label={t('exports.choose')}
            >
              <IconChevronDown size={15} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown aria-label={t('exports.choose')}>
            {FLAVOURS.map((each) => (
              <Menu.Item key={each} onClick={() => choose(each)}>
                <span className={classes.name}>{t(`exports.${each}`)}</span>
                <span className={classes.hint}>{t(`exports.${each}Hint`)}</span>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
      {failure && (
        <div className={classes.failure}>
          <Notice failure={failure} onRetry={() => void start(flavour)} />
        </div>
      )}
    </div>
  )
}
