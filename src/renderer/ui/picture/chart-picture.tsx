import { ActionIcon, Box, Group, Menu } from '@mantine/core'
import {
  IconCheck,
  IconCopy,
  IconFileTypePng,
  IconFileTypeSvg,
  IconPhoto,
} from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import kit from '../kit.module.css'
import { Notice } from '../notice.tsx'
import { PICTURE_WAYS, type PictureResult, type PictureWay, useOffer } from '../page-exports.ts'
import type { SeriesNames } from './legend.ts'
import { usePictureWords } from './picture-of.ts'
import { type DrawChart, type Picture, pictureSvg } from './picture-svg.ts'
import { makeMeasure, pngOf } from './png.ts'

/** Connects a chart with the button that saves it as a picture. */
export function usePicture() {
  const draw = useRef<DrawChart | null>(null)
  return {
    onDrawn: (drawn: DrawChart) => {
      draw.current = drawn
    },
    drawn: () => draw.current,
  }
}

interface ChartPictureProps {
  drawn: () => DrawChart | null
  /** Title of this chart, when its block has several. */
  more?: string | undefined
  names?: SeriesNames
}

/**
 * Copies a chart as a picture or saves it, with the texts needed to understand it alone. On a page with one
 * export menu, the chart is an entry of that menu instead.
 */
export function ChartPicture({ drawn, more, names }: ChartPictureProps) {
  const worded = usePictureWords(more)
  const take = async (way: PictureWay): Promise<PictureResult> => {
    const draw = drawn()
    if (!draw || !worded) return 'notDrawn'
    const drawing = draw({ ...worded.names, ...names })
    const picture = pictureSvg(drawing, worded.words, makeMeasure())
    return use[way](picture, worded.file)
  }
  const isInMenu = useOffer(worded && { kind: 'picture', title: worded.words.title, take })
  return isInMenu || !worded ? null : <OwnMenu take={take} />
}

const use: Record<PictureWay, (picture: Picture, name: string) => Promise<PictureResult>> = {
  async copy(picture) {
    await call.exports.copyPicture({ png: await pngOf(picture) })
    return 'copied'
  },
  async png(picture, name) {
    await call.exports.picture({ name, kind: 'png', content: await pngOf(picture) })
    return null
  },
  async svg({ svg }, name) {
    await call.exports.picture({ name, kind: 'svg', content: svg })
    return null
  },
}

const ICONS = { copy: IconCopy, png: IconFileTypePng, svg: IconFileTypeSvg }

function OwnMenu({ take }: { take: (way: PictureWay) => Promise<PictureResult> }) {
  const { t } = useTranslation('picture')
  const [result, setResult] = useState<PictureResult>(null)
  const { mutate, failure } = useMutation()
  const Icon = result === 'copied' ? IconCheck : IconPhoto
  const label = result === 'copied' ? t('copied') : t('menu')
  return (
    <Box pos="relative" flex="none">
      <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 0 }} keepMounted={false}>
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={label}
            title={label}
            onBlur={() => setResult(null)}
          >
            <Icon size={16} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {PICTURE_WAYS.map((way) => {
            const WayIcon = ICONS[way]
            return (
              <Menu.Item
                key={way}
                leftSection={<WayIcon size={15} />}
                onClick={() => void mutate(async () => setResult(await take(way)))}
              >
                {t(way)}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
      {(failure || result === 'notDrawn') && (
        <Box bg="var(--desk-surface)" className={kit.failure}>
          {failure ? <Notice failure={failure} /> : <p role="status">{t('notDrawn')}</p>}
        </Box>
      )}
    </Box>
  )
}

interface PictureHeadProps extends ChartPictureProps {
  /** The values of the chart as text. */
  children: ReactNode
  /** Controls of the chart. */
  tools?: ReactNode
}

/** The header of a chart: its values, and the buttons to copy or save it. */
export function PictureHead({ children, tools, ...picture }: PictureHeadProps) {
  return (
    <Group gap="8px 12px" align="flex-start" wrap="nowrap" justify="space-between" mih={30} mb={4}>
      <Box flex="1 1 auto" miw={0} style={{ alignSelf: 'center' }}>
        {children}
      </Box>
      {tools && (
        <Group gap={6} wrap="nowrap" flex="none">
          {tools}
        </Group>
      )}
      <ChartPicture {...picture} />
    </Group>
  )
}
