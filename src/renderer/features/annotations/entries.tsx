import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnAnnotation } from '../../../shared/features/annotations/own-annotation.ts'
import { useScrollRestoration } from '../../kept-list.ts'
import { useDaysText } from '../../ui/annotations/use-annotations.ts'
import kit from '../../ui/kit.module.css'
import classes from './annotations.module.css'
import { useFocusedRange } from './focused-range.ts'

export interface EntriesProps {
  shown: readonly OwnAnnotation[]
  nameOf: (player_id: string) => string
  onOpen: (annotation: OwnAnnotation) => void
  onRemove: (id: string) => void
}

/** Estimated height in pixels of an entry with one line; entries are measured when rendered. */
const USUAL_HEIGHT = 56

export function Entries({ shown, ...entry }: EntriesProps) {
  const { t } = useTranslation('annotations')
  const scroller = useRef<HTMLUListElement>(null)
  const { rangeExtractor, onFocus } = useFocusedRange()
  // Memoized, because a new function would recompute all positions in each frame of scrolling.
  const getItemKey = useCallback((index: number) => shown[index]?.id ?? index, [shown])
  // There is no React compiler here.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey,
    overscan: 3,
    // Otherwise drawn within the event, and the rest of the frame waits.
    useFlushSync: false,
    rangeExtractor,
    // An estimate, so that entries are rendered before the element is measured.
    initialRect: { width: 0, height: window.innerHeight },
  })
  // After the virtualizer, whose initial offset is 0.
  useScrollRestoration(scroller, 'entries')
  const items = virtualizer.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <ul ref={scroller} className={`${kit.card} ${kit.list} ${classes.list}`} aria-label={t('list')}>
      <li aria-hidden className={classes.gap} style={{ height: before }} />
      {items.map(({ index, key }) => {
        const annotation = shown[index]
        return (
          annotation && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={shown.length}
              aria-posinset={index + 1}
            >
              <Entry {...{ annotation, index, onFocus }} {...entry} />
            </li>
          )
        )
      })}
      <li aria-hidden className={classes.gap} style={{ height: after }} />
    </ul>
  )
}

interface EntryProps extends Omit<EntriesProps, 'shown'> {
  annotation: OwnAnnotation
  index: number
  onFocus: (index: number) => void
}

// Memoized, so that visible entries do not render at each scroll step, and of plain elements, because components of
// the library would take most of a frame in which some entries come into view.
const Entry = memo(function Entry({ annotation, nameOf, onOpen, onRemove, ...at }: EntryProps) {
  const { t } = useTranslation('annotations')
  const daysText = useDaysText()
  const { id, player_id, period, text, tags } = annotation
  const focus = () => at.onFocus(at.index)
  return (
    <>
      <div className={classes.about}>
        {daysText(period)}
        <p className={kit.quiet}>
          {player_id === null ? t('account') : t('onePlayer', { name: nameOf(player_id) })}
        </p>
      </div>
      <div>
        <p className={classes.text}>{text}</p>
        <p className={classes.tags}>
          {tags.map((one) => (
            <span key={one}>{one}</span>
          ))}
        </p>
      </div>
      <div className={classes.actions}>
        <button
          type="button"
          className="mantine-focus-auto"
          aria-label={t('changeOf', { text })}
          onFocus={focus}
          onClick={() => onOpen(annotation)}
        >
          {t('edit')}
        </button>
        <button
          type="button"
          className="mantine-focus-auto"
          data-final
          aria-label={t('removeOf', { text })}
          onFocus={focus}
          onClick={() => onRemove(id)}
        >
          {t('remove')}
        </button>
      </div>
    </>
  )
})
