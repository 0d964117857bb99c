import { Box, Text } from '@mantine/core'
import type { useOwnMarks } from './annotations/use-own-annotations.tsx'
import { Column } from './column.tsx'
import kit from './kit.module.css'
import { PictureHead } from './picture/chart-picture.tsx'
import { drawnMultiples, type Multiples } from './picture/multiples.ts'
import { makeMeasure } from './picture/png.ts'
import { Sparkline } from './sparkline.tsx'

type MultiplesCell = Multiples['cells'][number] & {
  key: string
  /** The tooltip of the name. */
  title: string
  /** Its values for screen readers. */
  label: string
}

interface MultiplesPictureProps extends Pick<Multiples, 'highest' | 'isPartial'> {
  cells: readonly MultiplesCell[]
  own: ReturnType<typeof useOwnMarks>
  /** What the charts show, for the title of their picture. */
  more: string
  note: string
  className: string | undefined
}

/** Small daily charts with a common scale, and the button for their picture. */
export function MultiplesPicture(props: MultiplesPictureProps) {
  const { cells, highest, isPartial, more, note, className } = props
  const { lines, marks } = props.own
  const drawing = (): Multiples => ({
    ...{ cells, highest, isPartial },
    notes: lines.map((place) => {
      const keys = marks.places.filter(({ at }) => at === place).map(({ key }) => key)
      return { at: place, text: marks.label(keys) }
    }),
  })
  return (
    <>
      <PictureHead drawn={() => () => drawnMultiples(drawing(), makeMeasure())} more={more}>
        <p className={kit.quiet}>{note}</p>
      </PictureHead>
      <ul className={`${kit.list} ${className}`}>
        {cells.map(({ key, name, title, values, texts, label }) => (
          <Column key={key} component="li" align="flex-start" miw={0}>
            <Box component="span" maw="100%" className={`${kit.cut} ${kit.heading}`} title={title}>
              {name}
            </Box>
            <Sparkline
              {...{ values, highest, isPartial, label }}
              marked={lines}
              width={236}
              height={56}
            />
            {texts.map((text) => (
              <Text key={text} span mt={4} c="dimmed">
                {text}
              </Text>
            ))}
          </Column>
        ))}
      </ul>
    </>
  )
}
