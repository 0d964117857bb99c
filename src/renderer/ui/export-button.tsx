import { ActionIcon, Button, Popover, UnstyledButton } from '@mantine/core'
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
  const [isOpen, setIsOpen] = useState(false)

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
    setIsOpen(false)
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
        <Popover
          opened={isOpen}
          onChange={setIsOpen}
          position="bottom-end"
          width={300}
          trapFocus
          returnFocus
          shadow="md"
          transitionProps={{ duration: 0 }}
        >
          <Popover.Target>
            <ActionIcon
              variant="default"
              size={30}
              disabled={isDisabled}
              aria-label={t('exports.choose')}
              onClick={() => setIsOpen(!isOpen)}
            >
              <IconChevronDown size={15} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown p={6} aria-label={t('exports.choose')}>
            <Flavours chosen={flavour} onChoose={choose} />
          </Popover.Dropdown>
        </Popover>
      </Button.Group>
      {failure && (
        <div className={classes.failure}>
          <Notice failure={failure} onRetry={() => void start(flavour)} />
        </div>
      )}
    </div>
  )
}

interface FlavoursProps {
  chosen: Flavour
  onChoose: (flavour: Flavour) => void
}

function Flavours({ chosen, onChoose }: FlavoursProps) {
  const { t } = useTranslation()
  return (
    <>
      {FLAVOURS.map((each) => (
        <UnstyledButton
          key={each}
          className={classes.flavour}
          aria-current={each === chosen}
          onClick={() => onChoose(each)}
        >
          <span className={classes.name}>{t(`exports.${each}`)}</span>
          <span className={classes.hint}>{t(`exports.${each}Hint`)}</span>
        </UnstyledButton>
      ))}
    </>
  )
}
