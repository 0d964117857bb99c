import { Box, UnstyledButton } from '@mantine/core'
import type { OwnAnnotation } from '../../../shared/features/annotations/own-annotation.ts'
import { useReport } from '../../view.ts'
import kit from '../kit.module.css'
import classes from './annotations.module.css'
import { useDaysText } from './use-annotations.ts'

interface AnnotationListProps {
  annotations: readonly OwnAnnotation[]
  onOpen: (annotation: OwnAnnotation) => void
}

export function AnnotationList({ annotations, onOpen }: AnnotationListProps) {
  const daysText = useDaysText()
  // Reports are read-only.
  const isReport = useReport() !== null
  return (
    <ul className={kit.list}>
      {annotations.map((annotation, index) => (
        <li key={annotation.id}>
          <UnstyledButton
            className={`${kit.hover} ${classes.entry}`}
            aria-haspopup="dialog"
            disabled={isReport}
            // Where a dialog puts the focus.
            data-autofocus={index === 0 || undefined}
            onClick={() => onOpen(annotation)}
          >
            <Box component="span" c="dimmed">
              {daysText(annotation.period)}
            </Box>
            <span className={kit.breaks}>{annotation.text}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
