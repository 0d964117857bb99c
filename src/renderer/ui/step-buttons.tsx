import { ActionIcon, Flex } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { undoKey } from './edits/undo-key.ts'
import { isModalOpen } from './shortcut.ts'

type StepDirection = 'undo' | 'redo'

interface StepButtonsProps {
  can: Record<StepDirection, boolean>
  label: Record<StepDirection, string>
  onStep: (way: StepDirection) => void
  /** Where the focus must be for the shortcuts; anywhere by default. */
  within?: RefObject<HTMLElement | null>
}

/** Buttons for undo and redo, and their shortcuts outside of text fields. */
export function StepButtons({ can, label, onStep, within }: StepButtonsProps) {
  useWindowEvent('keydown', (event) => {
    const way = undoKey(event, event.target)
    if (!way || (within && !within.current?.contains(event.target as Node))) return
    event.preventDefault()
    // Not checked against `can`, which may be outdated when keys follow each other quickly.
    if (!isModalOpen()) onStep(way)
  })
  return (
    <Flex component="span" display="inline-flex" gap={4}>
      {(['undo', 'redo'] as const).map((way) => {
        const Icon = way === 'undo' ? IconArrowBackUp : IconArrowForwardUp
        return (
          <ActionIcon
            key={way}
            variant="default"
            size={30}
            aria-label={label[way]}
            title={label[way]}
            // Stays in the tab order, so that the focus is not lost at the last step.
            {...(!can[way] && { 'data-disabled': true })}
            aria-disabled={!can[way]}
            onClick={() => can[way] && onStep(way)}
          >
            <Icon size={16} aria-hidden />
          </ActionIcon>
        )
      })}
    </Flex>
  )
}
